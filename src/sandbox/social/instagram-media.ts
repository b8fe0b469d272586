import { addDraft, addPost, type Draft, nextNumber, postsOf, type SocialPost } from '../world/social-posts.ts'
import type { SocialToken } from '../world/social-world.ts'
import { within } from '../world/world.ts'
import { graphFault } from './graph-fault.ts'
import { receivedFile } from './received-file.ts'
import { ok, type SocialAnswer, type SocialRequest } from './social-exchange.ts'

const dayMs = 86_400_000
const fetchTimeoutMs = 20_000
const largestFetch = 310 * 1024 * 1024

/** Containers and media of an Instagram account, on both hosts; undefined: the path is none of these. */
export async function answerInstagramMedia(
  request: SocialRequest,
  path: string,
  token: SocialToken,
  accountIds: readonly string[],
): Promise<SocialAnswer | undefined> {
  const [, id = '', edge = ''] = /^\/(\d+)(?:\/(\w+))?$/.exec(path) ?? []
  const { posts } = request.world.social
  if (accountIds.includes(id)) {
    const isRead = request.method === 'GET'
    if (edge === 'content_publishing_limit' && isRead) return publishingLimit(request, id)
    if ((edge === 'media' || edge === 'stories') && isRead) return listMedia(request, id, edge === 'stories')
    if (isRead || !/^media(_publish)?$/.test(edge)) return undefined
    if (
      !token.scopes.some((scope) =>
        /(instagram_content_publish|instagram_business_content_publish)/.test(scope),
      )
    )
      return graphFault(10, '(#10) Application does not have permission for this action', undefined, 403)
    return edge === 'media' ? await createContainer(request, id) : publishContainer(request, id)
  }
  const draft = posts.drafts.get(id)
  if (
    draft?.network === 'instagram' &&
    accountIds.includes(draft.accountId) &&
    edge === '' &&
    request.method === 'GET'
  )
    return ok(containerFields(request, draft))
  const post = posts.posts.find((one) => one.network === 'instagram' && one.id === id)
  if (!post || !accountIds.includes(post.accountId)) return undefined
  if (edge === 'comments') return comments(request, token, post)
  return edge === '' && request.method === 'GET' ? ok(mediaFields(post)) : undefined
}

/** Instagram's ids look like this whatever they name. */
const newId = (request: SocialRequest): string =>
  `179${String(nextNumber(request.world.social.posts)).padStart(14, '0')}`

async function createContainer(request: SocialRequest, accountId: string): Promise<SocialAnswer> {
  const { world, form } = request
  const { posts } = world.social
  const type = form.get('media_type') ?? 'IMAGE'
  const caption = form.get('caption') ?? ''
  if (caption.length > 2200) return graphFault(36_004, 'The caption is too long.', 2_207_010)
  const { processingMs, processing } = world.settings.social.posts
  const draft = {
    id: newId(request),
    network: 'instagram' as const,
    accountId,
    kind: type,
    text: caption,
    altText: form.get('alt_text'),
    readyAt: Date.now() + within(processingMs),
    failure:
      processing === 'error' && type !== 'CAROUSEL'
        ? { code: -1, subcode: 2_207_053, message: 'Error: Media upload has failed with error code 2207053' }
        : null,
    at: processing === 'expired' ? Date.now() - dayMs - 1 : Date.now(),
    more: { child: form.get('is_carousel_item') === 'true' } as Record<string, unknown>,
  }
  if (type === 'CAROUSEL') {
    const children = (form.get('children') ?? '').split(',').filter(Boolean)
    if (children.length < 2 || children.length > 10)
      return graphFault(100, 'The number of items in a carousel is 2 to 10.', 2_207_028)
    for (const child of children) {
      const known = posts.drafts.get(child)
      if (!known?.more.child || known.accountId !== accountId)
        return graphFault(24, 'The media with this creation_id is not there.', 2_207_006)
      if (stateOf(known) !== 'FINISHED') return graphFault(9007, 'Media ID is not available', 2_207_027)
    }
    addDraft(posts, { ...draft, more: { children } })
    return ok({ id: draft.id })
  }
  if (form.get('upload_type') === 'resumable') {
    addDraft(posts, { ...draft, more: { ...draft.more, waits: true } })
    return ok({ id: draft.id, uri: `${world.url}/social/rupload/ig-api-upload/v25.0/${draft.id}` })
  }
  const isVideo = form.has('video_url')
  const fetched = await fetchFile(form.get('video_url') ?? form.get('image_url') ?? '')
  if (typeof fetched === 'string') return graphFault(9004, fetched, 2_207_052)
  const wanted = isVideo ? /^video\/(mp4|quicktime)$/ : /^image\/jpeg$/
  if (!wanted.test(fetched.mime))
    return isVideo
      ? graphFault(352, 'The video format is not supported.', 2_207_026)
      : graphFault(36_001, 'The image format is not supported.', 2_207_005)
  addDraft(posts, { ...draft, file: fetched, received: fetched.bytes, total: fetched.bytes })
  return ok({ id: draft.id })
}

