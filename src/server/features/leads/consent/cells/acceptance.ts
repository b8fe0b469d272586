/** Messages that reach a phone and advertising, in the languages of `consent-phrases.ts`; e-mail is none. */
const channel = {
  latin: [
    'sms|mms|whats ?app|wa|texts?|text messages?|messages?|mensajes?|mensagem|mensagens|textos?|nachrichten?',
    'messaggi|pesan|publicidade?|propagandas?|publicites?|werbung|pubblicita|iklan|promo(?:s|tions?|ciones|coes|zioni)?',
  ].join('|'),
  hindi: 'sms|whats ?app|एसएमएस|व्हाट्सएप|व्हाट्सऐप|वॉट्सऐप|संदेश|मैसेज|प्रचार|विज्ञापन',
  // The hamza stands apart after normalisation, where it is not taken off.
  arabic: 'sms|whats ?app|واتساب|واتس اب|رسا(?:ي\u0654?|ئ)ل|ا\u0655?علانات',
}
const verbs = [
  ...['accepts?', 'accepted', 'accepting', 'agrees? to', 'wants?', 'allows?'],
  ...['acepta', 'acepto', 'quiere', 'permite', 'autoriza', 'aceita', 'aceito', 'quer'],
  ...['accepte', 'veut', 'autorise', 'souhaite'],
  ...['accetta', 'accetto', 'vuole', 'autorizza', 'desidera'],
  ...['akzeptiert', 'erlaubt', 'wunscht', 'mochte', 'gewunscht', 'erwunscht'],
  ...['menerima', 'terima', 'setuju', 'mau', 'bersedia'],
].join('|')

/**
 * A column that asks whether somebody accepts messages to their phone, as Shopify's `Accepts SMS Marketing`. A no there
 * is a refusal; in other columns of consent it only means that nobody agreed.
 */
export const acceptanceHeader = new RegExp(
  [
    `\\b(${verbs})\\b.*\\b(${channel.latin})\\b`,
    // Of WhatsApp tools: nobody is asked there, and whoever is not allowed has refused.
    '\\ballow(ed)? ?(campaigns?|broadcasts?|messages?)\\b',
    `\\b(${channel.latin})\\b.*\\b(akzeptiert|erlaubt|gewunscht|erwunscht|accepted|aceptados?|aceitos?|acceptes?|accettat[oi]|diterima)\\b`,
    `(${channel.hindi}).*(स्वीकार|सहमत|मंजूर|अनुमति)`,
    `(يقبل|يوافق|تقبل|توافق|قبول).*(${channel.arabic})`,
  ].join('|'),
  'u',
)
