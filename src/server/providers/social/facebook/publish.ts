import { z } from 'zod'
import {
  type Found,
  type Published,
  type Publisher,
  type PublishWork,
  readPiece,
  type Search,
  sameText,
  uploadTimeoutMs,
} from '../publishing.ts'
import type { FacebookGraph } from './facebook-graph.ts'
import { findVideo, isVideo, prepareVideo, publishVideo } from './publish-video.ts'

const Id = z.looseObject({ id: z.string().min(1) })
const Target = z.looseObject({ target: z.looseObject({ id: z.string().optional() }).optional() })
const PagePosts = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      message: z.string().optional(),
      created_time: z.string().optional(),
      permalink_url: z.string().optional(),
      attachments: z
        .looseObject({
          data: z.array(
            Target.extend({ subattachments: z.looseObject({ data: z.array(Target) }).optional() }),
          ),
        })
        .optional(),
    }),
  ),
})
const Permalink = z.looseObject({ permalink_url: z.string().optional() })
const Comments = z.looseObject({
  data: z.array(z.looseObject({ id: z.string(), message: z.string().optional() })),
})

/** Clocks of ours and of the network differ by seconds. */
const clockSkewMs = 60_000

/** Pages at Facebook (facts: social-publishing §2). Photos are uploaded unpublished, then attached to the one post. */
export function facebookPublisher(graph: FacebookGraph): Publisher {
  return {
    async prepare(work) {
      if (isVideo(work.content.format)) return await prepareVideo(graph, work)
      const photos = uploadedPhotos(work)
      for (const file of work.files.slice(photos.length)) {
        await work.record('uploading', { photos })
        const form = new FormData()
        form.set('published', 'false')
        if (file.altText) form.set('alt_text_custom', file.altText)
        const bytes = await readPiece(file, 0, file.bytes)
        form.set('source', new Blob([bytes], { type: file.mime }), `${work.marker}-${photos.length}`)
        const { id } = await graph.call(`/${work.account.externalId}/photos`, Id, {
          method: 'POST',
          token: work.account.accessToken,
          body: form,
          timeoutMs: uploadTimeoutMs(file.bytes),
        })
        photos.push(id)
      }
      if (photos.length > 0) await work.record('finished', { photos })
      return { kind: 'ready' }
    },
    async publish(work) {
      if (isVideo(work.content.format)) return await publishVideo(graph, work)
      const { text, link } = work.content
      const photos = uploadedPhotos(work)
      const { id } = await graph.call(`/${work.account.externalId}/feed`, Id, {
        method: 'POST',
        token: work.account.accessToken,
        form: {
          ...(text && { message: text }),
          ...(link && photos.length === 0 && { link }),
          ...(photos.length > 0 && {
            attached_media: JSON.stringify(photos.map((photo) => ({ media_fbid: photo }))),
          }),
        },
      })
      return { kind: 'posted', id, permalink: null }
    },
    find: (work, search) =>
      isVideo(work.content.format) ? findVideo(graph, work) : findPost(graph, work, search),
    async describe(work, id): Promise<Partial<Published>> {
      const { permalink_url } = await graph.call(`/${id}`, Permalink, {
        token: work.account.accessToken,
        query: { fields: 'permalink_url' },
      })
      return {
        permalink: permalink_url ? new URL(permalink_url, 'https://www.facebook.com').href : postAddress(id),
      }
    },
    async comment(work, postId, text) {
      const { id } = await graph.call(`/${postId}/comments`, Id, {
        method: 'POST',
        token: work.account.accessToken,
        form: { message: text },
      })
      return id
    },
    async findComment(work, postId, text) {
      const { data } = await graph.call(`/${postId}/comments`, Comments, {
        token: work.account.accessToken,
        query: { fields: 'id,message', limit: '50' },
      })
      return data.find(({ message }) => sameText(message ?? '', text))?.id ?? null
    },
  }
}

const postAddress = (id: string): string => `https://www.facebook.com/${id}`

const uploadedPhotos = ({ progress }: PublishWork): string[] =>
  Array.isArray(progress.photos) ? progress.photos.map(String) : []

/** The Page's newest posts, compared by the photos that we uploaded, or else by text. */
async function findPost(graph: FacebookGraph, work: PublishWork, search: Search): Promise<Found> {
  const since = new Date(search.since.getTime() - clockSkewMs)
  const { data } = await graph.call(`/${work.account.externalId}/feed`, PagePosts, {
    token: work.account.accessToken,
    query: {
      fields:
        'id,message,created_time,permalink_url,attachments{target{id},subattachments.limit(10){target{id}}}',
      since: String(Math.floor(since.getTime() / 1000)),
      limit: '100',
    },
  })
  const photos = uploadedPhotos(work)
  const recent = data.filter(({ created_time }) => !created_time || new Date(created_time) >= since)
  const byPhoto = recent.filter(({ attachments }) =>
    attachments?.data.some((one) =>
      [one, ...(one.subattachments?.data ?? [])].some(({ target }) => photos.includes(target?.id ?? '')),
    ),
  )
  const matches = byPhoto.length > 0 ? byPhoto : await withSameText(work, recent, search)
  const [match, other] = matches
  if (!match) return { kind: 'absent' }
  if (other) return { kind: 'cannot_know', reason: 'several_matches' }
  return { kind: 'posted', id: match.id, permalink: match.permalink_url ?? postAddress(match.id) }
}

type PagePost = z.infer<typeof PagePosts>['data'][number]

async function withSameText(work: PublishWork, posts: PagePost[], search: Search): Promise<PagePost[]> {
  const same = posts.filter(({ message }) => sameText(message ?? '', work.content.text))
  const free = await Promise.all(same.map(async (post) => ((await search.isTaken(post.id)) ? [] : [post])))
  return free.flat()
}