/** Downloads as Meta's crawler does: no login, no redirect to another place. A text says what is wrong. */
async function fetchFile(address: string): Promise<ReturnType<typeof receivedFile> | string> {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    return 'Only photo or video can be accepted as media type.'
  try {
    const answer = await fetch(address, {
      headers: { 'user-agent': 'facebookexternalhit/1.1' },
      redirect: 'error',
      signal: AbortSignal.timeout(fetchTimeoutMs),
    })
    const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
    if (!answer.ok || Number(answer.headers.get('content-length') ?? 0) > largestFetch) {
      await answer.body?.cancel()
      return `The media could not be fetched from this URI (status ${answer.status}).`
    }
    return receivedFile(new Uint8Array(await answer.arrayBuffer()), type)
  } catch (error) {
    return `The media could not be fetched from this URI: ${error instanceof Error ? error.message : String(error)}.`
  }
}

function stateOf(draft: Draft): 'EXPIRED' | 'PUBLISHED' | 'ERROR' | 'FINISHED' | 'IN_PROGRESS' {
  if (draft.publishedAs) return 'PUBLISHED'
  if (Date.now() - draft.at > dayMs) return 'EXPIRED'
  if (draft.more.waits && draft.received === 0) return 'IN_PROGRESS'
  if (Date.now() < draft.readyAt) return 'IN_PROGRESS'
  return draft.failure ? 'ERROR' : 'FINISHED'
}

function containerFields(_request: SocialRequest, draft: Draft) {
  const status_code = stateOf(draft)
  const status =
    status_code === 'ERROR'
      ? draft.failure?.message
      : `${status_code}: Media is ${status_code.toLowerCase()}.`
  return { id: draft.id, status_code, status }
}

const publishedToday = (request: SocialRequest, accountId: string): number =>
  postsOf(request.world.social.posts, 'instagram', accountId).filter(({ at }) => at > Date.now() - dayMs)
    .length

const publishingLimit = (request: SocialRequest, accountId: string): SocialAnswer =>
  ok({
    data: [
      {
        quota_usage: publishedToday(request, accountId),
        config: { quota_total: request.world.settings.social.posts.aDay, quota_duration: 86_400 },
      },
    ],
  })

function publishContainer(request: SocialRequest, accountId: string): SocialAnswer {
  const { world, form } = request
  const { posts } = world.social
  const { refuseWith, aDay } = world.settings.social.posts
  const draft = posts.drafts.get(form.get('creation_id') ?? '')
  if (draft?.network !== 'instagram' || draft.accountId !== accountId)
    return graphFault(24, 'The media with this creation_id is not there.', 2_207_006)
  if (refuseWith > 0)
    return graphFault(refuseWith === 2_207_042 ? 9 : 4, 'Refused by the settings of the sandbox.', refuseWith)
  if (publishedToday(request, accountId) >= aDay)
    return graphFault(9, 'The user has reached the limit of posts.', 2_207_042)
  const state = stateOf(draft)
  if (state === 'EXPIRED') return graphFault(-2, 'The media has expired.', 2_207_020)
  if (state === 'PUBLISHED')
    return graphFault(24, 'The media with this creation_id was published.', 2_207_006)
  if (state !== 'FINISHED') return graphFault(9007, 'Media ID is not available', 2_207_027)
  const children = Array.isArray(draft.more.children) ? draft.more.children.map(String) : []
  const sources = children.length > 0 ? children.flatMap((child) => posts.drafts.get(child) ?? []) : [draft]
  const id = newId(request)
  draft.publishedAs = id
  addPost(posts, {
    network: 'instagram',
    accountId,
    id,
    format: { CAROUSEL: 'carousel', REELS: 'reel', STORIES: 'story' }[draft.kind] ?? 'image',
    text: draft.text,
    files: sources.flatMap(({ file, altText }) => (file ? [{ ...file, altText }] : [])),
    permalink: `${world.url}/social/posts/${id}`,
  })
  return ok({ id })
}

function listMedia(request: SocialRequest, accountId: string, stories: boolean): SocialAnswer {
  const { posts } = request.world.social
  const { readLagMs } = request.world.settings.social.posts
  const rows = postsOf(posts, 'instagram', accountId)
    .filter((post) => (post.format === 'story') === stories && post.at + readLagMs <= Date.now())
    .slice(-50)
    .reverse()
  return ok({ data: rows.map(mediaFields) })
}

const mediaFields = (post: SocialPost) => ({
  id: post.id,
  caption: post.text || undefined,
  permalink: post.permalink,
  timestamp: new Date(Math.floor(post.at / 1000) * 1000).toISOString().replace('.000Z', '+0000'),
  media_type:
    post.format === 'carousel'
      ? 'CAROUSEL_ALBUM'
      : post.files[0]?.mime.startsWith('video')
        ? 'VIDEO'
        : 'IMAGE',
  media_product_type: post.format === 'reel' ? 'REELS' : post.format === 'story' ? 'STORY' : 'FEED',
})

function comments(request: SocialRequest, token: SocialToken, post: SocialPost): SocialAnswer {
  if (request.method === 'GET') return ok({ data: post.comments.map(({ id, text }) => ({ id, text })) })
  if (
    !token.scopes.some((scope) =>
      /(instagram_manage_comments|instagram_business_manage_comments)/.test(scope),
    )
  )
    return graphFault(10, '(#10) Application does not have permission for this action', undefined, 403)
  const text = request.form.get('message')
  if (!text) return graphFault(100, '(#100) The comment is empty.')
  const comment = { id: newId(request), text, at: Date.now() }
  post.comments.push(comment)
  return ok({ id: comment.id })
}
