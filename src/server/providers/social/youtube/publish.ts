import { z } from 'zod'
import {
  type Found,
  type Published,
  type Publisher,
  type PublishFile,
  type PublishWork,
  readPiece,
  type Search,
  sameText,
  uploadTimeoutMs,
} from '../publishing.ts'
import { SocialError } from '../social-error.ts'
import type { AskNetwork } from '../social-http.ts'
import { trustedUpload } from '../upload-address.ts'
import type { YoutubeOptions } from './connect.ts'
import { youtubeError } from './youtube-error.ts'

const Video = z.looseObject({
  id: z.string(),
  status: z
    .looseObject({
      privacyStatus: z.string().optional(),
      uploadStatus: z.string().optional(),
      failureReason: z.string().optional(),
      rejectionReason: z.string().optional(),
    })
    .optional(),
})
const Videos = z.looseObject({ items: z.array(Video).optional() })
const Uploads = z.looseObject({
  items: z
    .array(
      z.looseObject({
        snippet: z
          .looseObject({
            title: z.string().optional(),
            description: z.string().optional(),
            publishedAt: z.string().optional(),
          })
          .optional(),
        contentDetails: z.looseObject({ videoId: z.string() }),
      }),
    )
    .optional(),
})

/** A multiple of 256 kB, as the protocol asks for. */
const pieceBytes = 8 * 1024 * 1024
/** People & Blogs. */
const category = '22'
const clockSkewMs = 60_000
const longestLagMs = 10 * 60_000

/**
 * YouTube (facts: onboarding-oauth §6). The last piece of a resumable upload publishes: all before it is preparation,
 * and the session itself says whether the last piece arrived.
 */
