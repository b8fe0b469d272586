/** Networks' own hosts of pictures; besides them only where the network itself is reached. */
const pictureHosts = [
  '.fbcdn.net',
  '.facebook.com',
  '.fbsbx.com',
  '.cdninstagram.com',
  '.googleusercontent.com',
  '.ggpht.com',
  '.licdn.com',
]
/** A profile picture of 100 pixels is some 5 kB. */
const largestBytes = 60_000
const timeoutMs = 5_000
const types = new Set(['image/jpeg', 'image/png', 'image/webp'])

type Origins = {
  facebook: { graphUrl: string }
}

/**
 * Fetches a profile picture: only from the networks' own hosts, small, and without following a redirect elsewhere.
 * A picture that cannot be had is no failure: the initials are shown.
 */
export async function readPicture(url: string, { facebook }: Origins): Promise<string | undefined> {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, origin } = new URL(url)
  const isNetwork = protocol === 'https:' && pictureHosts.some((host) => hostname.endsWith(host))
  if (!isNetwork && origin !== new URL(facebook.graphUrl).origin) return undefined
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
    const type = answer.headers.get('content-type')?.split(';')[0]?.trim() ?? ''
    const length = Number(answer.headers.get('content-length') ?? 0)
    if (!answer.ok || !types.has(type) || length > largestBytes) {
      await answer.body?.cancel()
      return undefined
    }
    const bytes = await readSmall(answer)
    return bytes && `data:${type};base64,${bytes.toString('base64')}`
  } catch (error) {
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) {
      return undefined
    }
    throw error
  }
}

/** The bytes; undefined where there are more than a small picture has, whatever its header said. */
async function readSmall(answer: Response): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of answer.body ?? []) {
    bytes += piece.length
    if (bytes > largestBytes) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
