/** Marks that are copied along from contact books and change nothing: direction marks, zero-width, soft hyphen. */
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\ufe0e|\ufe0f/g
/** No-break, thin, figure and ideographic spaces. */
const spaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\t]/g
/** Full-width forms of ASCII: 0xFEE0 above it. */
const fullWidth = /[\uff01-\uff5e]/g
/** The zero of each script's digits; the other nine follow it. */
const zeros = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040, 0x17e0,
]
const foreignDigits = new RegExp(
  `[${zeros.map((zero) => `\\u${hex(zero)}-\\u${hex(zero + 9)}`).join('')}]`,
  'g',
)
/** Signs of a telephone, which label a number without a word. */
const symbols = /[\u260e\u260f\u2706\u2121\u{1f4de}\u{1f4df}\u{1f4f1}\u{1f4f2}\u{1f57b}-\u{1f57f}\u{1f581}]/gu
const dashes = /[\u2010-\u2015\u2212\u00b7\u2022\ufe58\ufe63]/g
const unusual = /[^\u0020-\u007e]/

function hex(code: number): string {
  return code.toString(16).padStart(4, '0')
}

/** The text with the digits, spaces and signs of ASCII, and without what spreadsheets put around a number. */
export function plainText(cell: string): string {
  let text = cell
  if (unusual.test(text)) {
    text = text
      .replace(invisible, '')
      .replace(symbols, ' ')
      .replace(spaces, ' ')
      .replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
      .replace(foreignDigits, digitValue)
      .replace(dashes, '-')
      .replace(/\u2044|\u2215/g, '/')
  }
  // Spreadsheet tricks to keep a number a text: ="+91…", a leading apostrophe.
  return text
    .trim()
    .replace(/^="?(.*?)"?$/, '$1')
    .replace(/^['’`"]+|["']+$/g, '')
    .trim()
}

function digitValue(digit: string): string {
  const code = digit.charCodeAt(0)
  return String(code - (zeros.findLast((zero) => zero <= code) ?? code))
}

