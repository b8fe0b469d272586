/** The columns that contact cards become. */
const cardColumns = ['Name', 'Phone', 'Phone 2', 'Phone 3', 'Email', 'Company', 'Tags', 'Notes']

type Property = { name: string; types: string; parameters: string; value: string }

/**
 * Reads contact cards (vCard 2.1 to 4.0) as a table: the header, then a row for each card. Mobiles come before other
 * numbers; fax numbers are left out.
 */
export async function* cardRows(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  yield cardColumns
  let card: Property[] | undefined
  for await (const line of unfolded(lines)) {
    const property = propertyOf(line)
    if (!property) continue
    if (property.name === 'BEGIN') card = []
    else if (property.name === 'END') {
      if (card) yield rowOf(card)
      card = undefined
    } else card?.push(property)
  }
}

/** Lines that begin with a space go on with the one before, and those after a `=` of quoted-printable too. */
async function* unfolded(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let whole = ''
  for await (const line of lines) {
    if (/^[ \t]/.test(line) && whole.length < longestLine) whole += line.slice(1)
    else if (whole.endsWith('=') && /quoted-printable/i.test(whole) && whole.length < longestLine) {
      whole = whole.slice(0, -1) + line
    } else {
      if (whole) yield whole
      whole = line
    }
  }
  if (whole) yield whole
}

/** Photos are lines of hundreds of kilobytes; nothing of them is needed. */
const longestLine = 20_000

function propertyOf(line: string): Property | undefined {
  const [, head = '', value = ''] = /^((?:[^:"]|"[^"]*")*):(.*)$/s.exec(line.slice(0, longestLine)) ?? []
  if (!head) return undefined
  const [name = '', ...parameters] = head.split(';')
  const text = parameters.join(';').toLowerCase()
  return {
    name: name.replace(/^.*\./, '').toUpperCase(),
    parameters: text,
    types: text,
    value: decoded(value, text),
  }
}

function decoded(value: string, parameters: string): string {
  if (!/quoted-printable/.test(parameters)) return value
  const bytes = value.replace(/=([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  const charset = /charset=([\w-]+)/.exec(parameters)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(Buffer.from(bytes, 'latin1'))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return new TextDecoder().decode(Buffer.from(bytes, 'latin1'))
  }
}

function rowOf(card: readonly Property[]): string[] {
  const first = (name: string): string => plain(card.find((property) => property.name === name)?.value ?? '')
  const phones = card
    .filter(({ name, types }) => name === 'TEL' && !/fax|pager/.test(types))
    .sort((one, other) => Number(isMobile(other)) - Number(isMobile(one)))
    .map(({ value }) => plain(value.replace(/^tel:/i, '').replace(/;.*$/, '')))
    .filter((phone) => phone !== '')
  return [
    first('FN') || nameOf(card),
    phones[0] ?? '',
    phones[1] ?? '',
    phones.slice(2).join('; '),
    first('EMAIL').replace(/^mailto:/i, ''),
    first('ORG').replace(/;+$/, '').replaceAll(';', ', '),
    first('CATEGORIES'),
    first('NOTE'),
  ]
}

function isMobile({ types }: Property): boolean {
  return /cell|mobile|whatsapp/.test(types)
}

/** `Rao;Asha;M;Dr.;`: family, given, additional, prefix, suffix. */
function nameOf(card: readonly Property[]): string {
  const [family = '', given = ''] = (card.find(({ name }) => name === 'N')?.value ?? '').split(/(?<!\\);/)
  return plain(`${given} ${family}`).trim()
}

function plain(value: string): string {
  return value
    .replace(/\\n/gi, '\n')
    .replace(/\\([,;:\\])/g, '$1')
    .trim()
}
