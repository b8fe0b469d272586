import {
  addDraft,
  addPost,
  type Draft,
  nextNumber,
  postsOf,
  type SocialPost,
  type StoredFile,
} from '../world/social-posts.ts'
import type { Page, SocialToken } from '../world/social-world.ts'
import { within } from '../world/world.ts'
import { graphFault } from './graph-fault.ts'
import { readForm, receivedFile } from './received-file.ts'
import { ok, type SocialAnswer, type SocialRequest } from './social-exchange.ts'

type Fields = { get: (name: string) => string | null; file: (name: string) => Promise<StoredFile | null> }
type Asked = SocialRequest & { token: SocialToken; page: Page; fields: Fields }

/** Posts, photos, videos and reels of a Page, by its token; undefined: the path is none of these. */
export async function answerPagePosts(
  request: SocialRequest,
  path: string,
  token: SocialToken,
  pages: readonly Page[],
): Promise<SocialAnswer | undefined> {
  const [, id = '', edge = ''] = /^\/([\d_]+)(?:\/(\w+))?$/.exec(path) ?? []
  const { posts } = request.world.social
  const page = pages.find((one) => one.id === id)
  const fields = await fieldsOf(request)
  if (page && edge) {
    const asked = { ...request, token, page, fields }
    if (request.method === 'GET') return edge === 'feed' || edge === 'posts' ? listPosts(asked) : undefined
    const publish = edges[edge]
    return publish && (refusal(asked) ?? (await publish(asked)))
  }
  const draft = posts.drafts.get(id)
  const isVideo = draft?.network === 'facebook' && draft.kind !== 'photo'
  if (isVideo && edge === '' && request.method === 'GET') return ok(videoFields(request, draft))
  const post = posts.posts.find((one) => one.network === 'facebook' && one.id === id)
  if (post && edge === 'comments') return comments(request, token, post, fields)
  if (post && edge === '' && request.method === 'GET') return ok(postFields(post))
  return undefined
}

async function fieldsOf(request: SocialRequest): Promise<Fields> {
  const form = await readForm(request.raw, request.headers['content-type'])
  return {
    get(name) {
      const value = form?.get(name)
      return typeof value === 'string' ? value : request.form.get(name)
    },
    async file(name) {
      const value = form?.get(name)
      return value instanceof File
        ? receivedFile(new Uint8Array(await value.arrayBuffer()), value.type)
        : null
    },
  }
}

const edges: Record<string, (asked: Asked) => SocialAnswer | Promise<SocialAnswer>> = {
  feed: publishPost,
  photos: addPhoto,
  videos: uploadVideo,
  video_reels: uploadReel,
}

function refusal({ world, token, page, path }: Asked): SocialAnswer | undefined {
  if (!token.scopes.includes('pages_manage_posts') || !page.tasks.includes('CREATE_CONTENT')) {
    return graphFault(
      200,
      '(#200) The permission(s) pages_manage_posts are not available. It could be because the person did not grant it.',
      undefined,
      403,
    )
  }
  const { refuseWith: refuse } = world.settings.social.posts
  if (refuse > 0 && !path.endsWith('/photos')) {
    return graphFault(refuse < 1000 ? refuse : 100, 'Refused by the settings of the sandbox.', refuse)
  }
  return undefined
}

function publishPost({ world, page, fields }: Asked): SocialAnswer {
  const { posts } = world.social
  const text = fields.get('message') ?? ''
  const link = fields.get('link')
  let attached: { media_fbid?: string }[] = []
  try {
    attached = JSON.parse(fields.get('attached_media') ?? '[]') as { media_fbid?: string }[]
  } catch {
    return graphFault(100, '(#100) Param attached_media must be an array.')
  }
  const photos = attached.map(({ media_fbid = '' }) => posts.drafts.get(media_fbid))
  if (photos.some((photo) => photo?.kind !== 'photo' || photo.accountId !== page.id || photo.publishedAs))
    return graphFault(100, '(#100) Photos should be uploaded first, each for one post.', 1_366_051)
  if (!text && !link && photos.length === 0) return graphFault(100, 'The post is empty.', 1_349_125)
  const id = `${page.id}_${postNumber(posts)}`
  for (const photo of photos) if (photo) photo.publishedAs = id
  addPost(posts, {
    network: 'facebook',
    accountId: page.id,
    id,
    format: photos.length > 1 ? 'carousel' : photos.length === 1 ? 'image' : 'text',
    text,
    link,
    files: photos.flatMap((photo) => (photo?.file ? [{ ...photo.file, altText: photo.altText }] : [])),
    permalink: `${world.url}/social/posts/${id}`,
  })
  return ok({ id })
}

