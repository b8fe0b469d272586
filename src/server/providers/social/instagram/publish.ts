import { z } from 'zod'
import type { FacebookGraph } from '../facebook/facebook-graph.ts'
import { graphError } from '../facebook/graph-error.ts'
import { sendFile } from '../facebook/publish-video.ts'
import {
  type AlreadyPublished,
  type Found,
  type PublishAccount,
  type Publisher,
  type PublishFile,
  type PublishLimit,
  type PublishWork,
  type Ready,
  type Search,
  sameText,
  type Wait,
} from '../publishing.ts'
import { SocialError } from '../social-error.ts'
import type { AskNetwork } from '../social-http.ts'
import type { InstagramOptions } from './connect.ts'

const Id = z.looseObject({ id: z.string().min(1) })
const Created = Id.extend({ uri: z.string().optional() })
const Status = z.looseObject({ status_code: z.string(), status: z.string().optional() })
const Limit = z.looseObject({
  data: z.array(
    z.looseObject({
      quota_usage: z.number().catch(0),
      config: z.looseObject({ quota_total: z.number() }).optional(),
    }),
  ),
})
const MediaList = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      caption: z.string().optional(),
      permalink: z.string().optional(),
      timestamp: z.string().optional(),
    }),
  ),
})
const Permalink = z.looseObject({ permalink: z.string().optional() })
const Comments = z.looseObject({
  data: z.array(z.looseObject({ id: z.string(), text: z.string().optional() })),
})

type Call = <T>(
  work: Pick<PublishWork, 'account'>,
  path: string,
  answer: z.ZodType<T>,
  more?: { method?: 'GET' | 'POST'; query?: Record<string, string>; form?: Record<string, string> },
) => Promise<T>

/** How often a container is asked for: its age decides. Meta asks for once a minute; pictures are ready at once. */
const looks = [1_000, 3_000, 8_000, 20_000]
const slowLookMs = 60_000
/** Beyond this it will not be ready any more (a container expires after 24 hours). */
const longestProcessingMs = 60 * 60_000
const clockSkewMs = 60_000
/** A published container whose post is in no list for so long. */
const longestLagMs = 10 * 60_000

/** Instagram, on Facebook's host or its own (facts: social-publishing §3): container, status, publish. */
export function instagramPublisher(
  graph: FacebookGraph,
  ask: AskNetwork,
  options: InstagramOptions,
): Publisher {
  const call: Call = async (work, path, answer, { method = 'GET', query, form } = {}) =>
    work.account.tokenKind === 'page'
      ? await graph.call(path, answer, {
          method,
          token: work.account.accessToken,
          ...(query && { query }),
          ...(form && { form }),
        })
      : await ask({
          method,
          url: `${options.graphUrl}/${options.version}${path}`,
          token: work.account.accessToken,
          ...(query && { query }),
          ...(form && { form }),
          answer,
          errorOf: graphError,
        })
  return {
    async prepare(work) {
      if (typeof work.progress.containerId !== 'string') {
        const waits = await createContainers(graph, call, work)
        if (waits) return waits
      }
      const state = await containerState(call, work, String(work.progress.containerId))
      if (state.kind !== 'ready') return state
      await work.record('finished')
      await checkLimit(call, work)
      return { kind: 'ready' }
    },
    async publish(work) {
      const { id } = await call(work, `/${work.account.externalId}/media_publish`, Id, {
        method: 'POST',
        form: { creation_id: String(work.progress.containerId) },
      })
      return { kind: 'posted', id, permalink: null }
    },
    find: (work, search) => find(call, work, search),
    async describe(work, id) {
      const { permalink } = await call(work, `/${id}`, Permalink, { query: { fields: 'permalink' } })
      return permalink ? { permalink } : {}
    },
    async comment(work, postId, text) {
      const { id } = await call(work, `/${postId}/comments`, Id, {
        method: 'POST',
        form: { message: text },
      })
      return id
    },
    limit: (account) => readLimit(call, account),
    async findComment(work, postId, text) {
      const { data } = await call(work, `/${postId}/comments`, Comments, {
        query: { fields: 'id,text', limit: '50' },
      })
      return data.find((one) => sameText(one.text ?? '', text))?.id ?? null
    },
  }
}

/** Creates what is not there yet. Containers that are not published are not visible. */
async function createContainers(
  graph: FacebookGraph,
  call: Call,
  work: PublishWork,
): Promise<Wait | undefined> {
  const { format, text } = work.content
  const [file] = work.files
  if (!file) throw new SocialError('refused', 'There is no file.', { code: 'media_missing' })
  if (format !== 'carousel') {
    const type = format === 'story' ? 'STORIES' : file.kind === 'video' ? 'REELS' : undefined
    const id = await createContainer(graph, call, work, file, {
      ...(type && { media_type: type }),
      ...(format !== 'story' && text && { caption: text }),
      ...(type === 'REELS' && { share_to_feed: 'true' }),
    })
    await work.record('container_created', { containerId: id, createdAt: work.now().getTime() })
    return undefined
  }
  const children = Array.isArray(work.progress.children) ? work.progress.children.map(String) : []
  for (const child of work.files.slice(children.length)) {
    children.push(
      await createContainer(graph, call, work, child, {
        is_carousel_item: 'true',
        ...(child.kind === 'video' && { media_type: 'VIDEO' }),
      }),
    )
    await work.record('uploading', { children, createdAt: work.now().getTime() })
  }
  for (const child of children) {
    const state = await containerState(call, work, child)
    if (state.kind === 'wait') return state
  }
  const { id } = await call(work, `/${work.account.externalId}/media`, Created, {
    method: 'POST',
    form: { media_type: 'CAROUSEL', children: children.join(','), ...(text && { caption: text }) },
  })
  await work.record('container_created', { containerId: id, createdAt: work.now().getTime() })
  return undefined
}

