/** What a page says of itself for those who link to it; texts are plain, never markup. */
export type PageHead = {
  title: string | undefined
  description: string | undefined
  siteName: string | undefined
  image: string | undefined
}

const longestTitle = 200
const longestText = 400

/**
 * Reads the Open Graph, Twitter and plain descriptions of an HTML page. Only tags that carry them are looked at;
 * comments, scripts and styles are skipped. Each step moves forward in the text, so that hostile pages cost no more.
 */
export function readHead(html: string): PageHead {
  const meta = new Map<string, string>()
  let title: string | undefined
  const tags = /<!--|<(meta|title|script|style|noscript|svg|body)\b/gi
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    const name = tag[1]?.toLowerCase()
    if (name === undefined) tags.lastIndex = endOf(html, '-->', tags.lastIndex)
    else if (name === 'meta') {
      const { attributes, end } = readAttributes(html, tags.lastIndex)
      const key = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase()
      const content = attributes.get('content')
      if (key && content && !meta.has(key)) meta.set(key, content)
      tags.lastIndex = end
    } else if (name === 'body') {
      // Many pages write their tags behind the head as well; the body itself is not searched for a title.
      tags.lastIndex = readAttributes(html, tags.lastIndex).end
    } else {
      const begin = readAttributes(html, tags.lastIndex).end
      const end = endOf(html, `</${name}`, begin)
      if (name === 'title') title ??= html.slice(begin, end - `</${name}`.length)
      tags.lastIndex = end
    }
  }
  const first = (...keys: string[]) => keys.map((key) => meta.get(key)).find(Boolean)
  return {
    title: plain(first('og:title', 'twitter:title') ?? title, longestTitle),
    description: plain(first('og:description', 'twitter:description', 'description'), longestText),
    siteName: plain(first('og:site_name', 'application-name'), longestTitle),
    image:
      decode(first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image') ?? '') || undefined,
  }
}

/** Behind the next occurrence, in any case of letters; the end of the text where there is none. */
function endOf(html: string, what: string, from: number): number {
  const end = new RegExp(what.replaceAll('/', '\\/'), 'gi')
  end.lastIndex = from
  return end.exec(html) ? end.lastIndex : html.length
}

const mostAttributes = 50

/** The attributes of a tag from behind its name, and where the tag ends. */
function readAttributes(html: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>()
  const part =
    /[\s/]*(?:(>)|([^\s=>/"']+)(?:\s*=\s*(?:"([^"]{0,4000})"|'([^']{0,4000})'|([^\s>"']+)))?|["'=])/y
  let end = from
  for (let count = 0; count < mostAttributes; count++) {
    part.lastIndex = end
    const found = part.exec(html)
    if (!found) break
    end = part.lastIndex
    const [, close, name, double, single, bare] = found
    if (close) break
    if (name && !attributes.has(name.toLowerCase())) {
      attributes.set(name.toLowerCase(), double ?? single ?? bare ?? '')
    }
  }
  return { attributes, end }
}

/** The named references that titles contain; a name that is not here stays as it is. */
const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  pound: '£',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  aacute: 'á',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  ntilde: 'ñ',
  ccedil: 'ç',
  atilde: 'ã',
  otilde: 'õ',
  acirc: 'â',
  ecirc: 'ê',
  ocirc: 'ô',
  uuml: 'ü',
  ouml: 'ö',
  auml: 'ä',
  szlig: 'ß',
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return named[name] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

function plain(text: string | undefined, longest: number): string | undefined {
  const words = decode(text ?? '')
    .toWellFormed()
    // Characters that turn the direction of what follows would reach beyond this text.
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const characters = [...words]
  if (characters.length <= longest) return words || undefined
  return `${characters
    .slice(0, longest - 1)
    .join('')
    .trimEnd()}…`
}