const postNumber = (posts: SocialRequest['world']['social']['posts']): string =>
  `12${String(nextNumber(posts)).padStart(13, '0')}`

async function addPhoto(asked: Asked): Promise<SocialAnswer> {
  const { world, page, fields } = asked
  const { posts } = world.social
  const file = await fields.file('source')
  if (!file) return graphFault(324, '(#324) Missing or invalid image file')
  if (!/^image\/(jpeg|png|gif|bmp|tiff)$/.test(file.mime) || file.bytes > 4 * 1024 * 1024)
    return graphFault(
      100,
      'Your photos couldn’t be uploaded. Photos should be less than 4 MB and saved as JPG, PNG.',
      1_366_046,
    )
  const id = postNumber(posts)
  addDraft(posts, {
    id,
    network: 'facebook',
    accountId: page.id,
    kind: 'photo',
    file,
    altText: fields.get('alt_text_custom'),
  })
  if (fields.get('published') === 'false') return ok({ id })
  const post = `${page.id}_${postNumber(posts)}`
  addPost(posts, {
    network: 'facebook',
    accountId: page.id,
    id: post,
    format: 'image',
    text: fields.get('caption') ?? '',
    files: [{ ...file, altText: fields.get('alt_text_custom') }],
    permalink: `${world.url}/social/posts/${post}`,
  })
  return ok({ id, post_id: post })
}

/** As far as the network asks for at a time. */
const pieceBytes = 4 * 1024 * 1024

async function uploadVideo(asked: Asked): Promise<SocialAnswer> {
  const { world, page, fields } = asked
  const { posts } = world.social
  const phase = fields.get('upload_phase')
  if (phase === 'start') {
    const total = Number(fields.get('file_size'))
    if (!(total > 0)) return graphFault(100, '(#100) Param file_size must be positive.')
    const id = postNumber(posts)
    addDraft(posts, { id, network: 'facebook', accountId: page.id, kind: 'video', total })
    return ok({
      upload_session_id: id,
      video_id: id,
      start_offset: '0',
      end_offset: String(Math.min(total, pieceBytes)),
    })
  }
  const draft = posts.drafts.get(fields.get('upload_session_id') ?? '')
  if (draft?.kind !== 'video' || draft.accountId !== page.id)
    return graphFault(6000, 'There was a problem uploading your video file.', 1_363_019)
  if (phase === 'transfer') {
    const piece = await fields.file('video_file_chunk')
    if (!piece || Number(fields.get('start_offset')) !== draft.received)
      return graphFault(6000, 'The start offset is not the one that was asked for.', 1_363_037)
    draft.received += piece.bytes
    draft.file = { ...piece, mime: draft.file?.mime ?? piece.mime, bytes: draft.received, preview: null }
    return ok({
      start_offset: String(draft.received),
      end_offset: String(Math.min(draft.total, draft.received + pieceBytes)),
    })
  }
  if (phase !== 'finish') return graphFault(100, '(#100) Param upload_phase is not known.')
  if (draft.received < draft.total) return graphFault(6000, 'The upload is not complete.', 1_363_019)
  publishDraft(asked, draft, 'video', fields.get('description') ?? '')
  return ok({ success: true })
}

function uploadReel(asked: Asked): SocialAnswer {
  const { world, page, fields } = asked
  const { posts } = world.social
  const phase = fields.get('upload_phase')
  if (phase === 'start') {
    const id = postNumber(posts)
    addDraft(posts, { id, network: 'facebook', accountId: page.id, kind: 'reel' })
    return ok({ video_id: id, upload_url: `${world.url}/social/rupload/video-upload/v25.0/${id}` })
  }
  const draft = posts.drafts.get(fields.get('video_id') ?? '')
  if (draft?.kind !== 'reel' || draft.accountId !== page.id)
    return graphFault(100, 'There is no such video.', 33)
  if (phase !== 'finish') return graphFault(100, '(#100) Param upload_phase is not known.')
  if (draft.received === 0 || draft.received < draft.total)
    return graphFault(6000, 'The upload is not complete.', 1_363_019)
  publishDraft(asked, draft, 'reel', fields.get('description') ?? '')
  return ok({ success: true, post_id: draft.publishedAs })
}

