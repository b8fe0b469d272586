import { createHash } from 'node:crypto'
import { addDraft, addPost, type Draft, nextNumber, postsOf } from '../world/social-posts.ts'
import { findToken, type SocialToken, socialPerson } from '../world/social-world.ts'
import { within } from '../world/world.ts'
import { figureOf } from './insights-figures.ts'
import { receivedFile } from './received-file.ts'
import { bearerOf, ok, type SocialAnswer, type SocialRequest } from './social-exchange.ts'
import { youtubeFault } from './youtube-fault.ts'

const dayMs = 86_400_000

type Metadata = {
  snippet?: { title?: string; description?: string; tags?: string[] }
  status?: { privacyStatus?: string; selfDeclaredMadeForKids?: boolean }
}

/** Uploads and videos of a channel; undefined: the path is none of these. */
export function answerVideos(request: SocialRequest): SocialAnswer | undefined {
  const { path, method, world } = request
  const isUpload = path === '/upload/youtube/v3/videos'
  const session = /^\/upload\/youtube\/v3\/videos\/(\w+)$/.exec(path)?.[1]
  const isList = path === '/youtube/v3/videos' || path === '/youtube/v3/playlistItems'
  if (!isUpload && !session && !(isList && method === 'GET')) return undefined
  const { token, dead } = findToken(world.social, 'google', bearerOf(request))
  if (!token || dead) return youtubeFault(401, 'authError', 'Invalid Credentials')
  const { channel } = socialPerson(world.social, token.person)
  if (!channel) return youtubeFault(401, 'youtubeSignupRequired', 'Unauthorized')
  if (isUpload && method === 'POST') return begin(request, token, channel.id)
  if (session && method === 'PUT') return receive(request, session, channel.id)
  return path.endsWith('/videos') ? listVideos(request) : listUploads(request, channel.id)
}

const maySee = (token: SocialToken, scope: string): boolean =>
  token.scopes.some((one) => one.endsWith(`/${scope}`))

function begin(request: SocialRequest, token: SocialToken, channelId: string): SocialAnswer {
  const { world, raw, headers } = request
  if (!maySee(token, 'youtube.upload'))
    return youtubeFault(403, 'insufficientPermissions', 'Insufficient Permission')
  let metadata: Metadata
  try {
    metadata = JSON.parse(raw.toString()) as Metadata
  } catch {
    return youtubeFault(400, 'invalidVideoMetadata', 'The request metadata is not valid.')
  }
  const { title = '', description = '' } = metadata.snippet ?? {}
  if (!title || title.length > 100 || /[<>]/.test(title))
    return youtubeFault(400, 'invalidTitle', 'The request metadata specifies an invalid video title.')
  if (Buffer.byteLength(description) > 5000 || /[<>]/.test(description))
    return youtubeFault(400, 'invalidDescription', 'The request metadata specifies an invalid description.')
  const { posts } = world.social
  const today = posts.posts.filter(({ network, at }) => network === 'google' && at > Date.now() - dayMs)
  if (today.length >= world.settings.social.google.uploadsADay)
    return youtubeFault(
      403,
      'quotaExceeded',
      'The request cannot be completed because you have exceeded your quota.',
    )
  const draft = addDraft(posts, {
    id: `up${nextNumber(posts)}x${createHash('sha256').update(String(Math.random())).digest('hex').slice(0, 12)}`,
    network: 'google',
    accountId: channelId,
    kind: 'video',
    total: Number(headers['x-upload-content-length'] ?? 0),
    more: { metadata, mime: headers['x-upload-content-type'] },
  })
  return {
    status: 200,
    body: {},
    headers: { location: `${world.url}/social/google/upload/youtube/v3/videos/${draft.id}` },
  }
}

