import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { Id } from '../values.ts'
import { Platform, PostFormat } from './networks.ts'

/** The largest files that are taken, in bytes. Networks take less of most formats. */
export const largestImage = 50 * 1024 * 1024
export const largestVideo = 1024 * 1024 * 1024

export const MediaProblemCode = z.enum([
  'not_offered',
  'wrong_kind',
  'wrong_type',
  'wrong_codec',
  'too_large',
  'too_small',
  'too_wide',
  'too_many_pixels',
  'wrong_ratio',
  'too_short',
  'too_long',
  'wrong_frame_rate',
  'needs_ffmpeg',
  'removed',
])
export type MediaProblemCode = z.infer<typeof MediaProblemCode>

/** One rule of a network that a file breaks, and whether we can fix it. */
export const MediaProblem = z.object({
  platform: Platform,
  format: PostFormat,
  /** Which rule of `rules.ts`. */
  code: MediaProblemCode,
  limit: z.string().nullable(),
  found: z.string().nullable(),
  /** What we do before it leaves; `crop` only once a person chose what stays in the picture. */
  fix: z.enum(['convert', 'scale', 'crop', 'transcode']).nullable(),
  /** The problem as a sentence in the reader's language. */
  message: z.string(),
})
export type MediaProblem = z.infer<typeof MediaProblem>

export const Media = z.object({
  id: z.number(),
  kind: z.enum(['image', 'video']),
  mime: z.string(),
  file_name: z.string(),
  bytes: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  duration_ms: z.number().nullable(),
  url: z.string(),
  problems: z.array(MediaProblem),
})
export type Media = z.infer<typeof Media>

/** How a page describes itself. Plain texts; the picture is a data address. */
export const LinkPreview = z.object({
  /** After all redirects. */
  url: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  site_name: z.string(),
  image: z.string().nullable(),
})
export type LinkPreview = z.infer<typeof LinkPreview>

export const socialMedia = endpoints({
  upload: {
    method: 'POST',
    path: '/marketing/api/social/media',
    scope: 'posts:write',
    summary: 'Upload a picture or video, and learn which networks take it',
    multipart: true,
    body: z.object({ file: z.string() }),
    response: answer({ media: Media }),
  },
  get: {
    method: 'GET',
    path: '/marketing/api/social/media/{id}',
    summary: 'An uploaded file and what the networks say of it',
    params: z.object({ id: Id }),
    response: answer({ media: Media }),
  },
  linkPreview: {
    method: 'POST',
    path: '/marketing/api/social/link_preview',
    summary: 'Read the title, text and picture of a public page',
    body: z.object({ url: z.string().trim().min(1).max(2000) }),
    response: answer({ preview: LinkPreview }),
  },
  /** For networks and browsers: the signature is the right to it. Ranges are answered. */
  serve: {
    method: 'GET',
    path: '/marketing/media/{signed}/{name}',
    summary: 'The bytes of a file, by its signed address',
    access: 'public',
    raw: true,
    params: z.object({ signed: z.string().max(300), name: z.string().max(200) }),
    response: z.string(),
  },
})
