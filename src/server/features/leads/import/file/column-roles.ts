import type { ColumnRole } from '#contract/leads/imports.ts'
import { acceptanceHeader } from '../../consent/cells/acceptance.ts'
import { looksLikeConsent, speaksOfConsent } from '../../consent/cells/read-consent.ts'
import { headerWords, ownerOf } from '../../phone/column-owner.ts'
import { countryOf } from '../../phone/country-of.ts'
import { readPhones } from '../../phone/phone.ts'

/** What is known about a column when its role is suggested. */
export type ColumnFacts = { name: string; filled: number; cells: readonly string[] }

/** `weak`: believed only where no better column exists. */
type Named = { role: ColumnRole; words: RegExp; weak?: true }

/**
 * Header words of common exports (Google Contacts, Outlook, HubSpot, Mailchimp, Shopify, WhatsApp tools, phone books)
 * and of plain lists, in the languages of the users. The first that fits wins, so the narrow ones stand first.
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
      /(^|\s)(do not (call|text|sms)|dnc|black ?list(ed)?|block ?list(ed)?|blocked|bounced|hard bounces?|dado de baja|bajas?|no (molestar|contactar|llamar)|lista negra|descadastrad[oa]s?|nao (perturbe|contatar|ligar)|desabonnee?s?|desinscrite?s?|liste noire|ne pas (contacter|appeler|deranger)|werbesperre|sperrliste|gesperrt|ausgetragen|nicht (kontaktieren|anrufen)|berhenti berlangganan|jangan hubungi|daftar hitam|disiscritt[oi]|non (contattare|disturbare|chiamare)|lista nera)(\s|$)|संपर्क न करें|अनसब्सक्राइब|सदस्यता समाप्त|(الغاء|إلغاء) الاشتراك|لا تتصل|عدم الاتصال|القائمة السوداء/u,
  },
  { role: 'consent', words: acceptanceHeader },
  {
    role: 'consent',
    words:
      /(^|\s)(accepts? (sms|whats ?app|text|marketing)|(sms|whats ?app|text) marketing( status| consent| state)?|marketing (consent|opt ?in|permission)|suscrit[oa]|inscrit[oa]|abonnee?|abonniert|berlangganan|acepta|aceita|accepte|stimmt zu|setuju)(\s|$)|सदस्यता|مشترك/u,
  },
  {
    role: 'opt_out',
    words:
      /(^|\s)(opt(ed)? ?out|opt ?out time|unsubscribed?|unsub time|do not (contact|message|disturb|call)|dnd|blacklisted|abgemeldet)(\s|$)/,
  },
  // Consent to e-mail is none to WhatsApp.
  {
    role: 'attribute',
    words: /e ?mail.*(opt ?in|marketing|consent|subscri)|(opt ?in|accepts|consent).*e ?mail/,
  },
  {
    role: 'consent',
    words:
      /(^|\s)(opt ?in|opted ?in|optin time|consent|agreed|permission|subscribed|subscription status|marketing (contact )?status|allow broadcast|accepts (sms |whats ?app )?marketing|whats ?app opt(ed)?|acept[oa]|aceit[oa]|autoriza|consentimiento|consentimento|einwilligung|einverstanden|erlaubnis|consentement|accepte|persetujuan|setuju|izin|सहमति|अनुमति|موافقة)(\s|$)/u,
  },
  {
    role: 'consent',
    words:
      /(whats ?app|\bwa|message|contact|marketing|promo\w*|werbung|publicidade?|publicite)\b.*\b(ok|okay|allowed|yes no|y n|si no|sim nao|ja nein|oui non|erlaubt|erwunscht|permitid[oa]|acept?ad[oa]|aceit[oa]|autorizad[oa]|acceptee|autorisee)$|^(ok|okay|may|can) .*(whats ?app|wa|message|contact|write)/,
  },
  // Whoever it is said of wants no messages: "Refuse la prospection", "No desea publicidad".
  {
    role: 'opt_out',
    words:
      /(^|\s)(refus(e|ed|es|al)|oppos(e|ed|ition|icion)|widerspr(uch|ochen)|rechaz[ao]|recus(a|ou)|menolak|no (desea|quiere|acepta|autoriza)|nao (deseja|quer|aceita|autoriza)|ne (souhaite|veut|accepte) pas|keine werbung|no (marketing|promos?|promotions?|messages?)|tidak (mau|ingin|bersedia)|suppressed|desinscription|desabonnement|descadastro|fecha de baja|unsubscribe (date|time|at|on)|abmelde ?datum|abmeldung|tanggal berhenti)(\s|$)|رفض|يرفض|मना किया/u,
  },
  // Of other things too: where the cells say so.
  {
    role: 'consent',
    weak: true,
    words:
      /^sms$|(^|\s)((list|contact|subscriber|subscription|member|phone|whats ?app|sms|marketing|mailing) (status|state)|langganan|suscripcion|subscription|assinatura|inscricao|abonnement|abo ?status|подписка|согласие|рассылка|izin|izni|onay|consenso|toestemming|zgoda)(\s|$)|الموافقة|موافقه|配信|订阅|訂閱|수신 ?동의/u,
  },
  { role: 'email', words: /(e ?mail|correo|courriel|surel|adresse electronique|ईमेल|البريد)/u },
  { role: 'country_code', words: /\b(country|phone|dial(l?ing)?|isd|calling) (code|prefix)\b/ },
  {
    role: 'country_code',
    weak: true,
    words:
      /(^|\s)(country|pais|land|pays|paese|negara|ulke|kraj|zeme|krajina|orszag|tara|maa|nchi|страна|країна|देश|البلد|الدولة|بلد|国家|国|國家|국가|ประเทศ|quoc gia)( name| region|$|\s)/u,
  },
  { role: 'attribute', words: /(company phone|main phone|account|order|invoice|amount|balance)/ },
  // Ids and codes are often long enough to be numbers of somebody else. WhatsApp's own id is a number.
  {
    role: 'attribute',
    words:
      /^(?!.*\b(wa|whats ?app|phone|mobile|tel\w*|cel\w*|movil|handy)\b).*\b(ids?|uu?id|guid|key|ref|reference|pin ?code|zip|post ?code|postal|plz|cep|gst(in)?|vat|aadhaa?r|passport|pan|tax|steuer\w*|cedula|dni|nif|nie|rfc|curp|cpf|cnpj|rut|nik|ktp|npwp|ssn|iban|imei|sku|ean|isbn|barcode|serial|tracking|token|hash|code|codigo|kundennr|kundennummer|mitgliedsnummer|bestell\w*|rechnung\w*|referenz|customer (no|nr|number)|client (no|nr|number)|member (no|nr|number|ship)|roll (no|number)|s ?r? no|serial no|card)\b/,
  },
  {
    role: 'attribute',
    words:
      /\b(date|datum|fecha|data|birthday|birth|dob|geburt\w*|nascimento|nacimiento|naissance|anniversary|created|updated|modified|time|timestamp|zeitpunkt|tanggal|latitude|longitude|price|total|qty|quantity)\b|तारीख|تاريخ/u,
  },
  {
    role: 'phone',
    words:
      /(\bphone|\bph\b|mobile|\bmob\b|cell|mobiel|whats ?app|\bwa (number|no)\b|\bwa ?id\b|contact ?(no|number|num)\b|^contacts?$|\btel\b|telephone|telefo|telefone|celular|movil|handy|mobil|rufnummer|\bfon\b|\bfone\b|\bgsm\b|\btlf\b|\bpuh\b|\btelp?\b|telepon|no ?hp|\bhp\b|ponsel|portable|komorka|\bcep\b|dien thoai|\bmsisdn\b|फ\u093c?ोन|मोबाइल|هاتف|جوال|موبايل|телефон|电话|手机|電話|携帯|전화|휴대폰|โทร)/u,
  },
  // Many things have a number.
  { role: 'phone', weak: true, words: /(nomor|numero|\bnumber\b|^number|رقم)/u },
  {
    role: 'first_name',
    words:
      /^(first|given|first name|given name|fname|vorname|prenom|nombre de pila|primeiro nome|nama depan)$/u,
  },
  {
    role: 'first_name',
    words: /\b(first ?name|given ?name|prenoms?|vornamen?|nombres)\b|पहला नाम|प्रथम नाम|الاسم الا\u0654?ول/u,
  },
  {
    role: 'last_name',
    words:
      /^last$|\b(last ?name|family ?name|surname|lname|nachname|familienname|nom de famille|apellidos?|sobrenome|nama belakang|cognome|achternaam|efternamn|(?<!a )prijmeni|priezvisko|(?<!i )nazwisko|(?<!i )prezime|(?<!ad[iı]? )soyad[iı]?|vezeteknev|prenume)\b/,
  },
  {
    role: 'last_name',
    words:
      /^(фамилия|прізвище|उपनाम|अंतिम नाम|कुलनाम|सरनेम|(اسم )?العاي\u0654?لة|اللقب|الكنية|الاسم الا\u0654?خير)$/u,
  },
  // Of an advertisement, a file, a shop: people would be called after it.
  {
    role: 'attribute',
    words:
      /\b(middle|additional|nick|maiden|user|file|company|organi[sz]ation|business|school|empresa|firma|ad|ad ?set|ad ?group|campaign|form|page|platform|product|item|event|list|store|shop|brand|city|state|country|region|branch|group|category|plan|owner|agent|sales ?(rep|person)?|source|template|host|domain|team|department|street|bank|project|course|class|variant|vendor|location|author|pet|father|mother|spouse|husband|wife)s?\b.*name\b|\bname (prefix|suffix)\b/,
  },
  {
    role: 'attribute',
    words:
      /^(nombre|nome|nama)( (de|del|da|do|de la|de los))? (product[oa]s?|produtos?|articulos?|artigos?|items?|barang|produk|servici?os?|layanan|jasa|empresa|compania|negocio|tienda|loja|toko|perusahaan|usaha|marca|merek|merk|cursos?|clase|kelas|kursus|sucursal|filial|cabang|banco|bank|ciudad|cidade|kota|campana|campanha|kampanye|archivo|arquivo|usuario|pengguna|grupo|evento|acara|mascota|hewan)(\s|$)|(उत्पाद|सामान|वस्तु|कंपनी|दुकान|कोर्स) का नाम|\b(product|item|saman|samaan|company|dukan|shop|course) ka naam\b/u,
  },
  { role: 'name', weak: true, words: /\b(display|screen|profile|saved|pushname|public) ?(display )?name$/ },
  {
    role: 'name',
    words:
      /(^name$|full ?name|contact ?name|customer ?name|client ?name|lead ?name|^(customer|client|person|student|patient|guest|member|contact person)$|^nombre|nombre completo|^nome|nome completo|^nom$|nom complet|^nama|nama lengkap|नाम|الاسم|اسم|^(имя|фио|姓名|名前|氏名|이름|isim|naam|namn|navn|nimi|jmeno|jmeno a prijmeni|meno|imie|imie i nazwisko|ime|ime i prezime|nev|teljes nev|nume|ad[iı]|ad[iı]? soyad[iı]?|adsoyad|ονομα|ονοματεπωνυμο|ho ten|ho va ten|jina|שם)$)/u,
  },
  {
    role: 'name',
    weak: true,
    words:
      /\b(name|naam)$|^(policy ?holder|buyer|tenant|passenger|titular|client[ea]|compradora?|paciente|alumn[oa]|alun[oa]|estudiante|estudante|huesped|hospede|pembeli|pelanggan|pasien|siswa|mahasiswa|murid|konsumen|nasabah|klien|tamu|grahak|mareez|mariz|rogi|vidyarthi|ग्राहक|मरीज\u093c?|रोगी|छात्रा?|विद्यार्थी|खरीदार)$/u,
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
  const called = names.some((name, at) => name?.role === 'phone' && !name.weak && contents[at] === 'phone')
  const roles = columns.map((column, at): ColumnRole => {
    const named = names[at]?.role
    const content = contents[at]
    if (column.filled === 0) return 'skip'
    if (called && content === 'phone' && named === undefined) return 'attribute'
    if (called && content !== 'phone' && named === 'phone' && names[at]?.weak) return 'attribute'
    if (named === 'phone' && share(column.cells, isYesOrNo) >= 0.8) return 'consent'
    // A header that promises a number over cells that are none ("Phone 1 - Label") is not believed.
    if (named === 'phone' && content !== 'phone' && share(column.cells, hasDigits) < 0.2) return 'attribute'
    if (named === 'country_code' && share(column.cells, (cell) => isCountry(cell, names[at])) < 0.6)
      return 'attribute'
    if (named === 'consent' && names[at]?.weak) return speaksOfConsent(column.cells) ? 'consent' : 'attribute'
    if (named === 'name' && names[at]?.weak && share(column.cells, isWorded) < 0.3) return 'attribute'
    if (named && named !== 'tag') return named
    // `Status` may be of anything: what stands in the cells decides.
    if (looksLikeConsent(column.cells)) return 'consent'
    return named ?? content ?? 'attribute'
  })
  if (!roles.includes('phone')) {
    // What is called an id, a date or an address stays one, whatever its digits look like.
    const found = columns.findIndex(
      ({ cells }, at) =>
        names[at] === undefined && readableShare(cells, options.country) >= 0.5 && looksTyped(cells),
    )
    if (found >= 0) roles[found] = 'phone'
  }
  leaveOthers(columns, roles)
  settleNames(columns, names, roles)
  settleCountry(columns, names, roles)
  keepFirst(roles, ['name', 'first_name', 'last_name', 'email', 'country_code'])
  if (!options.header && !roles.some((role) => role === 'name' || role === 'first_name')) {
    const words = columns.findIndex(({ cells }, at) => roles[at] === 'attribute' && cells.every(isName))
    if (words >= 0) roles[words] = 'name'
  }
  return roles
}

/** The salesman's number and the nominee's name are fields of a lead that has its own. */
function leaveOthers(columns: readonly ColumnFacts[], roles: ColumnRole[]): void {
  const owners = columns.map(({ name }) => ownerOf(name))
  const own = (role: ColumnRole): boolean =>
    roles.some((played, at) => played === role && owners[at] !== 'another' && owners[at] !== 'near')
  const [ownPhone, ownName] = [own('phone'), own('name')]
  for (const [at, role] of roles.entries()) {
    const isOther = owners[at] === 'another' || (role === 'name' && owners[at] === 'near')
    if (isOther && ((role === 'phone' && ownPhone) || (role === 'name' && ownName))) roles[at] = 'attribute'
  }
}