export function youtubePublisher(ask: AskNetwork, options: YoutubeOptions): Publisher {
  const get = <T>(work: PublishWork, path: string, answer: z.ZodType<T>, query: Record<string, string>) =>
    ask({
      method: 'GET',
      url: `${options.apiUrl}/youtube/v3${path}`,
      query,
      token: work.account.accessToken,
      answer,
      errorOf: youtubeError,
    })

  async function begin(work: PublishWork, file: PublishFile): Promise<void> {
    const { youtube, text, link } = work.content
    if (!youtube) throw new SocialError('refused', 'A title is missing.', { code: 'invalidTitle' })
    await work.record('uploading')
    const { headers } = await ask.whole({
      method: 'POST',
      url: `${options.apiUrl}/upload/youtube/v3/videos`,
      query: { uploadType: 'resumable', part: 'snippet,status' },
      token: work.account.accessToken,
      headers: {
        'x-upload-content-length': String(file.bytes),
        'x-upload-content-type': file.mime,
      },
      json: {
        snippet: {
          title: youtube.title,
          description: descriptionOf(text, link),
          ...(youtube.tags.length > 0 && { tags: youtube.tags }),
          categoryId: category,
        },
        status: { privacyStatus: youtube.privacy, selfDeclaredMadeForKids: youtube.madeForKids },
      },
      answer: z.unknown(),
      errorOf: youtubeError,
    })
    const session = headers.get('location')
    if (!session) throw new SocialError('unreadable', 'YouTube gave no upload address.')
    await work.record('uploading', { session, offset: 0, total: file.bytes })
  }

  /** Sends a piece of the file, or with none asks how much of it came. A video: the upload is complete. */
  async function put(
    work: PublishWork,
    piece: { file: PublishFile; start: number; end: number } | null,
  ): Promise<{ video: z.infer<typeof Video> } | { offset: number }> {
    const total = Number(work.progress.total)
    const { status, headers, body } = await ask.whole({
      method: 'PUT',
      url: trustedUpload(String(work.progress.session), options.apiUrl, ['.googleapis.com']),
      token: work.account.accessToken,
      headers: {
        'content-range': piece ? `bytes ${piece.start}-${piece.end - 1}/${total}` : `bytes */${total}`,
        ...(piece && { 'content-type': piece.file.mime }),
      },
      body: piece ? await readPiece(piece.file, piece.start, piece.end) : new Uint8Array(0),
      timeoutMs: uploadTimeoutMs(piece ? piece.end - piece.start : 0),
      alsoGood: [308],
      answer: z.unknown(),
      errorOf: youtubeError,
    })
    if (status === 308) return { offset: receivedOf(headers.get('range')) }
    const video = Video.safeParse(body)
    if (!video.success)
      throw new SocialError('unreadable', 'The answer is no video.', { status, mayBeDone: true })
    return { video: video.data }
  }

  return {
    async prepare(work) {
      const file = fileOf(work)
      if (typeof work.progress.session === 'string') {
        try {
          const state = await put(work, null)
          // It is whole: what published it was not answered.
          if ('video' in state) return { kind: 'ready' }
          await work.record('uploading', { offset: state.offset })
        } catch (error) {
          if (!isGone(error)) throw error
          await begin(work, file)
        }
      } else await begin(work, file)
      const lastPiece = Math.floor((file.bytes - 1) / pieceBytes) * pieceBytes
      for (let offset = Number(work.progress.offset); offset < lastPiece; ) {
        const state = await put(work, { file, start: offset, end: Math.min(offset + pieceBytes, lastPiece) })
        if ('video' in state) break
        offset = state.offset
        await work.record('uploading', { offset })
      }
      return { kind: 'ready' }
    },
    async publish(work) {
      const file = fileOf(work)
      const state = await put(work, { file, start: Number(work.progress.offset), end: file.bytes })
      if ('offset' in state)
        throw new SocialError('unreachable', 'The last piece did not arrive whole.', { mayBeDone: true })
      return posted(state.video)
    },
    async find(work, search) {
      try {
        const state = await put(work, null)
        if ('video' in state) return posted(state.video)
        return { kind: 'not_done', resumable: true }
      } catch (error) {
        if (!isGone(error)) throw error
        return await amongUploads(work, search)
      }
    },
    async describe(work, id): Promise<Partial<Published>> {
      const { items } = await get(work, '/videos', Videos, { part: 'status', id })
      const status = items?.[0]?.status
      const failure = status?.failureReason ?? status?.rejectionReason
      if (status?.uploadStatus === 'failed' || status?.uploadStatus === 'rejected') {
        throw new SocialError(
          'refused',
          `YouTube did not keep the video: ${failure ?? status.uploadStatus}.`,
          {
            code: 'processing_failed',
          },
        )
      }
      return { privacy: status?.privacyStatus ?? null, permalink: addressOf(id) }
    },
  }

  function posted(video: z.infer<typeof Video>) {
    const { id, status } = video
    return { kind: 'posted' as const, id, permalink: addressOf(id), privacy: status?.privacyStatus ?? null }
  }

  function addressOf(id: string): string {
    return `${options.webUrl ?? 'https://www.youtube.com'}/watch?v=${id}`
  }

  /** The session is forgotten: the channel's newest uploads tell. */
  async function amongUploads(work: PublishWork, search: Search): Promise<Found> {
    const { items } = await get(work, '/playlistItems', Uploads, {
      part: 'snippet,contentDetails',
      playlistId: work.account.externalId.replace(/^UC/, 'UU'),
      maxResults: '50',
    })
    const since = search.since.getTime() - clockSkewMs
    const same = (items ?? []).filter(
      ({ snippet }) =>
        (!snippet?.publishedAt || new Date(snippet.publishedAt).getTime() >= since) &&
        sameText(snippet?.title ?? '', work.content.youtube?.title ?? '') &&
        sameText(snippet?.description ?? '', descriptionOf(work.content.text, work.content.link)),
    )
    const free = (
      await Promise.all(
        same.map(async ({ contentDetails: { videoId } }) =>
          (await search.isTaken(videoId)) ? [] : [videoId],
        ),
      )
    ).flat()
    const [match, other] = free
    if (match && !other) return { kind: 'posted', id: match, permalink: addressOf(match) }
    if (!match && work.now().getTime() - search.since.getTime() < longestLagMs)
      return { kind: 'wait', ms: 20_000 }
    return { kind: 'cannot_know', reason: other ? 'several_matches' : 'no_answer' }
  }
}

function fileOf({ files }: PublishWork): PublishFile {
  const [file] = files
  if (!file) throw new SocialError('refused', 'There is no file.', { code: 'media_missing' })
  return file
}

/** A video's text may hold links; one beside it is added. */
const descriptionOf = (text: string, link: string | null): string =>
  link && !text.includes(link) ? `${text}\n\n${link}`.trim() : text

/** `bytes=0-524287` → 524288; no header: nothing came. */
const receivedOf = (range: string | null): number => {
  const last = /-(\d+)$/.exec(range ?? '')?.[1]
  return last === undefined ? 0 : Number(last) + 1
}

const isGone = (error: unknown): boolean =>
  error instanceof SocialError && (error.status === 404 || error.status === 410)
