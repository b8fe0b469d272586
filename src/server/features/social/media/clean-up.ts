import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { mediaKey } from './rules/media-key.ts'
import { dropLeftovers } from './upload.ts'

/** After its last use: long enough for a composer that was left open over a weekend. */
const graceDays = 7
/** Films are large; their networks keep them. Pictures stay with the history. */
const videoDays = 30
/** Copies made for networks are of no use once all is published. */
const variantDays = 7
const mostAtOnce = 500

/** Removes the bytes that no draft and no post needs; the rows stay, so that a post still says what it showed. */
export async function removeUnused(app: App): Promise<void> {
  await dropLeftovers(app)
  const { rows } = await sql<{ business_id: number; id: number }>`
    select media.business_id, media.id from social_media media
    where ${unneeded(app)} order by media.used_at limit ${mostAtOnce}`.execute(app.db)
  for (const { business_id, id } of rows) await removeOne(app, business_id, id)
  await removeOldVariants(app)
}

const daysAgo = (app: App, days: number): Date => new Date(app.now().getTime() - days * 86_400_000)

/** In drafts any number counts that could be its id: a file too many is kept rather than one too few. */
const unneeded = (app: App) => sql<boolean>`
  media.removed_at is null and media.used_at < ${daysAgo(app, graceDays)}
  and not exists (
    select from social_post_media used
    join social_posts post on post.business_id = used.business_id and post.id = used.post_id
    left join social_publications publication
      on publication.business_id = post.business_id and publication.post_id = post.id
    left join social_recurrence_targets target
      on target.business_id = post.business_id and target.post_id = post.id
    left join social_recurrences series
      on series.business_id = target.business_id and series.id = target.recurrence_id
    where used.business_id = media.business_id and used.media_id = media.id and post.deleted_at is null
      and ((publication.id is not null and publication.deleted_at is null
          and (media.kind = 'image' or publication.state not in ('posted', 'cancelled')
            or publication.state_at > ${daysAgo(app, videoDays)}))
        or (series.id is not null and series.stopped_at is null)))
  and not exists (
    select from social_drafts draft
    where draft.business_id = media.business_id
      and jsonb_path_exists(draft.form, '$.** ? (@ == $id)', jsonb_build_object('id', media.id)))`

/** The row is held until the bytes are gone: an upload of the same file waits, and stores them again. */
async function removeOne(app: App, businessId: number, id: number): Promise<void> {
  await app.transaction(async (tx) => {
    const { rows } = await sql<{ hash: Buffer }>`
      update social_media media set removed_at = ${app.now()}
      where media.business_id = ${businessId} and media.id = ${id} and ${unneeded(app)}
      returning media.hash`.execute(tx.db)
    const [media] = rows
    if (!media) return
    const variants = await tx.db
      .deleteFrom('social_media_variants')
      .where('business_id', '=', businessId)
      .where('media_id', '=', id)
      .returning('hash')
      .execute()
    for (const { hash } of [media, ...variants]) if (hash) await removeBytes(tx, businessId, hash)
  })
}

/** Bytes that came out the same for another file stay. */
async function removeBytes(tx: App, businessId: number, hash: Buffer): Promise<void> {
  const { rows } = await sql`
    select from social_media where business_id = ${businessId} and hash = ${hash} and removed_at is null
    union all
    select from social_media_variants where business_id = ${businessId} and hash = ${hash} and state = 'ready'
    limit 1`.execute(tx.db)
  if (rows.length === 0) await tx.media.remove(mediaKey(businessId, hash))
}

/** Copies of published posts, and notes of failures: what could not be made is tried again a day later, also if used. */
async function removeOldVariants(app: App): Promise<void> {
  const { rows } = await sql<{ business_id: number; media_id: number; recipe: string }>`
    select variant.business_id, variant.media_id, variant.recipe from social_media_variants variant
    join social_media media on media.business_id = variant.business_id and media.id = variant.media_id
    where (variant.state <> 'ready' and variant.claimed_until < ${daysAgo(app, 1)})
      or (variant.state = 'ready' and media.used_at < ${daysAgo(app, variantDays)}
        and not exists (
          select from social_post_media used
          join social_publications publication
            on publication.business_id = used.business_id and publication.post_id = used.post_id
          where used.business_id = media.business_id and used.media_id = media.id
            and publication.deleted_at is null and publication.state not in ('posted', 'cancelled')))
    limit ${mostAtOnce}`.execute(app.db)
  for (const { business_id, media_id, recipe } of rows) {
    await app.transaction(async (tx) => {
      const gone = await tx.db
        .deleteFrom('social_media_variants')
        .where('business_id', '=', business_id)
        .where('media_id', '=', media_id)
        .where('recipe', '=', recipe)
        .where((where) =>
          where.or([where('claim', 'is', null), where('claimed_until', '<', daysAgo(app, 1))]),
        )
        .returning('hash')
        .executeTakeFirst()
      if (gone?.hash) await removeBytes(tx, business_id, gone.hash)
    })
  }
}
