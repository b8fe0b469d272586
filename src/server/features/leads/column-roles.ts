import type { ColumnRole } from '#contract/lead-imports.ts'
import { looksLikeConsent } from './consent-cells/read-consent.ts'
import { readPhones } from './phone.ts'

/** What is known about a column when its role is suggested. */
export type ColumnFacts = { name: string; filled: number; cells: readonly string[] }

type Named = { role: ColumnRole; words: RegExp; weak?: true }

/**
 * Header words of common exports (Google Contacts, Outlook, HubSpot, Mailchimp, WhatsApp tools, phone books) and
 * of plain lists, in the languages of the users. The first that fits wins, so the narrow ones stand first.
 */
const headers: readonly Named[] = [
  { role: 'skip', words: /^(problem|row|line)$/ },
  {
    role: 'attribute',
    words: /\b(label|type|phonetic|yomi|file as|fax|pager|website|url|address \d|street|tipo|ip)\b/,
  },
  // What people said about e-mail does not concern their phone.
  { role: 'attribute', words: /^e ?mail.*(blacklist|consent|permission|opt ?in|status)|accepts? e ?mail/ },
  {
    role: 'opt_out',
    words:
      /(^|\s)(do not (call|text|sms)|dnc|black ?listed|block ?listed|bounced|hard bounces?|dado de baja|bajas?|no (molestar|contactar|llamar)|lista negra|descadastrad[oa]s?|nao (perturbe|contatar|ligar)|desabonnee?s?|desinscrite?s?|liste noire|ne pas (contacter|appeler|deranger)|werbesperre|sperrliste|gesperrt|ausgetragen|nicht (kontaktieren|anrufen)|berhenti berlangganan|jangan hubungi|daftar hitam)(\s|$)|संपर्क न करें|अनसब्सक्राइब|सदस्यता समाप्त|(الغاء|إلغاء) الاشتراك|لا تتصل|القائمة السوداء/u,
  },
  {
    role: 'consent',
    words:
      /(^|\s)(accepts? (sms|whats ?app|text|marketing)|(sms|whats ?app|text) marketing( status| consent| state)?|marketing (consent|opt ?in|permission)|suscrit[oa]|inscrit[oa]|abonnee?|abonniert|berlangganan|acepta|aceita|accepte|stimmt zu|setuju)(\s|$)|सदस्यता|مشترك/u,
  },
  {
    role: 'opt_out',
    words:
      /(^|\s)(opt(ed)? ?out|opt ?out time|unsubscribed?|unsub time|do not (contact|message|disturb)|dnd|abgemeldet)(\s|$)/,
  },
  {
    role: 'consent',
    words:
      /(^|\s)(opt ?in|opted ?in|optin time|consent|subscribed|subscription status|marketing status|allow broadcast|whatsapp opt|acepto|consentimiento|consentimento|einwilligung|consentement|persetujuan|सहमति|موافقة)(\s|$)/u,
  },
  { role: 'email', words: /(e ?mail|correo|courriel|surel|adresse electronique|ईमेल|البريد)/u },
  { role: 'country_code', words: /\b(country|phone|dial(l?ing)?|isd|calling) (code|prefix)\b/ },
  { role: 'attribute', words: /(company phone|main phone|account|order|invoice|amount|balance)/ },
  // Ids and codes are often long enough to be numbers of somebody else. WhatsApp's own id is a number.
  {
    role: 'attribute',
    words:
      /^(?!.*\b(wa|whats ?app|phone|mobile)\b).*\b(ids?|uuid|ref|reference|pin ?code|zip|post ?code|gst(in)?|aadhaa?r|passport)\b/,
  },
  {
    role: 'phone',
    words:
      /(\bphone|mobile|cell|whats ?app|\bwa (number|no)\b|\bwa ?id\b|contact ?(no|number|num)\b|^contacts?$|\btel\b|telephone|telefono|celular|movil|telefone|handy|mobil|rufnummer|telepon|no ?hp|ponsel|portable|\bmsisdn\b|फ\u093c?ोन|मोबाइल|هاتف|جوال|موبايل)/u,
  },
  // Many things have a number.
  { role: 'phone', weak: true, words: /(nomor|numero|\bnumber\b|^number|رقم)/u },
  {
    role: 'first_name',
    words:
      /^(first|given|first name|given name|fname|vorname|prenom|nombre de pila|primeiro nome|nama depan)$/u,
  },
  { role: 'first_name', words: /\b(first ?name|given ?name|prenom|vorname)\b/ },
  {
    role: 'last_name',
    words:
      /\b(last ?name|family ?name|surname|lname|nachname|nom de famille|apellidos?|sobrenome|nama belakang)\b/,
  },
  {
    role: 'attribute',
    words:
      /\b(middle|additional|nick|maiden|user|file|company|organi[sz]ation|business|school|empresa|firma)\b.*name|\bname (prefix|suffix)\b/,
  },
  {
    role: 'name',
    words:
      /(^name$|full ?name|display ?name|contact ?name|customer ?name|client ?name|lead ?name|^(customer|client|person|student|patient|guest|member|contact person)$|^nombre|nombre completo|^nome|nome completo|^nom$|nom complet|^nama|nama lengkap|\bname$|नाम|الاسم|اسم)/u,
  },
  {
    role: 'tag',
    words:
      /^(tags?|groups?|group membership|labels?|list|lists|segment|categor(y|ies)|etiquetas?|grupo|kategori|kategorie|gruppe|groupe|टैग)$/u,
  },
]

