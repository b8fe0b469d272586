import { list } from './languages/reply-language.ts'

/**
 * Which channel somebody wants ("not by e-mail, here is better"), what shops answer by themselves, and a subscription
 * elsewhere that ended. Read as `asides`.
 */
export const otherChannels: Readonly<Record<string, readonly string[]>> = {
  en: list`
    (stop|quit) ~1 (calling|calls|phoning|ringing) ~3 (just|only|instead|rather|prefer|better) ~1 (text|message|whatsapp|chat|write) ~3, (stop|quit) ~1 (calling|calls|phoning|ringing) (me|us)? ~1 (text|message|write|whatsapp) (me|us|here|to me|instead) ~3,
    (thank you|thanks|thankyou) for (contacting|messaging|reaching|writing|getting in|your message|your interest|your enquiry|your inquiry|calling) ~30,
    (we are|were|our office is|we are currently|we will be) ~2 (closed|away|out of office|unavailable) ~20, (this is an|automatic|automated) (automatic|automated|reply|response) ~12,
    (dont|do not) (send|want|need) ~3 (by|via|on|over|to my|through) ~1 (email|e mail|mail|post|sms|phone|telegram|facebook|instagram) (just|only|prefer|i prefer|rather|better|use|but)? ~2 (whatsapp|here|this chat|this number) ~3,
    (dont|do not) (want|need) ~2 (calls|a call|phone calls|to be called) (just|only|prefer|i prefer|rather|better|use|but)? ~1 (whatsapp|text|message|chat|here) ~3,
    (i|we|ive|already) ~1 unsubscribed from (that|another|other|a different|the other|their|his|her|netflix|prime|spotify) ~3`,
  es: list`
    (deja|deje|dejen|dejad|para|pare|paren) de (llamar|llamarme|llamarnos|marcar|marcarme) ~1 (mejor|solo|mas bien)? (escribeme|escribanme|escribame|escribidme|escriban|escribe|mandame|mandenme) ~4,
    gracias por (contactar*|comunicar*|escribir*|tu mensaje|su mensaje|ponerte|ponerse|tu interes|su interes) ~30, (estamos|nos encontramos) ~2 (cerrado*|fuera de horario|fuera de servicio) ~20, (mensaje|respuesta) automatic* ~12,
    no (quiero|necesito|deseo) ~4 (por|al|en el) ~1 (correo|email|e mail|mail|telefono|sms|facebook) (prefiero|mejor|solo|pero|mandalo|mandenlo)? ~2 (aqui|whatsapp|wasap|por aca|este chat) ~3,
    no (quiero|necesito) ~2 (llamada|llamadas|que me llamen) (prefiero|mejor|solo|pero)? ~2 (whatsapp|wasap|mensaje|mensajes|aqui|chat|texto) ~3`,
  pt: list`
    (para|pare|parem|deixe|deixem) de (me|nos)? ligar ~1 (so|mas|melhor|apenas|pode|podem)? (manda|mande|mandem|escreve|escreva|escrevam) ~1 (mensagem|mensagens|zap|whatsapp|aqui) ~2,
    (obrigado|obrigada|agradecemos) (por|pelo|pela|o|a) (entrar|contato|sua mensagem|seu contato|nos contatar|mensagem|interesse|seu interesse) ~30, (estamos|nos encontramos) ~2 (fechado*|fora do horario|ausente*) ~20, (mensagem|resposta) automatica ~12,
    nao (quero|preciso|precisa) ~4 (por|pelo|no|via) ~1 (e mail|email|correio|telefone|sms|facebook|instagram) (prefiro|melhor|so|mas|apenas|manda)? ~2 (aqui|whatsapp|whats|zap|wpp) ~3,
    (nao|mais) (quero|preciso|precisa) ~2 (ligacao|ligacoes|que liguem|chamada|chamadas|telefonema*) (prefiro|melhor|so|mas|apenas)? ~2 (whatsapp|whats|zap|wpp|mensagem|mensagens|aqui|texto) ~3`,
  fr: list`
    (arrete|arretez|cesse|cessez) (de|d) (m|nous)? appeler ~1 (plutot|mais)? (ecrivez|ecris|envoyez|envoie) (moi|nous|plutot|un|ici) ~3,
    merci (de nous avoir|de nous|pour votre|de votre|d avoir) ~1 (contact*|message|ecri*|interet|appel*) ~30, (nous sommes|notre bureau est) ~2 (ferme*|absent*|en conge*) ~20, (message|reponse) automatique ~12,
    pas (par|sur mon|au|via) ~1 (mail|email|e mail|courriel|telephone|courrier|sms|facebook) (je prefere|plutot|mieux|mais|seulement)? ~2 (ici|whatsapp) ~3,
    pas (d appel|d appels|de coup de fil) (je prefere|plutot|mais|seulement)? ~2 (message|messages|whatsapp|sms|ici|ecri*) ~3`,
  de: list`
    (hort|horen|hor) ~1 auf (mich|uns)? (anzurufen|mit den anrufen|mit anrufen) ~1 (schreibt|schreiben|schreib) (mir|uns|sie|lieber|einfach) ~3,
    (danke|vielen dank|herzlichen dank) fur (ihre|deine|die|eure|ihr|dein) (nachricht|anfrage|kontaktaufnahme|interesse|mitteilung) ~30, (wir sind|unser buro ist|wir haben) ~3 (geschlossen|nicht erreichbar|im urlaub) ~20, automatische (antwort|nachricht) ~12,
    nicht ~2 (per|uber|an meine) ~1 (mail|email|e mail|post|telefon|sms|facebook) (lieber|besser|nur|sondern|bitte)? ~2 (hier|whatsapp) ~3,
    (nicht|keine) ~2 (anrufen|anrufe|telefonieren) (lieber|besser|nur|sondern|bitte)? ~2 (schreiben|whatsapp|nachricht|hier) ~3`,
  it: list`
    (smett*|smettila|basta) (di|con le) (chiamarmi|chiamarci|chiamare|chiamate) ~1 (scrivimi|scrivetemi|scriveteci|mandatemi|mandami) ~3,
    grazie per (averci|il tuo|il vostro|il suo|aver|la tua|la vostra) ~1 (contatt*|scritt*|messaggio|interesse|richiesta) ~30, (siamo|il nostro ufficio e) ~2 (chiusi|chiuso|assenti|in ferie) ~20, (messaggio|risposta) automatic* ~12,
    (non|no) ~3 (per|via|alla) ~1 (mail|email|e mail|posta|telefono|sms|facebook) (preferisco|meglio|solo|ma)? ~2 (qui|whatsapp) ~3,
    (non|niente|no) ~2 (chiamate|telefonate|chiamatemi|chiamarmi|telefonatemi) (preferisco|meglio|solo|ma)? ~2 (scrivetemi|scrivimi|messaggio|messaggi|whatsapp|qui) ~3, (scrivimi|scrivetemi|contattami|contattatemi|risentiamoci) (tra|fra|dopo|domani|lunedi|la prossima|il mese|a) ~3`,
  'hi-Latn': list`
    (call|phone|fone) (karna|krna|karne) (band|bnd|bandh) (karo|kro|kar do|kardo|kijiye) ~1 (message|whatsapp|text|sms) (karo|kar do|kro|kardo|kijiye|bhejo) ~2,
    (contact|sampark) karne ke liye (dhanyavad|shukriya|thanks|thank you) ~20, (call|phone) (mat|nahi|na) ~3 (whatsapp|message|msg) (karo|kar do|kijiye|kare) ~3`,
  hi: list`
    (कॉल|फोन) करना बंद (करो|करें|कर दो|कीजिए) ~1 (मैसेज|मेसेज|संदेश|व्हाट्सएप) (करो|करें|कर दो|कीजिए|भेजो) ~2,
    (संपर्क|मैसेज|संदेश) (करने|भेजने) के लिए (धन्यवाद|शुक्रिया|आभार) ~20, (धन्यवाद|शुक्रिया) (संपर्क|मैसेज) ~20`,
  ar: list`
    (توقف*|وقف*|بطل*|كف*) (عن)? (الاتصال|الاتصالات|المكالمات) ~1 (ارسل*|راسل*|ابعت*|اكتب*) ~3,
    (شكرا|نشكركم|نشكرك|شكرا لك|شكرا لكم) (لتواصلك*|لتواصلكم|علي تواصلك*|لرسالتك*|لاهتمامك*|للتواصل) ~30, (نحن|مكتبنا|المحل) ~2 (مغلق*|مغلقون) ~20, رد (الي|تلقاىي|تلقائي) ~12,
    (لا|ما|مو|مش|بدون) ~2 (اتصال|مكالمه|مكالمات|اتصالات|ايميل) ~3 (واتس*|رساله|هنا|كتابه) ~3`,
}
