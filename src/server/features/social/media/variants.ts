import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type UpdateObject } from 'kysely'
import type { App } from '#server/app.ts'
import { MediaStoreFailed } from '#server/platform/media-store/media-store.ts'
import type { Tables } from '#server/tables.ts'
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

/** It was tried several times, and cannot be made. */
export class VariantFailed extends Error {}

/** A claim is renewed often; that of a process that was killed ends after so long, and the file is made again. */
const claimMs = 60_000
const renewMs = 15_000
/** How often one looks whether another process has made it. */
const lookMs = 500
const mostAttempts = 3

type Of = { businessId: number; media: StoredMedia; recipe: string }

/**
 * The variant of this recipe: the one that is there, or one that `make` writes to a new file. One process makes it, the
 * others wait.
 * @param make answers undefined where the network's limits cannot be met.
 * @throws VariantFailed
 */
export async function keepVariant(
  app: App,
  of: Of,
  make: (path: string, to: string) => Promise<Made | undefined>,
  signal?: AbortSignal,
): Promise<MadeFile | undefined> {
  for (;;) {
    const found = await findVariant(app, of)
    if (found) return found
    const claim = await claimVariant(app, of)
    if (claim === 'given_up') throw new VariantFailed('given up')
    if (claim) return await makeClaimed(app, of, claim, make, signal)
    await pause(lookMs, undefined, { signal })
  }
}

/** What could not be made of a post's files is tried again: its owner says so. */
export async function tryVariantsAgain(tx: App, businessId: number, postId: number): Promise<void> {
  await sql`
    delete from social_media_variants variant using social_post_media used
    where used.business_id = ${businessId} and used.post_id = ${postId} and variant.business_id = ${businessId}
      and variant.media_id = used.media_id and variant.state <> 'ready'
      and (variant.claim is null or variant.claimed_until < now())`.execute(tx.db)
}

async function findVariant(app: App, { businessId, media, recipe }: Of): Promise<MadeFile | undefined> {
  const row = await variantOf(app, businessId, media.id, recipe)
    .select(['hash', 'bytes', 'mime', 'width', 'height', 'duration_ms'])
    .where('state', '=', 'ready')
    .executeTakeFirst()
  if (!row?.hash || row.bytes === null || !row.mime) return undefined
  if (!(await app.media.has(mediaKey(businessId, row.hash)))) return undefined
  const { hash, bytes, mime, width, height } = row
  return { hash, bytes, mime, width, height, durationMs: row.duration_ms }
}

const variantOf = (app: App, businessId: number, mediaId: number, recipe: string) =>
  app.db
    .selectFrom('social_media_variants')
    .where('business_id', '=', businessId)
    .where('media_id', '=', mediaId)
    .where('recipe', '=', recipe)

/** The claim; undefined while another process holds it. */
async function claimVariant(
  app: App,
  { businessId, media, recipe }: Of,
): Promise<string | 'given_up' | undefined> {
  const claim = randomUUID()
  const { rows } = await sql<{ attempts: number }>`
    insert into social_media_variants as variant
      (business_id, media_id, recipe, state, claim, claimed_until, attempts)
    values (${businessId}, ${media.id}, ${recipe}, 'waiting', ${claim}, ${until()}, 1)
    on conflict (business_id, media_id, recipe) do update
      set state = 'waiting', claim = excluded.claim, claimed_until = excluded.claimed_until,
        attempts = case when variant.state = 'ready' then 1 else variant.attempts + 1 end
      where (variant.claim is null or variant.claimed_until at time zone 'UTC'
          < excluded.claimed_until at time zone 'UTC' - ${sql.lit(claimMs / 1000)} * interval '1 second')
        and (variant.attempts < ${mostAttempts} or variant.state = 'ready')
    returning attempts`.execute(app.db)
  if (rows[0]) return claim
  const givenUp = await variantOf(app, businessId, media.id, recipe)
    .select('attempts')
    .where('state', '<>', 'ready')
    .where('attempts', '>=', mostAttempts)
    .where(sql<boolean>`(claim is null or claimed_until < now())`)
    .executeTakeFirst()
  return givenUp && 'given_up'
}

/** By the database's clock: the processes' own may differ. */
const until = () => sql<Date>`now() + ${claimMs / 1000} * interval '1 second'`

async function makeClaimed(
  app: App,
  of: Of,
  claim: string,
  make: (path: string, to: string) => Promise<Made | undefined>,
  signal?: AbortSignal,
): Promise<MadeFile | undefined> {
  const { businessId, media } = of
  const to = join(await app.media.incoming(), randomUUID())
  const renewing = setInterval(() => {
    settle(app, of, claim, { claimed_until: until() }).catch((error: unknown) =>
      app.log.warn({ err: error }, 'a claim on a file that is being made was not renewed'),
    )
  }, renewMs)
  try {
    const made = await app.media.asFile(mediaKey(businessId, media.hash), (path) => make(path, to))
    if (!made) {
      await settle(app, of, claim, { state: 'failed', reason: 'too_large', claim: null })
      return undefined
    }
    const file: MadeFile = { ...made, hash: await hashOf(to), bytes: (await stat(to)).size }
    await app.media.put(mediaKey(businessId, file.hash), to, file.mime)
    const { durationMs, ...rest } = file
    await settle(app, of, claim, {
      ...rest,
      duration_ms: durationMs,
      state: 'ready',
      reason: null,
      claim: null,
      attempts: 0,
      made_at: app.now(),
    })
    return file
  } catch (error) {
    // Work that is handed back because the process stops, or the store is away, did not fail.
    const isHandedBack = signal?.aborted || error instanceof MediaStoreFailed
    await settle(app, of, claim, {
      claim: null,
      ...(isHandedBack
        ? { attempts: sql<number>`greatest(attempts - 1, 0)` }
        : { state: 'failed', reason: 'not_converted' }),
    })
    throw error
  } finally {
    clearInterval(renewing)
    await rm(to, { force: true })
  }
}

/** Changes the row as long as the claim is ours. */
async function settle(
  app: App,
  { businessId, media, recipe }: Of,
  claim: string,
  change: UpdateObject<Tables, 'social_media_variants'>,
): Promise<void> {
  await app.db
    .updateTable('social_media_variants')
    .set(change)
    .where('business_id', '=', businessId)
    .where('media_id', '=', media.id)
    .where('recipe', '=', recipe)
    .where('claim', '=', claim)
    .execute()
}

async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}
