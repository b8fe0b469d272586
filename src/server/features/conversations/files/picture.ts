import { Readable } from 'node:stream'
import type { FileKind } from '#contract/conversations/files.ts'
import type { App } from '#server/app.ts'
import { openSharp, sharpOptions } from '#server/platform/media-tools/open-sharp.ts'
import { fileKey, keepBytes } from './chat-file.ts'

/** As wide as a bubble shows it, twice for sharp screens. */
const longestSide = 640
/** A picture that takes longer was made to keep us busy. */
const longestSeconds = 20
/** What sharp is given, by content; other readers of it are open to whatever a person sends. */
const readable = /^image\/(jpeg|png|webp|gif)$/

/** What a row of `chat_files` keeps of a picture. */
type Picture = {
  width: number | null
  height: number | null
  small_hash: Buffer | null
  small_bytes: number | null
}
const none: Picture = { width: null, height: null, small_hash: null, small_bytes: null }

/**
 * The size of a stored picture or sticker, and its small copy in the store. None where it cannot be read, moves, or
 * would not become smaller.
 * @throws MediaMissing, MediaStoreFailed
 */
export async function readPicture(
  app: App,
  businessId: number,
  kind: string,
  { hash, bytes, mime }: { hash: Buffer; bytes: number; mime: string },
): Promise<Picture> {
  const isPicture = (['image', 'sticker'] satisfies FileKind[] as string[]).includes(kind)
  if (!isPicture || !readable.test(mime)) return none
  const { small, ...size } = await app.media.asFile(fileKey(businessId, hash), shrink)
  if (!small || small.length >= bytes) return { ...none, ...size }
  const kept = await keepBytes(app, businessId, Readable.from([small]), small.length)
  return { ...size, small_hash: kept.hash, small_bytes: kept.bytes }
}

type Shrunk = { width: number | null; height: number | null; small: Buffer | null }

async function shrink(path: string): Promise<Shrunk> {
  const sharp = await openSharp()
  const read = () =>
    sharp(path, { ...sharpOptions, failOn: 'truncated' }).timeout({ seconds: longestSeconds })
  try {
    const { autoOrient, pages = 1 } = await read().metadata()
    const { width, height } = autoOrient
    // The copy of a moving sticker would stand still.
    if (pages > 1) return { width, height, small: null }
    const fit = { fit: 'inside', withoutEnlargement: true } as const
    const small = await read().autoOrient().resize(longestSide, longestSide, fit).webp().toBuffer()
    return { width, height, small }
  } catch {
    return { width: null, height: null, small: null }
  }
}
