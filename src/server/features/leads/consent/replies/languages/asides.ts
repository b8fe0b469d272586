import { list } from './reply-language.ts'

/**
 * What is said about something else than messages to the person, with the words of an opt-out: another way to be
 * reached ("do not call, write"), figures of a campaign, customers of their own. Taken out before anything is read.
 * Written as the rules of `ReplyLanguage`; punctuation may stand between any two words.
 */
export const asides: Readonly<Record<string, readonly string[]>> = {
  en: list`
    stop it (you|you re|youre|that s|thats|this is|its|im) ~2 (kind|sweet|funny|nice|cute|much|gorgeous|hilarious|blushing|lovely),
    (dont|do not|cannot|cant|not|never|no need to|instead of) (call|calling|ring|phone|calls) ~2 (just|only|rather|better|instead|please|pls|kindly) ~1 (message|text|whatsapp|chat|write|msg|dm|email),
    (dont|do not|cannot|cant|not|never|no need to|instead of) (call|calling|ring|phone) ~1 (message|text|whatsapp|write|msg|dm|email|write to|send) (me|us|a|here|only|instead|please|pls),
    no calls (text|message|whatsapp|msg|texts|messages) (only|please|pls|me),
    (unsubscribe|unsub|opt out|optout|churn|spam|block) (rate|rates|percentage|ratio|numbers|statistics|stats),
    (my|our) (customers|clients|users|subscribers|members|guests|followers|audience) ~9,
    (how many|some|many|other|when) (people|customers|users|clients|subscribers|of your) ~2 (unsubscribe*|unsub*|opt*|complain*|block*),
    (customers|clients|people|users) (who|that|can|could|to) ~1 (unsubscribe*|opt*),
    (why|when|how come) (did|have|has) (you|u|it|they|the|this) ~1 (stop|stopped|remove|removed|cancel|cancelled|end|ended|quit) ~9,
    (he|she|they|someone|somebody|boss|manager|colleague|friend|sister|brother|agent|rep|support) (told|asked|said|says|wants|asks|tells) (me|us) ~1 to ~8,
    (kids|kid|baby|dog|cat|rain|snow|driver|guy|courier|neighbour|neighbor|neighbours|he|she|machine|alarm|engine|tap) (wont|cant|doesnt|didnt|keeps|stopped|called|rang) ~4 (stop*|call*|bark*|cry*|ring*) ~6,
    (didnt|did not|never|dont|wasnt trying|not trying) (mean|want|intend|meant|intended) to (unsub*|opt out|stop|cancel|block|leave),
    (unsub*|opted out|opt out|stop|stopped|blocked|removed) ~3 (by mistake|by accident|accidentally|in error|mistakenly), (accidentally|mistakenly) ~2 (unsub*|opted out|opt out|stop|stopped|blocked|cancelled|left),
    stop (wait|actually|i meant|hold on|sorry i|make it|no wait), (unsubscribe|remove|take|delete|get|put|add) ~2 (off|from|on|to) ~1 (waiting list|waitlist|wait list|guest list|guestlist), (off|from|on|to) ~1 (waiting list|waitlist|wait list|guest list|guestlist), (leave|join|exit) ~1 (waiting list|waitlist|wait list|guest list),
    (what does|what happens if|what happens when|if i|when i) ~3 (stop|unsubscribe|opt out) ~1 (do|mean|work|then),
    (opt out|opting out|opts out) of ~2 (trip|school|class|classes|course|plan|insurance|pension|warranty|lunch|event|programme|program|delivery),
    unsubscribe (from|of) (the|my) ~1 (plan|premium|membership|course|gym|package),
    (i|we|driver|guy|courier|he|she|they|someone|shop|website|app) ~4 (called|dialled|dialed|calling|calls|rang|entered|typed|gave|put|wrote|saved|using|printed) ~1 (the|a|my|your) wrong (number|contact|person)`,
  es: list`
    para nada ~1 (esta|es|me|al|todo|perfecto|gracias),
    no (me|nos) (llamen|llame|llames|hablen|marquen|marque) ~2 (escribanme|escribeme|escriban|escriba|escribe|mejor|manden|mande|mandame|mandenme|por|solo),
    (mejor|prefiero|solo) ~1 (mensaje|mensajes|por mensaje|por whatsapp|escrito) ~2 (no|que) ~1 (llamada*|llam*),
    (por que|porque) ~2 (dejaron|pararon|dejo|quitaron) ~9, (salir|quitar*|sacar*|borrar*|entrar|fuera) ~2 lista de (espera|invitados), (alto|stop) (espera|mejor|perdon|es que|quise),
    me equivoque ~3 (baja|stop|cancel*), (baja|stop|cancele|desuscri*) ~2 (por error|por equivocacion|sin querer), tasa* de (baja*|desuscrip*|cancelacion*), porcentaje de baja*,
    (mis|nuestros) (clientes|usuarios|suscriptores) ~9,
    (cuantos|cuantas|otras|otros|muchos) (clientes|personas|usuarios|contactos) ~4 baja*,
    (repartidor|chofer|mensajero|cartero|vecino|marido|esposa|hijo|hija|bebe|perro|el|ella|alguien) ~2 (equivoc*|no para|no paran|no deja|llamo),
    (gimnasio|seguro|plan|internet) ~2 de baja, baja ~2 (gimnasio|seguro|plan|internet|laboral|medica|maternidad|paternal|temporada)`,
  pt: list`
    (nao me ligu*|me liguem nao|me liga nao|nao ligu*|nao me lig*|nao precisa ligar|nao liga) ~2 (mandem|manda|mande|mensagem|escreve|escreva|escrevam|prefiro|so|por),
    (por que|porque) ~2 (pararam|parou|tiraram|deixaram|cancelaram) ~9, (sair|tirar|remover|tira|entrar) ~2 lista de (espera|convidados|presentes), (stop|parar) (espera|melhor|na verdade|desculpa),
    (descadastr*|cancelei|sair|sai|stop|parar) ~3 (sem querer|por engano|por erro), (taxa|indice|percentual) de (descadastr*|cancelament*|saida*|opt),
    (meus|nossos) (clientes|usuarios|assinantes) ~9,
    (motorista|motoboy|entregador|vizinho|marido|mulher|filho|filha|bebe|cachorro|ele|ela|alguem) ~2 (nao para|nao parou|errou|ligou|numero errado|nao pararam)`,
  fr: list`
    (ne ~1 appel*|n appel*|pas d appel*|evitez d appeler|ne m appelez) ~1 pas ~2 (ecrivez|ecris|envoyez|envoie|plutot|par|un|preferez|message),
    (pas d appel*|evitez d appeler) ~2 (ecrivez|ecris|envoyez|plutot|par|un|message*|sms),
    pourquoi ~2 (arrete|cesse|supprime) ~9, (sortir|retir*|enlev*|quitter) ~3 liste d attente, (stop|arretez) (attendez|attends|plutot|finalement|en fait),
    (desabonn*|desinscri*|stop|bloque*) ~2 (par erreur|par megarde), taux de (desabonnement*|desinscription*|resiliation), (mes|nos) (clients|abonnes|utilisateurs) ~9,
    (livreur|chauffeur|facteur|voisin|mari|femme|fils|fille|bebe|chien|il|elle|quelqu un) ~4 (trompe|arrete pas|mauvais numero)`,
  de: list`
    nummer ~2 falsch ~2 (richtig*|korrekt*|die neue|neue),
    (nicht|keine) (anrufen|anruf*|telefonieren) ~2 (schreib*|nachricht*|lieber|nur|sondern|whatsapp*),
    (ruft|rufen sie|ruf) (mich|uns|bitte) ~2 nicht an ~2 (schreib*|nachricht*|lieber|nur|sondern),
    (warum|wieso|weshalb) (habt|haben) ~4 (aufgehort|eingestellt|gestoppt|geloscht|entfernt), (stop|stopp|halt) (doch|warte|warten|moment|ich meinte|lieber|falsch|sorry), (von|aus|auf) ~2 warteliste,
    (aus versehen|versehentlich) ~2 (abgemeldet|stop*|abbestellt|geloscht|blockiert), (abgemeldet|abbestellt) ~2 (aus versehen|versehentlich), (abmelde|abmelderate*|abmeldequote*|kundigungsrate*), (meine|unsere) (kunden|nutzer|abonnenten|leser) ~9,
    (fahrer|bote|nachbar|mann|frau|hund|kind|baby|er|jemand) ~3 (falsche nummer|hort nicht auf|falschen nummer)`,
  'hi-Latn': list`
    (call|phone|fone) (mat|mt|na|nahi|nhi|math) ~1 (karo|kro|karna|kijiye|kare|kariye|krna|karein) ~2 (message|msg|whatsapp|text|chat|sms|mesej) (karo|kro|kar|karna|kijiye|kare|kariye|pe|par|bhej*|krdo|kardo|kr|do|karein|hi),
    (kyu|kyun|kyon) ~3 (band|stop) (kar|kr|kiya|kia|ho) ~2, (message*|msg|offer*|update*) (kyu|kyun|kyon) ~1 (band|stop) ~3,
    (galti se|galati se) ~2 (stop|band|block|unsub*) ~3, (mere|hamare|humare) (customer*|client*|grahak*) ~9,
    (driver|delivery boy|delivery wala|rider|baarish|barish|baccha|bacche|kutta|usne|unhone|kisi) ~3 (galat|band nahi|band nhi|wrong)`,
  hi: list`
    (कॉल|फोन|फ़ोन) (मत|न|ना|नहीं) ~1 (करो|करें|करना|कीजिए|करिए|कीजिये) ~2 (मैसेज|मेसेज|संदेश|व्हाट्सएप|व्हाट्सऐप) (कर*|पर|भेज*|दो|दें|दीजिए|ही),
    क्यों ~1 बंद (कर|किया|हो) ~3, गलती से ~2 (स्टॉप|stop|बंद|ब्लॉक) ~3, (मेरे|हमारे) (ग्राहक*|कस्टमर*) ~9, (ड्राइवर|डिलीवरी|बारिश|बच्चा|बच्चे|उसने|किसी) ~3 (गलत|बंद नहीं)`,
  ar: list`
    (لا|ما|مو|بلاش) (تتصل*|تدق*|اتصال*|تكلم*|تتصلوا) ~2 (ارسل*|اكتب*|راسل*|واتس*|رساله|ابعت*|ابعث*),
    (المندوب|السائق|السواق|الساىق|ابني|زوجي|الولد|شخص) ~3 (غلط|خطا), (عملاىي|زباىني|عملاىنا) ~9`,
  id: list`
    (jangan|jgn|ga usah|gak usah|tidak usah|nggak usah) (telepon|telpon|nelpon|tlp|call|telfon) ~3 (chat|wa|whatsapp|pesan|sms|kirim) ~1 (aja|saja|aj|ya|dulu|pesan|lebih),
    (kenapa|knp|kok) ~2 (berhenti|stop) ~6, (ga sengaja|gak sengaja|tidak sengaja|nggak sengaja|salah pencet) ~3 (stop|berhenti|unsub*), daftar tunggu, (kurir*|driver|sopir|ojol|abang|tetangga|suami|istri|anak|dia|seseorang) ~2 salah ~1 (nomor|sambung|orang|nomer),
    (pelanggan|customer|konsumen) (saya|kami|aku) ~9`,
  it: list`
    non (chiamatemi|chiamarmi|chiamate|mi chiami|chiamare) ~1 (scrivetemi|scrivimi|scriva|scrivete|meglio|messaggio|mandate|mandami),
    tasso di (disiscrizion*|abbandon*), (i|miei|nostri) (clienti|iscritti) ~9`,
  nl: list`
    (niet|graag niet) bellen ~1 (liever|maar|app*|stuur|bericht), (bel|bellen) ~2 niet ~1 (app*|stuur|liever|bericht),
    afmeldpercentage`,
  tr: list`
    (arama|aramayin|aramayiniz) ~1 (yaz|yazin|yaziniz|mesaj) ~1 (at*|yaz*|gonder*|$)`,
}