/**
 * A whole name is enough, and its parts stay beside it as template variables. `Nom;Prénom` and `Nombre;Apellidos` are
 * two parts: there the plain word for a name is the other part. A display name comes after real names.
 */
function settleNames(
  columns: readonly ColumnFacts[],
  names: readonly (Named | undefined)[],
  roles: ColumnRole[],
): void {
  const isStrong = (role: ColumnRole, at: number): boolean => role === 'name' && !names[at]?.weak
  const ofCustomer = roles.findIndex(
    (role, at) => isStrong(role, at) && ownerOf(columns[at]?.name ?? '') === 'customer',
  )
  const strong = ofCustomer >= 0 ? ofCustomer : roles.findIndex(isStrong)
  const first = roles.indexOf('first_name')
  const last = roles.indexOf('last_name')
  const weak = roles.findIndex((role, at) => role === 'name' && names[at]?.weak)
  if (strong < 0) {
    if (weak < 0) return
    if (first >= 0 || last >= 0) replace(roles, ['name'], 'attribute')
    else keepOnly(roles, 'name', weak)
    return
  }
  keepOnly(roles, 'name', strong)
  const part = first >= 0 ? first : last
  const isPart = first < 0 !== last < 0 && !hasWords(columns[strong]?.cells, columns[part]?.cells)
  if (isPart) roles[strong] = first >= 0 ? 'last_name' : 'first_name'
  else replace(roles, ['first_name', 'last_name'], 'attribute')
}

