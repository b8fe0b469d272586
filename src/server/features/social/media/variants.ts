import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { App } from '#server/app.ts'
import { mediaKey } from './rules/media-key.ts'
import type { StoredMedia } from './rules/media-type.ts'

export type MadeFile = {
  hash: Buffer
  bytes: number
  mime: string
  width: number | null
  height: number | null
  durationMs: number | null
}

type Made = Pick<MadeFile, 'mime' | 'width' | 'height' | 'durationMs'>

/** The variant that exists already. */
export async function findVariant(
  app: App,
  businessId: number,
  mediaId: number,
  recipe: string,
): Promise<MadeFile | undefined> {
  const row = await app.db
    .selectFrom('social_media_variants')
    .select(['hash', 'bytes', 'mime', 'width', 'height', 'duration_ms'])
    .where('business_id', '=', businessId)
    .where('media_id', '=', mediaId)
    .where('recipe', '=', recipe)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  if (!row?.hash || row.bytes === null || !row.mime) return undefined
  if (!(await app.media.has(mediaKey(businessId, row.hash)))) return undefined
  return {
    hash: row.hash,
    bytes: row.bytes,
    mime: row.mime,
    width: row.width,
    height: row.height,
    durationMs: row.duration_ms,
  }
}

/**
 * The variant of this recipe: the one that is there, or one that `make` writes to a new file.
 * @param make answers undefined where the network's limits cannot be met.
 */
export async function keepVariant(
  app: App,
  businessId: number,
  media: StoredMedia,
  recipe: string,
  make: (path: string, to: string) => Promise<Made | undefined>,
): Promise<MadeFile | undefined> {
  const found = await findVariant(app, businessId, media.id, recipe)
  if (found) return found
  const to = join(await app.media.incoming(), randomUUID())
  try {
    const made = await app.media.asFile(mediaKey(businessId, media.hash), (path) => make(path, to))
    if (!made) return undefined
    const file: MadeFile = { ...made, hash: await hashOf(to), bytes: (await stat(to)).size }
    await app.media.put(mediaKey(businessId, file.hash), to, file.mime)
    await noteVariant(app, businessId, media.id, recipe, file)
    return file
  } finally {
    await rm(to, { force: true })
  }
}

async function noteVariant(
  app: App,
  businessId: number,
  mediaId: number,
  recipe: string,
  { durationMs, ...file }: MadeFile,
): Promise<void> {
  const made = { ...file, duration_ms: durationMs, state: 'ready', reason: null, made_at: app.now() }
  await app.db
    .insertInto('social_media_variants')
    .values({ business_id: businessId, media_id: mediaId, recipe, ...made })
    .onConflict((conflict) => conflict.columns(['business_id', 'media_id', 'recipe']).doUpdateSet(made))
    .execute()
}

async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}
