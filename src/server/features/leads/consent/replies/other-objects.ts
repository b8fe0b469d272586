import { list } from './languages/reply-language.ts'

/**
 * What is refused where it is no message: papers and goods, what a thing no longer does, what others did not do, lists
 * of wishes, a company's own records, a joke. Read as `asides`.
 */
export const otherObjects: Readonly<Record<string, readonly string[]>> = {
  en: list`
    (dont|do not|never|stop|quit|no need to) ~1 (send|sending|mail|mailing|ship|shipping|bring|give|giving|print) ~1 (me|us)? ~2 (invoice*|receipt*|statement*|bill|bills|sample*|parcel*|package*|quote*|quotation*|contract*|certificate*|bag|bags|wrong ~1|duplicate ~1) ~4,
    (in|from|of|on|into|to) our (own)? ~1 (crm|system|systems|database|software|list|lists|website|side|end|records|spreadsheet|store|team) ~3, (we|i) have ~1 enough ~3, duplicate (contact*|message*|lead*|number*|row*|entr*) ~6,
    (does it|does your|can your|can it|could your|will it|do you) ~4 (remove|delete|stop|block|unsubscribe) ~8, (never|not|dont want to|wont) miss ~6,
    (why not|sure|ok|okay|please|yes|just|never mind) !3(dont|do not|not to|never|no|stop|nobody|cease|quit|wont|unless) ~2 (call|message|text|ring|write|contact) (me|us) ~1 (again|tomorrow|later|next|monday|tonight|in|at|when|after) ~6,
    (stop|pause|hold|end|close|cut) (the|this|that|your)? ~1 (call|video|demo|recording|meeting|music|bot|presentation|screen share) ~8,
    stop (crying|laughing|dreaming|joking|kidding|lying|worrying|playing|pretending|guessing|arguing) ~4, remove my (email|mail|address) from ~1 (cc|thread|invoice|order|form) ~3,
    (forget|forgot) (everything|what|my|all|anything) ~2 (said|told|asked|wrote|earlier|budget|mentioned|question) ~6, (dont|do not) (message|text|call|write|contact) ~1 (me|us)? ~1 (before|after|during|until|between) ~8,
    (dont|do not) (share|give|pass|text|send|show|forward) ~1 my (number|contact|phone|details) ~1 (to|with) ~6, (not|dont) ~2 (my|the|her|his) (husband|wife|colleague|assistant|boss|other number|old number) ~2 (talk|speak|call|write|contact|message|use|but) ~4,
    (dont|do not|not) (write|talk|speak|text|message|call|contact) (to)? (my|the|him|her|them|his) ~2 (write|talk|text|message|call|contact|speak|ask) (to)? (me|us|her|him) ~3,
    (we|i|they) (can|may|will|would|might) end up ~6, (he|she|they|you|i) (should|would|will) quit ~3, stop by (our|the|your|my) ~4, (ok|yes|sure)? ~1 (can|may|could) (i|we) stop (by|in|over) ~4, (do|does|did) ~1 not (send|write) ~1 (the|my) ~1 (catalog|catalogue|link|file) ~3 (email|e mail|mail|post) ~3,
    (in|into|to|from) ~1 spam ~2, spam (folder|box|filter|mail folder) ~4, (ill|well|i will|we will|i ll|we ll|gonna) stop by ~4, (get|got|gets|getting) lost in !1(list|group) ~6, go away (on|for|this) ~4, (take|put) (me|it|her|him) off (speaker|hold|mute) ~2, blocked (nose|drain|toilet|sink|road|ear|ears|pipe) ~4, (dont|do not) (text|message) ~2 (while|when) ~2 (driving|sleeping|working|busy|asleep) ~6, (never|didnt|did not|not) ~1 (said|say|saying) (stop|unsubscribe) ~4`,
  es: list`
    (no|deje|dejen|deja|ya no) ~1 (me|nos|de)? ~1 (manden|mande|mandes|mandar|envien|envie|envies|enviar|mandarme|enviarme) ~1 (mas)? (la|el|las|los|el)? ~1 (factura*|boleta*|cobro*|recibo*|comprobante*|paquete*|pedido*|muestra*|presupuesto*|cotizacion*|contrato*|producto*|talla*) ~5,
    no (quiero|necesito) ~2 (la|el|las|los)? (factura*|boleta*|recibo*|bolsa|muestra*|presupuesto*) ~6,
    no (me|nos) (*aron|*ieron|*eron) ~2 (mas|nunca mas|nunca|todavia|aun|nada)? ~4, nadie (me|nos) (*o|*aron|*ieron|ha) ~6,
    (el|la|mi|su|este|esta) !0(mensaj*|publicidad|promo*|spam|verdad|gente|numero|contacto|persona|empleado|titular|dueno|senor|senora) (*o|*a|*r|*l|*e) (ya)? no !0(es|trabaja|vive|usa|pertenece|quiere|desea|necesita|acepta|autoriza) (*a|*e) mas ~3, (lista|listas) de (deseos|regalos|boda|bebe|cumpleanos|correo de mi) ~3, (de|en) (nuestro|nuestra|mi) ~1 (sistema|crm|base|tienda|negocio|hoja) ~3,
    (pare|paren|para|deje|deja|dejen) de (llorar|jugar|sonar|bromear|mentir|reir|quejarte|hablar) ~4, no (me|nos) (escrib*|llam*|contact*|mand*) ~1 (al|a mi|a la) (otro|otra|esposo|esposa|marido|mujer|numero viejo) ~8, (escrib*|llam*|mand*|contact*) (me|nos)? ~1 (manana|luego|el lunes|mas tarde|la proxima|otra vez manana) ~4,
    (borr*|quit*|saqu*|sac*|elimin*|agreg*|pong*|anad*) ~3 lista de (espera|invitados|regalos|deseos) ~3, no (le|les)? ~1 (escrib*|habl*|llam*|mand*) a (mi|la|el|mis) ~1 (escrib*|habl*|llam*|mand*) ~3,
    (voy|vamos|va|van|vas) a salir !2(lista|grupo|difusion) ~4, (puedo|puede|pueden|podria) salir !2(lista|grupo|difusion) ~4,
    no (me|nos) (mand*|envi*|mandes|mandan) (mas)? (a|al) !0(este|mi|nuestro|ese|aqui) ~4, no (me|nos) (mand*|envi*) (mas)? de (dos|tres|uno|una|cuatro|cinco) ~3, (no|ya no) (me|nos)? ~1 (mand*|envi*|recibir) nada por (correo|email|e mail|carta|fax) ~4, no (me|nos)? (mand*|envi*) nada (yo|paso|pasare|voy|ya) ~4, no (me|nos)? ~1 (quiero|queremos|queria) ~1 (dar|darme|darnos) de baja ~4, (me|nos)? (escriba|escribas|escriban|mande) (manana|el lunes|el martes|luego) ~4, (deje|dejen|deja) de mandar (a|mas) !0(mensaj*|promo*|publicidad|sms|textos) ~3,
    (en|al|a) ~2 spam ~2, spam no (me|nos) (lleg*|aparec*) ~4, antes de las ~2, de baja (medica|laboral|en el) ~4, de baja por (enfermedad|maternidad|paternidad|accidente) ~2, quitar manchas ~3, sacaron (la|el|una|un) ~4, quien me (atiende|puede|ayuda) ~3`,
  pt: list`
    (nao|pare|parem|para|parar|deixe|deixem) ~1 (me|nos|de)? ~1 (mande|mandem|manda|mandar|envie|enviem|enviar) ~1 (mais)? (a|o|as|os)? ~1 (fatura*|boleto*|cobranc*|recibo*|comprovante*|nota*|produto*|pedido*|amostra*|orcamento*|contrato*|encomenda*|tamanho*) ~5,
    nao (quero|preciso) ~2 (a|o|as|os)? (fatura*|boleto*|recibo*|sacola|amostra*|orcamento*|nota fiscal) ~6,
    nao (me|nos) (*aram|*eram|*iram|*ou) ~2 (mais|nunca|ainda|nada)? ~4, nao (consegui|vou poder|deu pra|pude) ~1 (entrar em contato|falar|ligar|escrever|mandar) ~4,
    (o|a|os|as|meu|minha|nosso|nossa|esse|essa) !0(mensag*|propaganda|publicidade|promo*|spam|voces|vcs|partir|pessoal|senhor|senhora|empresa|loja|vida|numero|contato|colaborador|funcionario|pessoa|cliente|titular|dono|moco|moca) (*o|*a|*r|*l|*x|*e|*m|*s|*te|*z) nao (me)? !0(e|trabalha|mora|usa|pertence|esta|existe|quer|deseja|precisa|aceita|autoriza|atende) (*a|*e) mais ~4,
    (me|nos)? (tira|tire|tirem|remove|remova|coloca|coloque|poe|bota|inclui|inclua) (da|na|dessa|nessa) lista de (desejos|presentes|casamento|espera|convidados|cha) ~4, (lista|listas) de (desejos|presentes|casamento|espera|convidados|cha) ~3, (tira|tire|remove|remova|apaga|apague|exclui|exclua|retira|retire) (*o|*a|*os|*as)? ~2 (do|da|de|no|na) (e mail|email|carrinho|sacola|celular|sistema a|banco|pedido|agenda a) ~4,
    (apaga|apague|tira|tire|desliga) (a|o|as|os) (luz|foto|fogo|tela|item|som|lixo|produto|toalha) ~4, vou (parar|remover|excluir|cancelar|tirar) ~1 (de|o|a|meu|minha) !1(receber|mensag*|assinatura|inscri*) ~5,
    nao entr* ~1 em contato (com|por|pelo) (meu|minha|o|a|email|e mail|telefone|ligacao) ~1 (marido|esposa|mae|pai|chefe|outro)? ~1 (so|fale|fala|apenas|mas)? ~4, (o|a|os|meu|minha) *o nao entra* mais em contato ~2,
    (pare|para|parem|deixa|deixe) (de|com) (brincadeira*|bobagem|besteira*|chorar|rir|sonhar|graca|falar) ~4, (pode|pare|parar) ~1 (parar)? de falar (da|do|de|sobre) ~4, (me|nos) (liga|ligue|chama|chame|manda|escreve) (amanha|depois|mais tarde|segunda|na) ~4,
    nao (fale|fala|liga|ligue|escreve|escreva|mande|manda) (com|pro|pra|para|ao|a) (meu|minha|o|a) ~1 (fala|fale|liga|ligue|escreve|manda|mande) ~4, nao (nesse|neste|no) numero ~1 (no|nesse|e no) (novo|outro) ~2,
    nao (quero|precisa|preciso|queria) ~1 (que)? (tirem|tire|tirar|parar|parem|apagar|apaguem|remover|removam|sair|cancelar) !1(receber|mandar|enviar) ~4, nao (me|nos) (mand*|envi*) (mais)? (o|a|os|as) !0(mensag*|promo*|propaganda*) (*eiro|*or|*ora|moco|rapaz|menino|joao|pedro) ~4, chega de !0(mensag*|propaganda*|spam|promo*|sms|isso|whats*|publicidade|ligac*|oferta*|aviso*|notific*|zap) (*e|*a|*o|*s) (quero|prefiro|agora|manda) ~3,
    (caiu|foi|chegou|veio|parou|esta|ta|ficou) ~1 (no|na|pro|em) ~1 spam ~2, caixa de spam ~2, denunciar (golpe|um|uma|fraude|vizinho) ~3, nao me cham* de ~3, nao precisa (ligar|mandar|enviar) !1(mais|mensag*|nada|isso|promo*) ~4, ^ mais nada ~2, (bloqueou|bloquearam) (meu|minha) ~3`,
  fr: list`
    (ne|n) ~1 (m|me|nous)? ~1 (envoyez|envoie|envoyer|adressez) (pas|plus) (la|le|les|l|de|d)? ~1 (facture*|devis|colis|recu*|echantillon*|contrat*|produit*|releve*|commande*) ~5,
    (arretez|arrete|arreter|stop) ~1 (la|le|les|l) (livraison|production|commande|paiement|prelevement|chantier|travaux|musique|video|machine) ~5, (arretez|arrete) de (rever|pleurer|rire|mentir|plaisanter|blaguer) ~5,
    (personne|on) ne (m|nous) a ~1 (ecrit|contact*|rappel*|repondu) ~4, (le|la|mon|ma|ce|cette) !0(message*|pub*|promo*) *o? ~1 ne (m)? *e plus ~3, liste (de|des|d) (courses|cadeaux|envies|naissance|mariage|attente) ~3, (rappel*|recontact*|ecri*) (moi|nous) (demain|plus tard|lundi|la semaine) ~4, (dans|de) notre (propre)? ~1 (crm|systeme|base|logiciel|fichier) ~3,
    (retir*|enlev*|mett*|met*|ajout*|inscri*) ~4 liste d (attente|invites) ~4, (ecri*|parl*|appel*|envoy*) pas a (mon|ma|mes|l|la|le) ~1 (ecri*|parl*|appel*|envoy*) ~3, (sur|de) la liste d attente ~4,
    (dans|en) ~2 (spam|spams|indesirables) ~2, desactiv* (l|la|le|mon|ma) !0(abonnement|service|message*|notif*) ~4`,
  de: list`
    (schicken|schicke|schick|senden|sende) ~2 (mir|uns)? ~1 (keine|nicht die|nicht mehr die) ~1 (rechnung*|muster|quittung*|paket*|angebot als|vertrag*|ware|mahnung*) ~5,
    (horen|hor|hort) ~1 auf zu (traumen|weinen|lachen|lugen|scherzen|spielen|jammern) ~2, (niemand|keiner|es) hat (mich|sich|mir|uns) ~2 (gemeldet|kontaktiert|geschrieben|angerufen) ~4, (wunschliste|geschenkliste|gasteliste|einkaufsliste|preisliste) ~4,
    (der|die|das|mein|meine|unser|unsere) *e (schreibt|geht|funktioniert|ladt|startet|klingelt|druckt) nicht mehr ~3, (rufen|ruf|schreiben|schreib|melden|meld) ~1 (sie)? (mich|mir|sich|dich) (morgen|spater|nachste|montag|wieder) ~6, (in|aus) unserem (eigenen)? ~1 (crm|system|programm|bestand) ~3,
    (streich*|setz*|nehm*|nimm|trag*) ~2 (mich|uns) (von|auf|aus|in) (der|die) (warteliste|gasteliste|einkaufsliste) ~6, (schreib*|ruf*|sprech*|schick*) ~1 nicht (mit|an)? (meinem|meiner|meinen|dem|der|den) ~1 (schreib*|ruf*|sprech*|schick*|sondern) ~4,
    (im|in den|in meinem|in meinen) spam* ~2, nummer ~2 (falsch|stimmt nicht) ~1 (auf|im|in) ~3, abmeldung (vom|von der) !0(newsletter*|verteiler*|liste) ~3`,
  it: list`
    non (mi|ci)? ~1 (mandi|mandate|mandatemi|inviate|inviatemi|invii|spedite|mandarmi|inviarmi) ~1 (piu)? (la|il|le|i|una|un|l)? ~1 (fattur*|ricevut*|pacc*|campion*|preventiv*|contratt*|prodott*|bolletta|bollette|offerta bassa|offerta *a) ~5,
    (smett*|basta) di (sognare|piangere|ridere|scherzare|mentire|giocare) ~3, nessuno (mi|ci) ha ~1 (scritt*|contattat*|chiamat*|rispost*) ~4, lista (dei|della|delle|di|d) (desideri|regali|nozze|attesa|spesa|invitati) ~3,
    (ferma*|blocca*|annulla*) (il|la|l|le|i) (consegna|produzione|ordine|pagamento|video|lavori) ~4, (richiam*|riscriv*|sentiamoci|risentiamoci) ~1 (domani|dopo|lunedi|piu tardi|la prossima) ~4, (dal|nel|del) nostro ~1 (crm|sistema|database|gestionale) ~3,
    (togli*|cancell*|rimuov*|leva*|mett*|mettimi) ~1 (dalla|in|nella|dall|alla) lista (d attesa|degli invitati|dei desideri) ~6, non (scriv*|chiam*|mandat*|parlat*) (a|con|al|alla) (mio|mia|il|la|miei) ~1 (scriv*|chiam*|mandat*|parlat*) ~3, non (chiam*|telefon*) ~1 (sono|in|che) ~3,
    (nello|in|nella) spam ~2`,
  'hi-Latn': list`
    (bill|invoice|receipt|sample|parcel|saman|samaan|courier|quotation) ~1 (mat|nahi|na|mt) (bhej*|bej*) ~4, (demo|video|meeting|screen|gaana|music|tv|light|bot) (ko)? ~1 (band|bandh|stop|rok) (karo|kro|kar do|kijiye|karke) ~6,
    (catalog|price|details|photo|location|quote|brochure|menu) ~2 (whatsapp|wp|msg) (par|pe|pr) (bhejo|bhej do|kar do|bhejna) ~3, (mujhe|muje|hume) (kal|baad me|shaam|phir) ~2 (message|msg|call|whatsapp) ~2 (karo|karna|bhejo|bhejna|kar do) ~3, kal (dobara|phir|fir) ~1 (call|message|msg) (karo|karna|kar lena) ~3, (mazak|rona|hasna|jhooth) (band|mat) ~3, (hamare|humare) (crm|system|software|app) ~6,
    (agle|agli|next) (hafte|mahine|week|month|baar) ~2 (message|msg|call|phone) (karna|karo|kijiye) ~2, (mere|meri|unko|usko|uske) ~1 (ko)? nahi ~1 (mujhe|muje|mereko) (message|msg|call|phone) ~2, kisi ne ~5 nahi (kiya|kia|ki|bheja) ~2,
    spam (mein|folder) ~3, (naam|number|nam) hata (ke|kar) ~3 (likho|likh|dalo|daalo|add|rakho) ~2`,
  hi: list`
    (बिल|रसीद|सैंपल|पार्सल|सामान|कूरियर|कोटेशन|इनवॉइस) ~1 (मत|नहीं|न) (भेज*) ~4, (डेमो|वीडियो|मीटिंग|गाना|टीवी|लाइट|स्क्रीन) (को)? ~1 (बंद|रोक|रोको) ~6, (इस|उस|यह|ये) (डेमो|वीडियो|गाने|मीटिंग) ~6,
    (कैटलॉग|कीमत|डिटेल*|फोटो|लोकेशन|मेन्यू|रेट) ~2 (व्हाट्स*|वाट्स*) (पर|पे) (भेजो|भेज|भेजें|कर) ~3, (मुझे|हमें) (कल|बाद|शाम|फिर) ~2 (मैसेज|संदेश|कॉल|फोन|व्हाट्स*) ~2 (करो|करना|भेजो|करें|कर) ~3, (मुझे|हमें) (मैसेज|संदेश) (कर दो|कर दीजिए|करो|भेजो) ~4,
    (अगले|अगली) (हफ्ते|महीने|बार) ~2 (मैसेज|संदेश|कॉल|फोन) (करना|करो|कीजिए) ~2, (मेरे|मेरी|उनको|उसको) ~1 (को)? नहीं ~1 मुझे (मैसेज|संदेश|कॉल|फोन) ~2, किसी ने ~5 नहीं (किया|की|भेजा) ~2`,
  ar: list`
    لا (ترسل*|ترسلوا|تبعت*|تبعث*|توصل*) (الشحنه|العينه|العينات|الفاتوره|الطرد|البضاعه|العقد|الطلبيه|المنتج) ~4, (اوقفوا|اوقف|وقفوا|وقف|توقف) (الانتاج|الطلب|الشحنه|الشحن|الفيديو|التصوير|العمل|الدفع|البناء|الماكينه) ~4,
    (خلاص|تمام) (اتفقنا|تم|موافق|فهمت|وصلت|حجزت|دفعت) ~3, بس عندي (سوال|استفسار|ملاحظه|طلب) ~4, (محد|ما احد|لا احد|لم) ~1 (راسلني|كلمني|تواصل معي|رد علي|اتصل) ~4, قاىمه (الامنيات|الهدايا|التسوق|الاسعار|الانتظار) ~2, (راسلني|كلمني|اتصل) ~1 (بكره|بكرا|غدا|لاحقا|بعدين) ~4, (بطل*|توقف*) (عن)? ~1 (البكاء|المزح|الاحلام|الكذب|الضحك) ~2,
    (شيلوني|شيلني|احذفوني|احذفني|حطوني|حطني|ضيفوني|سجلوني) (من|في|ب) ~1 قاىمه (انتظار|الانتظار|الضيوف|المدعوين) ~4, لا (تكلم|تراسل|تتصل|تكلموا) ~1 (زوجي|زوجتي|ابوي|اخوي|امي|مديري) ~3`,
}