/** Suggests what each column becomes: by its header, else by what its cells look like. */
export function suggestRoles(
  columns: readonly ColumnFacts[],
  options: { header: boolean; country: string },
): ColumnRole[] {
  const names = columns.map(({ name }) => (options.header ? byName(name) : undefined))
  const contents = columns.map(({ cells }) => byContent(cells, options.country))
  // Some column is called a phone and holds numbers: what only looks like them under another name is something else.
  const told = names.some((name, at) => name?.role === 'phone' && !name.weak && contents[at] === 'phone')
  const roles = columns.map((column, at): ColumnRole => {
    const named = names[at]?.role
    const content = contents[at]
    if (column.filled === 0) return 'skip'
    if (told && content === 'phone' && named === undefined) return 'attribute'
    if (told && content !== 'phone' && names[at]?.weak) return 'attribute'
    // A header that promises a number over cells that are none ("Phone 1 - Label") is not believed.
    if (named === 'phone' && content !== 'phone' && share(column.cells, hasDigits) < 0.2) return 'attribute'
    if (named && named !== 'tag') return named
    // `Status` may be of anything: what stands in the cells decides.
    if (looksLikeConsent(column.cells)) return 'consent'
    return named ?? content ?? 'attribute'
  })
  if (!roles.includes('phone')) {
    const found = columns.findIndex(({ cells }) => readableShare(cells, options.country) >= 0.5)
    if (found >= 0) roles[found] = 'phone'
  }
  // One whole name is enough; its parts stay beside it as template variables.
  if (roles.includes('name')) replace(roles, ['first_name', 'last_name'], 'attribute')
  keepFirst(roles, ['name', 'first_name', 'last_name', 'email', 'country_code'])
  if (!options.header && !roles.some((role) => role === 'name' || role === 'first_name')) {
    const words = columns.findIndex(({ cells }, at) => roles[at] === 'attribute' && cells.every(isName))
    if (words >= 0) roles[words] = 'name'
  }
  return roles
}

/** Whether the first row names the columns: names are no numbers and no addresses, and each is another. */
export function looksLikeHeader(row: readonly string[], country: string): boolean {
  const filled = row.map((cell) => cell.trim()).filter((cell) => cell !== '')
  if (filled.length === 0) return false
  const isData = (cell: string): boolean =>
    isEmail(cell) || 'phones' in readPhones(cell, country) || /^[+\d][\d\s().+-]{5,}$/.test(cell)
  if (filled.some(isData)) return false
  return filled.some((cell) => byName(cell) !== undefined) || filled.length > 1 || !isName(filled[0] ?? '')
}

export function isEmail(cell: string): boolean {
  return cell.length <= 254 && /^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+\.[^\s@<>"(),;:.]{2,}$/.test(cell)
}

function byName(header: string): Named | undefined {
  const words = header
    // AllowBroadcast, phoneNumber
    .replace(/([a-z])(?=[A-Z][a-z])/g, '$1 ')
    .normalize('NFKD')
    // Accents of Latin letters; Hindi's vowel signs are no accents.
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/([a-z])[_.\-/]+(?=[a-z0-9])/g, '$1 ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  return headers.find(({ words: pattern }) => pattern.test(words))
}

function byContent(cells: readonly string[], country: string): ColumnRole | undefined {
  if (cells.length === 0) return undefined
  if (share(cells, isEmail) >= 0.6) return 'email'
  // Numbers of a sheet that are no phones (years, amounts) are hardly ever valid ones.
  if (readableShare(cells, country) >= 0.6) return 'phone'
  return undefined
}

function readableShare(cells: readonly string[], country: string): number {
  return share(cells, (cell) => 'phones' in readPhones(cell, country))
}

/** A number of some country, whether or not it is one of ours. */
function hasDigits(cell: string): boolean {
  return cell.replace(/\D/g, '').length >= 6
}

function share(cells: readonly string[], is: (cell: string) => boolean): number {
  return cells.length === 0 ? 0 : cells.filter(is).length / cells.length
}

function isName(cell: string): boolean {
  return /^[\p{L}\p{M}][\p{L}\p{M}\s.'’-]{1,80}$/u.test(cell.trim())
}

function replace(roles: ColumnRole[], these: ColumnRole[], by: ColumnRole): void {
  for (const [at, role] of roles.entries()) if (these.includes(role)) roles[at] = by
}

/** Of roles that one column plays, the first column keeps it. */
function keepFirst(roles: ColumnRole[], single: ColumnRole[]): void {
  for (const role of single) {
    const first = roles.indexOf(role)
    for (const [at, other] of roles.entries()) if (other === role && at !== first) roles[at] = 'attribute'
  }
}
