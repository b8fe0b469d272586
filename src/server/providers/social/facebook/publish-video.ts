import { Readable } from 'node:stream'
import { z } from 'zod'
import {
  type Found,
  type Published,
  type PublishFile,
  type PublishWork,
  type Ready,
  readPiece,
  uploadTimeoutMs,
  type Wait,
} from '../publishing.ts'
import { SocialError } from '../social-error.ts'
import { trustedUpload } from '../upload-address.ts'
import type { FacebookGraph } from './facebook-graph.ts'
import { graphError } from './graph-error.ts'

export const isVideo = (format: string): boolean => format === 'video' || format === 'reel'

const ReelStart = z.looseObject({ video_id: z.string(), upload_url: z.string() })
const VideoStart = z.looseObject({
  upload_session_id: z.coerce.string(),
  video_id: z.coerce.string(),
  start_offset: z.coerce.number(),
  end_offset: z.coerce.number(),
})
const Transferred = z.looseObject({ start_offset: z.coerce.number(), end_offset: z.coerce.number() })
const Done = z.looseObject({ success: z.boolean().optional(), post_id: z.string().optional() })
const Phase = z.looseObject({ status: z.string().optional() })
const VideoStatus = z.looseObject({
  permalink_url: z.string().optional(),
  status: z
    .looseObject({
      video_status: z.string().optional(),
      uploading_phase: Phase.optional(),
      processing_phase: Phase.extend({
        error: z.looseObject({ message: z.string().catch('') }).optional(),
      }).optional(),
      publishing_phase: Phase.extend({ publish_status: z.string().optional() }).optional(),
    })
    .optional(),
})

const largestPiece = 8 * 1024 * 1024
const lookAgainMs = 5_000

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function fileOf({ files }: PublishWork): PublishFile {
  const [file] = files
  if (!file) throw new SocialError('refused', 'There is no file.', { code: 'media_missing' })
  return file
}

/** Uploads a video. An upload that is not finished is not visible and may be begun again. */
export async function prepareVideo(graph: FacebookGraph, work: PublishWork): Promise<Ready | Wait> {
  if (!work.progress.uploaded) {
    await (work.content.format === 'reel' ? uploadReel(graph, work) : uploadVideo(graph, work))
    await work.record('finished', { uploaded: true })
  }
  return { kind: 'ready' }
}

async function uploadReel(graph: FacebookGraph, work: PublishWork): Promise<void> {
  const { externalId, accessToken } = work.account
  const file = fileOf(work)
  await work.record('uploading')
  const start = await graph.call(`/${externalId}/video_reels`, ReelStart, {
    method: 'POST',
    token: accessToken,
    form: { upload_phase: 'start' },
  })
  await work.record('uploading', { videoId: start.video_id })
  await sendFile(graph, work, start.upload_url, file)
}

/** Sends a file whole to one of Meta's upload hosts, as a stream. */
export async function sendFile(
  graph: Pick<FacebookGraph, 'ask' | 'options'>,
  work: PublishWork,
  address: string,
  file: PublishFile,
): Promise<void> {
  const beat = setInterval(() => void work.renew().catch(() => undefined), 20_000)
  try {
    await graph.ask({
      method: 'POST',
      url: trustedUpload(address, graph.options.graphUrl, ['.facebook.com', '.instagram.com']),
      headers: {
        authorization: `OAuth ${work.account.accessToken}`,
        offset: '0',
        file_size: String(file.bytes),
        'content-type': 'application/octet-stream',
        'content-length': String(file.bytes),
      },
      body: Readable.toWeb(await file.open()) as ReadableStream,
      timeoutMs: uploadTimeoutMs(file.bytes),
      answer: Done,
      errorOf: graphError,
    })
  } finally {
    clearInterval(beat)
  }
}