function receive(request: SocialRequest, id: string, channelId: string): SocialAnswer {
  const { world, raw, headers } = request
  const draft = world.social.posts.drafts.get(id)
  const isExpired = world.settings.social.posts.processing === 'expired'
  if (draft?.network !== 'google' || draft.accountId !== channelId || isExpired)
    return youtubeFault(404, 'notFound', 'The upload is not there.')
  if (draft.publishedAs) return ok(videoFields(request, draft.publishedAs))
  const [, start, end, total] =
    /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(String(headers['content-range'] ?? '')) ?? []
  if (Number(total) !== draft.total) return youtubeFault(400, 'badRequest', 'The Content-Range is not valid.')
  if (start !== undefined && raw.length > 0) {
    if (Number(start) !== draft.received || Number(end) - Number(start) + 1 !== raw.length)
      return resume(draft)
    const piece = receivedFile(raw, String(draft.more.mime ?? 'video/mp4'))
    draft.received += raw.length
    // Of several pieces the hash is that of the last one with those before.
    const hash = draft.file
      ? createHash('sha256')
          .update(draft.file.hash + piece.hash)
          .digest('hex')
      : piece.hash
    draft.file = { hash, bytes: draft.received, mime: draft.file?.mime ?? piece.mime, preview: null }
  }
  if (draft.received < draft.total) return resume(draft)
  return ok(videoFields(request, publish(request, draft)))
}

const resume = (draft: Draft): SocialAnswer => ({
  status: 308,
  body: {},
  headers: draft.received > 0 ? { range: `bytes=0-${draft.received - 1}` } : {},
})

function publish({ world }: SocialRequest, draft: Draft): string {
  const { posts } = world.social
  const { snippet, status } = draft.more.metadata as Metadata
  const { google, posts: settings } = world.settings.social
  const id = createHash('sha256').update(draft.id).digest('base64url').replace(/[-_]/g, 'a').slice(0, 11)
  draft.publishedAs = id
  addPost(posts, {
    network: 'google',
    accountId: draft.accountId,
    id,
    format: 'video',
    text: snippet?.description ?? '',
    title: snippet?.title ?? '',
    files: draft.file ? [{ ...draft.file, altText: null }] : [],
    permalink: `${world.url}/social/google/watch?v=${id}`,
    // Without an audit each upload is locked private, whatever was asked for.
    privacy: google.audited ? (status?.privacyStatus ?? 'public') : 'private',
    readyAt: Date.now() + within(settings.processingMs),
    failure: settings.processing === 'error' ? 'conversion' : null,
  })
  return id
}

function videoFields({ world }: SocialRequest, id: string) {
  const post = world.social.posts.posts.find((one) => one.network === 'google' && one.id === id)
  if (!post) return { kind: 'youtube#video', id }
  const isReady = post.readyAt <= Date.now()
  return {
    kind: 'youtube#video',
    id,
    snippet: {
      title: post.title,
      description: post.text,
      channelId: post.accountId,
      publishedAt: new Date(post.at).toISOString(),
    },
    status: {
      uploadStatus: post.failure ? 'failed' : isReady ? 'processed' : 'uploaded',
      ...(post.failure && { failureReason: post.failure }),
      privacyStatus: post.privacy,
    },
    statistics: {
      viewCount: String(figureOf(post, 'views')),
      likeCount: String(figureOf(post, 'likes')),
      favoriteCount: '0',
      commentCount: String(figureOf(post, 'comments')),
    },
  }
}

function listVideos(request: SocialRequest): SocialAnswer {
  const ids = (request.query.get('id') ?? '').split(',').slice(0, 50)
  const known = ids.filter((id) =>
    request.world.social.posts.posts.some((post) => post.network === 'google' && post.id === id),
  )
  return ok({ kind: 'youtube#videoListResponse', items: known.map((id) => videoFields(request, id)) })
}

function listUploads(request: SocialRequest, channelId: string): SocialAnswer {
  const playlist = request.query.get('playlistId')
  if (playlist !== channelId.replace(/^UC/, 'UU'))
    return youtubeFault(404, 'playlistNotFound', 'The playlist cannot be found.')
  const { posts, settings } = {
    posts: request.world.social.posts,
    settings: request.world.settings.social.posts,
  }
  const rows = postsOf(posts, 'google', channelId)
    .filter(({ at }) => at + settings.readLagMs <= Date.now())
    .slice(-50)
    .reverse()
  return ok({
    kind: 'youtube#playlistItemListResponse',
    items: rows.map((post) => ({
      snippet: { title: post.title, description: post.text, publishedAt: new Date(post.at).toISOString() },
      contentDetails: { videoId: post.id },
    })),
  })
}