/** One container of one file: by its address, or for videos by upload where this server has no public one. */
async function createContainer(
  graph: FacebookGraph,
  call: Call,
  work: PublishWork,
  file: PublishFile,
  form: Record<string, string>,
): Promise<string> {
  const byUpload = file.kind === 'video' && !file.publicUrl && work.account.tokenKind === 'page'
  if (!file.publicUrl && !byUpload) {
    throw new SocialError('refused', 'Instagram fetches files from a public address.', {
      code: 'no_public_address',
    })
  }
  await work.record('uploading')
  const created = await call(work, `/${work.account.externalId}/media`, Created, {
    method: 'POST',
    form: {
      ...form,
      ...(byUpload
        ? { upload_type: 'resumable' }
        : { [file.kind === 'video' ? 'video_url' : 'image_url']: file.publicUrl ?? '' }),
      ...(file.kind === 'image' && file.altText && { alt_text: file.altText }),
    },
  })
  if (byUpload) {
    if (!created.uri) throw new SocialError('unreadable', 'Instagram gave no upload address.')
    await sendFile(graph, work, created.uri, file)
  }
  return created.id
}

async function containerState(
  call: Call,
  work: PublishWork,
  id: string,
): Promise<Ready | Wait | AlreadyPublished> {
  const { status_code, status = '' } = await call(work, `/${id}`, Status, {
    query: { fields: 'status_code,status' },
  })
  if (status_code === 'FINISHED') return { kind: 'ready' }
  if (status_code === 'PUBLISHED') return { kind: 'published' }
  if (status_code === 'EXPIRED')
    throw new SocialError('refused', 'The container expired.', { code: 'container_expired' })
  if (status_code === 'ERROR') {
    const subcode = /\b2207\d{3}\b/.exec(status)?.[0]
    throw new SocialError('refused', status || 'The file could not be processed.', {
      code: 'processing_failed',
      ...(subcode && { subcode }),
    })
  }
  const age = work.now().getTime() - Number(work.progress.createdAt ?? work.now().getTime())
  if (age > longestProcessingMs)
    throw new SocialError('refused', 'The file was not processed within an hour.', { code: 'upload_again' })
  const next = looks.find((at) => at > age)
  return { kind: 'wait', ms: next === undefined ? slowLookMs : next - age }
}

/** The account's own limit of posts in 24 hours, as it is now. */
async function readLimit(call: Call, account: PublishAccount): Promise<PublishLimit | undefined> {
  const { data } = await call({ account }, `/${account.externalId}/content_publishing_limit`, Limit, {
    query: { fields: 'quota_usage,config' },
  })
  const [limit] = data
  return limit?.config && { used: limit.quota_usage, total: limit.config.quota_total }
}

async function checkLimit(call: Call, { account }: PublishWork): Promise<void> {
  const limit = await readLimit(call, account)
  if (limit && limit.used >= limit.total) {
    throw new SocialError('rate_limited', 'The limit of posts in 24 hours is reached.', {
      code: '9',
      subcode: '2207042',
    })
  }
}

/** A container is published once: its status says whether it is, and the account's newest media which post that is. */
async function find(call: Call, work: PublishWork, search: Search): Promise<Found> {
  const { containerId } = work.progress
  if (typeof containerId !== 'string') return { kind: 'not_done' }
  const { status_code } = await call(work, `/${containerId}`, Status, {
    query: { fields: 'status_code,status' },
  })
  if (status_code !== 'PUBLISHED') return { kind: 'not_done' }
  const list = work.content.format === 'story' ? 'stories' : 'media'
  const { data } = await call(work, `/${work.account.externalId}/${list}`, MediaList, {
    query: { fields: 'id,caption,permalink,timestamp', limit: '50' },
  })
  const since = search.since.getTime() - clockSkewMs
  const same = data.filter(
    ({ caption = '', timestamp }) =>
      (!timestamp || new Date(timestamp).getTime() >= since) &&
      (work.content.format === 'story' || sameText(caption, work.content.text)),
  )
  const free = (
    await Promise.all(same.map(async (one) => ((await search.isTaken(one.id)) ? [] : [one])))
  ).flat()
  const [match, other] = free
  if (match && !other) return { kind: 'posted', id: match.id, permalink: match.permalink ?? null }
  if (work.now().getTime() - search.since.getTime() < longestLagMs) return { kind: 'wait', ms: 10_000 }
  return { kind: 'cannot_know', reason: other ? 'several_matches' : 'no_answer' }
}