/** Whether most whole names hold a word of the other column. */
function hasWords(wholes: readonly string[] = [], parts: readonly string[] = []): boolean {
  const known = new Set(parts.flatMap((part) => part.toLowerCase().split(/\s+/)))
  return (
    share(
      wholes,
      (whole) =>
        /\s/.test(whole) &&
        whole
          .toLowerCase()
          .split(/\s+/)
          .some((word) => known.has(word)),
    ) >= 0.5
  )
}

/** The code that is named after the phone counts; else the country that most rows name. */
function settleCountry(
  columns: readonly ColumnFacts[],
  names: readonly (Named | undefined)[],
  roles: ColumnRole[],
): void {
  const all = roles.flatMap((role, at) => (role === 'country_code' ? [at] : []))
  const [best] = all.sort(
    (a, b) =>
      Number(names[a]?.weak ?? false) - Number(names[b]?.weak ?? false) ||
      (columns[b]?.filled ?? 0) - (columns[a]?.filled ?? 0) ||
      a - b,
  )
  if (best !== undefined) keepOnly(roles, 'country_code', best)
}

function isCountry(cell: string, named: Named | undefined): boolean {
  return (!named?.weak || /\p{L}/u.test(cell)) && Boolean(countryOf(cell))
}

function isYesOrNo(cell: string): boolean {
  return /^(?:yes|no|y|n|true|false|ja|nein|s[ií]|sim|n[aã]o|oui|non|ya|tidak|हाँ|नहीं|نعم|لا|ok|x|✓)$/iu.test(
    cell.trim(),
  )
}