/** The number in a link that opens a chat or a call; WhatsApp's own are international without a plus. */
export function linkedNumber(text: string): string | undefined {
  const chat =
    /^(?:https?:\/\/)?(?:www\.)?(?:wa\.me\/|(?:api|web|chat)\.whatsapp\.com\/send\/?\?(?:[^#]*&)?phone=|whatsapp:\/\/send\/?\?(?:[^#]*&)?phone=)(?:\+|%2B)?(\d{7,15})(?:[/?&#].*)?$/i
  // WhatsApp's own name of a person, as its tools export it.
  const user = /^\+?(\d{7,15})(?::\d{1,3})?@(?:c\.us|s\.whatsapp\.net)$/i
  const digits = (chat.exec(text) ?? user.exec(text))?.[1]
  return digits ? `+${digits}` : undefined
}

// Words that say what kind of number follows or came before, in the languages of the users.
const labelWords = [
  'whats ?app',
  'wapp|wsp|wpp|wa|w/a',
  'tele?phone|telefoon|tel[eé]fono?|telefone|telefon[oe]?|telepon|t[eé]l|tel|fone|phones?|ph|puh(?:elin)?|tlf|tfno?|tlfn',
  'mobile ?phone|mobil ?telefon|mobil(?:nummer|[ei]|es|tel)?|m[oó]vil(?:es)?|mob|mbl|gsm|handy(?:nummer)?|natel',
  'cell ?phone|cell|cellulare|cel(?:ular)?|portable|ponsel|hp|hand ?phone|kom[oó]rka|cep',
  'contact|kontakt|contacto|contato|call|msisdn|sms|imo|viber|telegram|signal',
  'home|work|office|off|resi?|residence|personal|private?|privat|business|main|primary|direct|landline|other',
  'gesch[aä]ftlich|dienstlich|b[uü]ro|zuhause|festnetz|zentrale|direkt',
  'casa|trabajo|oficina|particular|trabalho|residencial|comercial|fijo|fixo|fixe|bureau|maison|domicile|travail|kantor|rumah|hem|arbete|ufficio',
  'फ़ोन|फोन|मोबाइल|व्हाट्सएप|हाथ|هاتف|جوال|موبايل|واتساب|واتس|محمول|тел|телефон|моб|電話|携帯|手机|电话',
]
const numberWords = 'numbers?|numero|número|num|nummer|nomor|no|nr|nº|n°|№|#|नंबर|رقم'
const label = `(?:(?:no|nr|nomor|num|n[uú]mero)\\.? (?:de )?)?(?:${labelWords.join('|')})(?:[ .:/&+-]*(?:tele)?fax)?(?:[ .]*(?:${numberWords})(?![\\p{L}\\p{M}]))?(?:[ ]?[1-9](?=[ ]?[:)=]))?`
const labels = `(?<![\\p{L}\\p{M}])${label}(?![\\p{L}\\p{M}])(?:[ ./&,-]+${label}(?![\\p{L}\\p{M}]))*`
const inBrackets = new RegExp(`[([]\\s*(?:${labels}|[mhowrpct])\\.?\\s*[)\\]]`, 'giu')
const plainLabel = new RegExp(`${labels}[ .:#=)-]*`, 'giu')
// `p:` is Facebook's lead export; M and T are business cards.
const letterLabel = /(?<![\p{L}\p{M}\d])[mtpchwor](?:\s*[:.]\s*|\s+(?=[+(\d]))/giu
const numberLabel = new RegExp(`(?<![\\p{L}\\p{M}])(?:${numberWords})\\s*[.:#]+`, 'giu')
const fax = /(?<![\p{L}\p{M}])(?:tele)?fax(?![\p{L}\p{M}])[ .:#)-]*(?:nr|no|number)?[ .:#)-]*/giu
/** Between two numbers. */
const joiningWords =
  /(?<=[\d)\n]\s*)(?:\s(?:and|or|und|oder|u\.|y|o|e|ou|et|dan|atau|och|eller|en|of|और|या|و|أو)\s|\s*&\s*)(?=\s*[\d(+\n])/giu
const hasLetter = /[\p{L}&#№°º]/u
const faxMark = '\u0001'

/** Labels are taken out; one that is between two numbers parts them. A fax's number stays marked. */
function withoutLabels(text: string): string {
  if (!hasLetter.test(text)) return text
  return text
    .replace(inBrackets, '\n')
    .replace(plainLabel, '\n')
    .replace(letterLabel, '\n')
    .replace(numberLabel, '\n')
    .replace(fax, (_, at: number, all: string) =>
      /[([]\s*$/.test(all.slice(0, at)) ? faxMark : `\n${faxMark}`,
    )
    .replace(new RegExp(`[([]\\s*${faxMark}[)\\]]?`, 'g'), faxMark)
    .replace(joiningWords, '\n')
}

/** Google Contacts writes `:::` between several numbers; people write all sorts of signs. */
const strong = /:::|[;,|\n\r]/
/** `919,823,011,208`, `9.823.011.208`. */
const thousands = /^\d{1,3}(?:,\d{3}){2,4}$/
const placeholder = /^(?:[-/.\s]*|n\.?[/]?a\.?|none|null|nil|keine?|nan|undefined|\?+)$/i
const extension =
  /(?<=\d)[\s,;]*(?:\(\s*)?(?:ext(?:n|ension|ensi[oó]n)?|poste|ramal|anexo|interno|int|durchwahl|dw|klappe|kl|x|#)[\s.:]*\d{1,6}\s*\)?$/i

/** The parts of a cell that must each be a number; undefined for a part that is certainly none. */
export function partsOf(text: string): string[] {
  const bare = text.replace(extension, '')
  if (thousands.test(bare)) return [bare.replaceAll(',', '')]
  return withoutLabels(bare)
    .split(strong)
    .map((part) => part.replace(extension, '').trim())
    .filter((part) => !placeholder.test(part) && !part.includes(faxMark))
}

/** Ways in which one part may still be several numbers, the likelier first. */
export function splitsOf(part: string): string[][] {
  const ways = [
    /\s*\/\s*(?=\(?\+)/,
    /\s+\/\s+/,
    /\//,
    /\s+-\s+/,
    /\s+(?=\(?\+)|(?<=\d)(?=\+)/,
    /(?<=\d{8})\s+(?=\d{8})/,
  ]
  return ways.flatMap((between) => {
    const pieces = part.split(between).map((piece) => piece.trim())
    return pieces.length > 1 && pieces.every((piece) => /\d/.test(piece)) ? [pieces] : []
  })
}

/** `0xx11`: Brazil's zero, the signs for a carrier of one's choice, and the area code. */
export function withoutCarrier(text: string): string {
  return text.replace(/(?<!\d)0\s*xx\s*(?=\(?\d\d)/i, '')
}

/** 20.11.2026, 2026-11-20, 11/20/2026: dates, however much their digits look like a number. */
const dates =
  /^(?:(?:19|20)\d\d[-./](?:0?[1-9]|1[0-2])[-./](?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])[-./](?:0?[1-9]|[12]\d|3[01])[-./](?:19|20)\d\d)(?:[ T].*)?$/
const address = /^(?!\d\d(?:\.\d\d){3}$)(?:(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])(?:\.(?!$)|$)){4}$/

const card = /^\d{4}(?:([ -])\d{4})(?:\1\d{4}){2}$/

/** Dates, the addresses of computers and cards have digits and signs like phones. */
export function isNoPhone(text: string): boolean {
  return dates.test(text) || address.test(text) || card.test(text)
}
