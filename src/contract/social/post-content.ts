import { z } from 'zod'
import { Id } from '../values.ts'
import { Platform, PostFormat } from './networks.ts'

/** How often a row was changed. */
export const Revision = z.number().int().min(0).max(2_147_483_647)

const Fraction = z.number().min(0).max(1)

/** A part of the upright picture, in fractions of it. */
export const Crop = z
  .object({
    x: Fraction,
    y: Fraction,
    width: Fraction,
    height: Fraction,
    /** Where its ratio is wrong for the network, white fills it up and nothing more is cut off. Images only. */
    border: z.boolean().optional(),
  })
  .refine(({ width, height }) => width > 0 && height > 0)
  .refine(({ x, y, width, height }) => x + width <= 1.0001 && y + height <= 1.0001)
export type Crop = z.infer<typeof Crop>

/** One file of a post, and how it is shown. */
export const PostMedia = z.object({
  media_id: Id,
  alt_text: z.string().max(1000).nullable().optional(),
  /** The point that stays in the picture when it is cropped; absent: nothing may be cropped. */
  focal: z.object({ x: Fraction, y: Fraction }).nullable().optional(),
  /** A crop of the person's own by network. */
  crops: z.partialRecord(Platform, Crop).optional(),
})
export type PostMedia = z.infer<typeof PostMedia>

/** What a network needs besides. */
export const PostOptions = z.object({
  youtube: z
    .object({
      title: z.string().max(1000),
      privacy: z.enum(['public', 'unlisted', 'private']).default('public'),
      made_for_kids: z.boolean().default(false),
      tags: z.array(z.string().trim().min(1).max(500)).max(100).optional(),
    })
    .optional(),
})
export type PostOptions = z.infer<typeof PostOptions>

/** One of several accounts. What is absent is as the form says for all. */
export const PostTarget = z.object({
  account_id: Id,
  caption: z.string().max(70_000).optional(),
  /** Absent: by the files; one video is a reel at Instagram and a video elsewhere. `text` posts without a file. */
  format: PostFormat.optional(),
  first_comment: z.string().max(8000).nullable().optional(),
  options: PostOptions.optional(),
})
export type PostTarget = z.infer<typeof PostTarget>

/** A whole post, for what repeats. */
export const PostContent = z.object({
  targets: z.array(PostTarget).min(1).max(50),
  caption: z.string().max(70_000),
  first_comment: z.string().max(8000).nullable().optional(),
  link: z.string().max(2000).nullable().optional(),
  options: PostOptions.optional(),
  uploaded: z.array(PostMedia).max(20).default([]),
})
export type PostContent = z.infer<typeof PostContent>
