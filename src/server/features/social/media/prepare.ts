import type { Platform, PostFormat } from '#contract/social/networks.ts'
import type { MediaEdit } from '#contract/social/picture-area.ts'
import type { App } from '#server/app.ts'
import { prepareFile } from './job-names.ts'
import { fileForNetwork, MediaNotUsable, planFor } from './network-file.ts'
import { fromRow } from './stored-media.ts'

/** Posts that are due sooner get their videos ready; later ones may still change. */
const aheadMs = 24 * 3_600_000
const mostAtOnce = 200

/** Enqueues the videos of posts that are due soon and must be converted, so that no post is late because of it. */
export async function enqueueVideos(app: App): Promise<void> {
  const due = await app.db
    .selectFrom('social_publications as publication')
    .innerJoin('social_post_media as used', (join) =>
      join
        .onRef('used.business_id', '=', 'publication.business_id')
        .onRef('used.post_id', '=', 'publication.post_id'),
    )
    .innerJoin('social_media as media', (join) =>
      join.onRef('media.business_id', '=', 'used.business_id').onRef('media.id', '=', 'used.media_id'),
    )
    .selectAll('media')
    .select(['publication.platform', 'publication.format', 'used.crops', 'used.focal_x', 'used.focal_y'])
    .where('publication.state', '=', 'scheduled')
    .where('publication.deleted_at', 'is', null)
    .where('publication.due_at', '<', new Date(app.now().getTime() + aheadMs))
    .where('media.kind', '=', 'video')
    .where('media.removed_at', 'is', null)
    .orderBy('publication.due_at')
    .limit(mostAtOnce)
    .execute()
  for (const row of due) {
    const media = fromRow(row)
    const [platform, format] = [row.platform as Platform, row.format as PostFormat]
    const edit = editOf(row, platform)
    const plan = planFor(media, platform, format, edit)
    if (typeof plan === 'string' || plan === undefined || (await isKnown(app, row, plan.recipe))) continue
    await app.enqueue(
      prepareFile,
      {
        business_id: row.business_id,
        media_id: row.id,
        platform,
        format,
        crop: edit.crop ?? null,
        focal: edit.focal ?? null,
      },
      { singletonKey: `${row.business_id}-${row.id}-${platform}-${format}` },
    )
  }
}

function editOf(
  row: { crops: unknown; focal_x: number | null; focal_y: number | null },
  platform: Platform,
): MediaEdit {
  const crop = (row.crops as Partial<Record<Platform, MediaEdit['crop']>>)[platform]
  const focal = row.focal_x === null || row.focal_y === null ? undefined : { x: row.focal_x, y: row.focal_y }
  return { ...(crop && { crop }), ...(focal && { focal }) }
}

/** Made, being made, or given up: what is due then says why. */
async function isKnown(
  app: App,
  media: { business_id: number; id: number },
  recipe: string,
): Promise<boolean> {
  const row = await app.db
    .selectFrom('social_media_variants')
    .select(['state', 'claim'])
    .where('business_id', '=', media.business_id)
    .where('media_id', '=', media.id)
    .where('recipe', '=', recipe)
    .executeTakeFirst()
  return row !== undefined && (row.state !== 'waiting' || row.claim !== null)
}

/** Makes one file. What cannot be made is noted, and reported when the post is due. */
export async function prepareOne(
  app: App,
  file: {
    business_id: number
    media_id: number
    platform: Platform
    format: PostFormat
    crop: MediaEdit['crop'] | null
    focal: MediaEdit['focal'] | null
  },
  signal: AbortSignal,
): Promise<void> {
  const edit = { ...(file.crop && { crop: file.crop }), ...(file.focal && { focal: file.focal }) }
  try {
    await fileForNetwork(app, file.business_id, file.media_id, file.platform, file.format, edit, signal)
  } catch (error) {
    if (!(error instanceof MediaNotUsable)) throw error
    app.log.info({ err: error, mediaId: file.media_id }, 'a video cannot be made ready for its network')
  }
}
