import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { Id } from '../values.ts'
import { Platform, PostFormat } from './networks.ts'

/** One rule of a network that a file breaks, and whether we can fix it. */
export const MediaProblem = z.object({
  platform: Platform,
  format: PostFormat,
  /** `too_large`, `wrong_ratio`, `too_long` …: see `rules.ts`. */
  code: z.string(),
  limit: z.string().nullable(),
  found: z.string().nullable(),
  fix: z.enum(['convert', 'scale', 'crop', 'transcode']).nullable(),
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

/** Listed in `contract/index.ts` once it is mounted. */
export const socialMedia = endpoints({
  upload: {
    method: 'POST',
    path: '/marketing/api/social/media',
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