/** Publishing a video once more leaves it as it is. */
function publishDraft({ world, page }: Asked, draft: Draft, format: string, text: string): void {
  const { posts } = world.social
  if (draft.publishedAs) return
  const { processingMs, processing } = world.settings.social.posts
  const isReel = format === 'reel'
  draft.publishedAs = isReel ? postNumber(posts) : draft.id
  draft.readyAt = Date.now() + within(processingMs)
  if (processing !== 'ok')
    draft.failure = { code: 6000, subcode: 1_363_024, message: 'The video could not be processed.' }
  else
    addPost(posts, {
      network: 'facebook',
      accountId: page.id,
      id: draft.publishedAs,
      format,
      text,
      files: draft.file ? [{ ...draft.file, altText: null }] : [],
      permalink: `${world.url}/social/posts/${draft.publishedAs}`,
      readyAt: draft.readyAt,
    })
}

function videoFields({ world }: SocialRequest, draft: Draft) {
  const isReady = draft.publishedAs !== null && draft.readyAt <= Date.now()
  const failed = isReady && draft.failure
  return {
    id: draft.id,
    ...(draft.publishedAs && { permalink_url: `${world.url}/social/posts/${draft.publishedAs}` }),
    published: isReady && !failed,
    status: {
      video_status: failed
        ? 'error'
        : isReady
          ? 'ready'
          : draft.publishedAs
            ? 'processing'
            : draft.received > 0
              ? 'upload_complete'
              : 'uploading',
      uploading_phase: {
        status: draft.received > 0 ? 'complete' : 'in_progress',
        bytes_transfered: draft.received,
      },
      processing_phase: failed
        ? { status: 'error', error: { message: draft.failure?.message } }
        : { status: isReady ? 'complete' : 'not_started' },
      publishing_phase: draft.publishedAs
        ? {
            // As Facebook does: a finished video that is processed is not yet being published.
            status: isReady && !failed ? 'complete' : 'not_started',
            publish_status: isReady ? 'published' : 'draft',
          }
        : { status: 'not_started' },
    },
  }
}

const isListed = ({ world }: SocialRequest, post: SocialPost): boolean =>
  post.at + world.settings.social.posts.readLagMs <= Date.now()

function listPosts(asked: Asked): SocialAnswer {
  const { world, page, query, token } = asked
  if (!token.scopes.includes('pages_read_engagement'))
    return graphFault(10, '(#10) Requires pages_read_engagement.', undefined, 403)
  const since = Number(query.get('since') ?? 0) * 1000
  const limit = Math.min(Number(query.get('limit') ?? 25), 100)
  const rows = postsOf(world.social.posts, 'facebook', page.id)
    .filter((post) => post.at >= since && isListed(asked, post))
    .slice(-limit)
    .reverse()
  return ok({
    data: rows.map((post) => ({ ...postFields(post), ...attachmentsOf(world.social.posts.drafts, post) })),
  })
}

const postFields = (post: SocialPost) => ({
  id: post.id,
  message: post.text || undefined,
  created_time: new Date(Math.floor(post.at / 1000) * 1000).toISOString().replace('.000Z', '+0000'),
  permalink_url: post.permalink,
})

function attachmentsOf(drafts: Map<string, Draft>, post: SocialPost) {
  const targets = [...drafts.values()]
    .filter(({ publishedAs }) => publishedAs === post.id)
    .map(({ id }) => ({ target: { id } }))
  if (targets.length === 0) return {}
  return {
    attachments: { data: [targets.length === 1 ? targets[0] : { subattachments: { data: targets } }] },
  }
}

function comments(
  request: SocialRequest,
  token: SocialToken,
  post: SocialPost,
  fields: Fields,
): SocialAnswer {
  if (request.method === 'GET')
    return ok({ data: post.comments.map(({ id, text }) => ({ id, message: text })) })
  if (!token.scopes.includes('pages_manage_engagement'))
    return graphFault(200, '(#200) Requires pages_manage_engagement.', undefined, 403)
  const text = fields.get('message')
  if (!text) return graphFault(100, '(#100) The comment is empty.')
  const comment = { id: `${post.id}_${nextNumber(request.world.social.posts)}`, text, at: Date.now() }
  post.comments.push(comment)
  return ok({ id: comment.id })
}