/** Has a word, and is no answer. */
function isWorded(cell: string): boolean {
  return /\p{L}[\p{L}\p{M}]/u.test(cell) && !isYesOrNo(cell)
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
  const words = headerWords(header)
  return headers.find(({ words: pattern }) => pattern.test(words))
}

function byContent(cells: readonly string[], country: string): ColumnRole | undefined {
  if (cells.length === 0) return undefined
  if (share(cells, isEmail) >= 0.6) return 'email'
  // Numbers of a sheet that are no phones (years, amounts) are hardly ever valid ones.
  if (readableShare(cells, country) >= 0.6 && looksTyped(cells)) return 'phone'
  return undefined
}

/** Ids are counted up, and dates begin with their year; neither is typed with signs in it as phones are. */
function looksTyped(cells: readonly string[]): boolean {
  if (share(cells, (cell) => /[+\s()/-]|^0/.test(cell.trim())) >= 0.3) return true
  if (share(cells, (cell) => /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(cell)) >= 0.6)
    return false
  const numbers = [...new Set(cells.map(Number))].filter(Number.isFinite).sort((a, b) => a - b)
  const [least = 0] = numbers
  const range = (numbers.at(-1) ?? 0) - least
  return numbers.length < 3 || range / numbers.length > idSpacing
}

/** Phones of one town lie further apart than this on average; ids of one table lie closer. */
const idSpacing = 50

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

function keepOnly(roles: ColumnRole[], role: ColumnRole, at: number): void {
  for (const [other, played] of roles.entries())
    if (played === role && other !== at) roles[other] = 'attribute'
}

/** Of roles that one column plays, the first column keeps it. */
function keepFirst(roles: ColumnRole[], single: ColumnRole[]): void {
  for (const role of single) {
    const first = roles.indexOf(role)
    for (const [at, other] of roles.entries()) if (other === role && at !== first) roles[at] = 'attribute'
  }
}