async function uploadVideo(graph: FacebookGraph, work: PublishWork): Promise<void> {
  const path = `/${work.account.externalId}/videos`
  const token = work.account.accessToken
  const file = fileOf(work)
  await work.record('uploading')
  const started = await graph.call(path, VideoStart, {
    method: 'POST',
    token,
    form: { upload_phase: 'start', file_size: String(file.bytes) },
  })
  await work.record('uploading', { videoId: started.video_id, session: started.upload_session_id })
  let { start_offset: start, end_offset: end } = started
  while (start < end) {
    const piece = await readPiece(file, start, Math.min(end, start + largestPiece))
    const form = new FormData()
    form.set('upload_phase', 'transfer')
    form.set('upload_session_id', started.upload_session_id)
    form.set('start_offset', String(start))
    form.set('video_file_chunk', new Blob([piece]), work.marker)
    await work.renew()
    const next = await graph.call(path, Transferred, {
      method: 'POST',
      token,
      body: form,
      timeoutMs: uploadTimeoutMs(piece.length),
    })
    start = next.start_offset
    end = next.end_offset
  }
}

/** Finishes the upload, which publishes. The video's processing is waited for: only then is it known to be there. */
export async function publishVideo(
  graph: FacebookGraph,
  work: PublishWork,
): Promise<({ kind: 'posted' } & Published) | Wait> {
  const { text } = work.content
  const path = `/${work.account.externalId}/${work.content.format === 'reel' ? 'video_reels' : 'videos'}`
  const form: Record<string, string> =
    work.content.format === 'reel'
      ? {
          upload_phase: 'finish',
          video_id: textOf(work.progress.videoId),
          video_state: 'PUBLISHED',
          description: text,
        }
      : { upload_phase: 'finish', upload_session_id: textOf(work.progress.session), description: text }
  const { post_id } = await graph.call(path, Done, {
    method: 'POST',
    token: work.account.accessToken,
    form,
  })
  await work.record('publishing', { accepted: true, ...(post_id && { postId: post_id }) })
  return { kind: 'wait', ms: 1_000 }
}

/** The video's own id is known from the start of its upload: its status says how far it is. */
export async function findVideo(graph: FacebookGraph, work: PublishWork): Promise<Found> {
  const id = textOf(work.progress.videoId)
  const video = await graph.call(`/${id}`, VideoStatus, {
    token: work.account.accessToken,
    query: { fields: 'status,permalink_url' },
  })
  const { status } = video
  const state = status?.video_status
  if (state === 'error' || state === 'upload_failed' || state === 'expired') {
    const words = status?.processing_phase?.error?.message ?? `The video is ${state}.`
    throw new SocialError('refused', words, { code: 'processing_failed' })
  }
  const published = status?.publishing_phase
  const isOut = published?.publish_status === 'published' || published?.status === 'complete'
  if (state === 'ready' && (isOut || !published)) {
    const permalink = video.permalink_url
      ? new URL(video.permalink_url, 'https://www.facebook.com').href
      : `https://www.facebook.com/${id}`
    return { kind: 'posted', id: await postIdOf(graph, work, id), permalink }
  }
  // Facebook begins to publish what it accepted only once it is processed; the owner's word has it sent again.
  const isTaken = work.progress.accepted === true && work.progress.decided !== 'publish'
  if (published?.status === 'not_started' && !isTaken) return { kind: 'not_done' }
  return { kind: 'wait', ms: lookAgainMs }
}

const Target = z.looseObject({ target: z.looseObject({ id: z.string().optional() }).optional() })
const PagePosts = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      attachments: z.looseObject({ data: z.array(Target) }).optional(),
    }),
  ),
})

/** A reel's post has an id of its own. It came with the answer; where that was lost, the Page's list has it. */
async function postIdOf(graph: FacebookGraph, work: PublishWork, videoId: string): Promise<string> {
  const told = textOf(work.progress.postId)
  if (told || work.content.format !== 'reel') return told || videoId
  const { data } = await graph.call(`/${work.account.externalId}/feed`, PagePosts, {
    token: work.account.accessToken,
    query: { fields: 'id,attachments{target{id}}', limit: '100' },
  })
  const post = data.find(({ attachments }) => attachments?.data.some(({ target }) => target?.id === videoId))
  return post?.id ?? videoId
}
