import { z } from 'zod'
import { textWithLink } from '#contract/social/text-length.ts'
import type { App } from '#server/app.ts'
import type { Claimed } from './claim.ts'

const Crop = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  border: z.boolean().optional(),
})

/** What is published, frozen when publishing begins: an edit of a post reaches only what has not begun. */
export const FrozenContent = z.object({
  text: z.string(),
  link: z.string().nullable(),
  linkTitle: z.string().nullable(),
  firstComment: z.string().nullable(),
  youtube: z
    .object({
      title: z.string(),
      privacy: z.enum(['public', 'unlisted', 'private']),
      madeForKids: z.boolean(),
      tags: z.array(z.string()),
    })
    .nullable(),
  media: z.array(
    z.object({
      id: z.number(),
      altText: z.string().nullable(),
      focal: z.object({ x: z.number(), y: z.number() }).nullable(),
      crop: Crop.nullable(),
    }),
  ),
})
export type FrozenContent = z.infer<typeof FrozenContent>

const Captions = z.record(z.string(), z.string()).catch({})
const Options = z.looseObject({
  link: z.looseObject({ title: z.string().nullish() }).nullish().catch(null),
  youtube: z
    .looseObject({
      title: z.string().catch(''),
      privacy: z.enum(['public', 'unlisted', 'private']).catch('private'),
      made_for_kids: z.boolean().catch(false),
      tags: z.array(z.string()).catch([]),
    })
    .nullish()
    .catch(null),
})
const Crops = z.record(z.string(), Crop).catch({})

/** The post as it is now; undefined: it was deleted. */
export async function readContent(app: App, row: Claimed): Promise<FrozenContent | undefined> {
  const post = await app.db
    .selectFrom('social_posts')
    .selectAll()
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.post_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!post) return undefined
  const media = await app.db
    .selectFrom('social_post_media')
    .selectAll()
    .where('business_id', '=', row.business_id)
    .where('post_id', '=', row.post_id)
    .orderBy('position')
    .execute()
  const options = Options.catch({ link: null, youtube: null }).parse(post.options)
  const captions = Captions.parse(post.captions)
  const { youtube } = options
  return {
    text: textWithLink(captions[row.platform] ?? post.caption, post.link, media.length > 0),
    link: post.link,
    linkTitle: options.link?.title ?? null,
    firstComment: post.first_comment,
    youtube: youtube
      ? {
          title: youtube.title,
          privacy: youtube.privacy,
          madeForKids: youtube.made_for_kids,
          tags: youtube.tags,
        }
      : null,
    media: media.map((one) => ({
      id: one.media_id,
      altText: one.alt_text,
      focal: one.focal_x === null || one.focal_y === null ? null : { x: one.focal_x, y: one.focal_y },
      crop: Crops.parse(one.crops)[row.platform] ?? null,
    })),
  }
}
