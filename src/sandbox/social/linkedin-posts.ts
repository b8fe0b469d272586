import { addDraft, addPost, nextNumber, postsOf } from '../world/social-posts.ts'
import { findToken, type SocialToken, socialPerson } from '../world/social-world.ts'
import { within } from '../world/world.ts'
import { receivedFile } from './received-file.ts'
import { bearerOf, ok, type SocialAnswer, type SocialRequest } from './social-exchange.ts'

/** Versions that live (read on 19 September 2026). */
const oldest = 202510
const newest = 202609

export const linkedinFault = (
  status: number,
  code: string,
  message: string,
  serviceErrorCode?: number,
): SocialAnswer => ({
  status,
  body: { status, code, message, ...(serviceErrorCode !== undefined && { serviceErrorCode }) },
})

type Asked = SocialRequest & { token: SocialToken; author: string; memberId: string }

/** Posts, images and videos of a member; undefined: the path is none of these. */
export function answerLinkedinPosts(request: SocialRequest): SocialAnswer | undefined {
  const { path, method, world } = request
  const upload = /^\/dms-uploads\/(\d+)(?:\/(\d+))?$/.exec(path)
  if (!path.startsWith('/rest/') && !upload) return undefined
  const { token, dead } = findToken(world.social, 'linkedin', bearerOf(request))
  if (!token || dead) {
    const code = dead === 'expired' ? 65_602 : dead === 'killed' ? 65_601 : 65_600
    return linkedinFault(401, 'REVOKED_ACCESS_TOKEN', 'The token is not valid', code)
  }
  const memberId = `s${socialPerson(world.social, token.person).id}`
  const asked = { ...request, token, memberId, author: `urn:li:person:${memberId}` }
  if (upload) return receive(asked, upload[1] ?? '', Number(upload[2] ?? 0))
  const fault = versionFault(request)
  if (fault) return fault
  if (!token.scopes.includes('w_member_social')) return noPermission('w_member_social')
  const action = request.query.get('action')
  if (path === '/rest/posts') return method === 'POST' ? publish(asked) : list(asked)
  if (path === '/rest/images' && action === 'initializeUpload') return beginImage(asked)
  if (path === '/rest/videos' && action === 'initializeUpload') return beginVideo(asked)
  if (path === '/rest/videos' && action === 'finalizeUpload') return finishVideo(asked)
  const [, kind, urn] = /^\/rest\/(images|videos)\/(.+)$/.exec(path) ?? []
  if (kind === 'images')
    return token.scopes.includes('r_member_social') ? state(asked, urn) : noPermission('images')
  if (kind === 'videos') return state(asked, urn)
  return linkedinFault(404, 'NOT_FOUND', 'No virtual resource found')
}

const noPermission = (what: string): SocialAnswer =>
  linkedinFault(403, 'ACCESS_DENIED', `Not enough permissions to access: ${what}`, 100)

function versionFault({ headers }: SocialRequest): SocialAnswer | undefined {
  const version = headers['linkedin-version']
  if (!version) return linkedinFault(400, 'VERSION_MISSING', 'A version must be present.')
  const number = Number(version)
  if (number < oldest || number > newest || number === 202512)
    return linkedinFault(426, 'NONEXISTENT_VERSION', `Requested version ${String(version)} is not active`)
  return headers['x-restli-protocol-version'] === '2.0.0'
    ? undefined
    : linkedinFault(400, 'BAD_REQUEST', 'X-Restli-Protocol-Version must be 2.0.0.')
}

function bodyOf(request: SocialRequest): Record<string, unknown> {
  try {
    return JSON.parse(request.raw.toString()) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** A reserved character without its backslash cuts the text or is refused: here it is refused. */
const unescaped = /(?<!\\)(?:\\\\)*(?:[|{}@[\]()<>*~]|#(?![\p{L}\p{N}_]))/u
const mention = /@\[[^\]]+\]\(urn:li:[\w:-]+\)/g

function publish(asked: Asked): SocialAnswer {
  const { world } = asked
  const { posts } = world.social
  const body = bodyOf(asked)
  const commentary = String(body.commentary ?? '')
  if (body.author !== asked.author) return noPermission('author')
  if (body.lifecycleState !== 'PUBLISHED' || body.visibility === undefined || body.distribution === undefined)
    return linkedinFault(400, 'MISSING_REQUIRED_FIELD', 'A field of the post is missing.')
  if (unescaped.test(commentary.replace(mention, '')))
    return linkedinFault(422, 'INVALID_TEXT', 'commentary has a reserved character that is not escaped.')
  const text = commentary.replace(/\\([\\|{}@[\]()<>#*_~])/g, '$1')
  if (text.length > 3000) return linkedinFault(422, 'TEXT_TOO_LONG', 'commentary is too long.')
  const content = (body.content ?? {}) as {
    media?: { id?: string; altText?: string }
    multiImage?: { images?: { id?: string; altText?: string }[] }
    article?: { source?: string; title?: string; description?: string; thumbnail?: string }
  }
  const media = content.multiImage?.images ?? (content.media ? [content.media] : [])
  const drafts = media.map(({ id = '' }) => posts.drafts.get(id))
  if (
    drafts.some(
      (draft) => draft?.accountId !== asked.memberId || (draft.kind === 'video' && !isReady(asked, draft)),
    )
  )
    return linkedinFault(400, 'INVALID_CONTENT', 'A file of the post is not there.')
  if (content.article && !content.article.title)
    return linkedinFault(422, 'MISSING_REQUIRED_FIELD', 'An article has a title.')
  const thumbnail = content.article?.thumbnail
  if (thumbnail && posts.drafts.get(thumbnail)?.accountId !== asked.memberId)
    return linkedinFault(400, 'INVALID_CONTENT', 'The thumbnail of the article is not there.')
  const newestText = postsOf(posts, 'linkedin', asked.memberId).findLast(({ at }) => at > Date.now() - 60_000)
  if (newestText && newestText.text === text && text !== '' && media.length === 0)
    return linkedinFault(422, 'DUPLICATE_POST', 'Content is a duplicate of urn:li:share.')
  const id = `urn:li:share:7${String(nextNumber(posts)).padStart(18, '0')}`
  addPost(posts, {
    network: 'linkedin',
    accountId: asked.memberId,
    id,
    format: drafts.length > 1 ? 'carousel' : (drafts[0]?.kind ?? 'text'),
    text,
    link: content.article?.source ?? null,
    ...(content.article && {
      card: {
        title: content.article.title ?? '',
        description: content.article.description ?? null,
        thumbnail: thumbnail ?? null,
      },
    }),
    files: drafts.flatMap((draft, index) =>
      draft?.file ? [{ ...draft.file, altText: media[index]?.altText ?? null }] : [],
    ),
    permalink: `${world.url}/social/linkedin/feed/update/${id}`,
  })
  for (const draft of drafts) if (draft) draft.publishedAs = id
  return { status: 201, body: undefined, headers: { 'x-restli-id': id } }
}

/** Reading a member's posts is closed to nearly all apps. */
function list(asked: Asked): SocialAnswer {
  if (!asked.token.scopes.includes('r_member_social')) return noPermission('r_member_social')
  const { posts } = asked.world.social
  const rows = postsOf(posts, 'linkedin', asked.memberId).slice(-50).reverse()
  return ok({
    elements: rows.map((post) => ({
      id: post.id,
      commentary: post.text,
      createdAt: post.at,
      content: {
        media: { id: [...posts.drafts.values()].find(({ publishedAs }) => publishedAs === post.id)?.id },
      },
    })),
  })
}

function beginImage(asked: Asked): SocialAnswer {
  const { world, memberId } = asked
  const number = nextNumber(world.social.posts)
  const image = `urn:li:image:C4${number}`
  addDraft(world.social.posts, {
    id: image,
    network: 'linkedin',
    accountId: memberId,
    kind: 'image',
    more: { number },
  })
  return ok({
    value: {
      uploadUrlExpiresAt: Date.now() + 86_400_000,
      uploadUrl: `${world.url}/social/linkedin/dms-uploads/${number}`,
      image,
    },
  })
}

const partBytes = 4 * 1024 * 1024

function beginVideo(asked: Asked): SocialAnswer {
  const { world, memberId } = asked
  const { fileSizeBytes: total = 0 } = (bodyOf(asked).initializeUploadRequest ?? {}) as {
    fileSizeBytes?: number
  }
  const number = nextNumber(world.social.posts)
  const video = `urn:li:video:C5${number}`
  addDraft(world.social.posts, {
    id: video,
    network: 'linkedin',
    accountId: memberId,
    kind: 'video',
    total,
    more: { number, parts: [] },
  })
  const parts = Math.ceil(total / partBytes)
  return ok({
    value: {
      video,
      uploadToken: `token-${number}`,
      uploadInstructions: Array.from({ length: parts }, (_, part) => ({
        uploadUrl: `${world.url}/social/linkedin/dms-uploads/${number}/${part}`,
        firstByte: part * partBytes,
        lastByte: Math.min((part + 1) * partBytes, total) - 1,
      })),
    },
  })
}

function receive({ world, raw, memberId }: Asked, number: string, part: number): SocialAnswer {
  const draft = [...world.social.posts.drafts.values()].find(
    (one) => one.network === 'linkedin' && String(one.more.number) === number && one.accountId === memberId,
  )
  if (!draft) return linkedinFault(404, 'NOT_FOUND', 'The upload is not there.')
  const file = receivedFile(raw, draft.kind === 'image' ? 'image/jpeg' : 'video/mp4')
  draft.received += raw.length
  draft.file =
    draft.kind === 'image' ? file : { ...file, mime: 'video/mp4', bytes: draft.received, preview: null }
  const etag = `${file.hash.slice(0, 16)}-${part}`
  if (Array.isArray(draft.more.parts)) draft.more.parts[part] = etag
  return { status: 201, body: undefined, headers: { etag } }
}

function finishVideo(asked: Asked): SocialAnswer {
  const { world } = asked
  const { video = '', uploadedPartIds = [] } = (bodyOf(asked).finalizeUploadRequest ?? {}) as {
    video?: string
    uploadedPartIds?: string[]
  }
  const draft = world.social.posts.drafts.get(video)
  if (
    draft?.accountId !== asked.memberId ||
    JSON.stringify(draft.more.parts) !== JSON.stringify(uploadedPartIds)
  )
    return linkedinFault(400, 'INVALID_PARTS', 'The parts of the video are not whole.')
  draft.readyAt = Date.now() + within(world.settings.social.posts.processingMs)
  if (world.settings.social.posts.processing === 'error')
    draft.failure = { code: 0, subcode: 0, message: 'The video could not be transcoded.' }
  draft.more.finished = true
  return ok({})
}

const isReady = (
  _asked: Asked,
  draft: { readyAt: number; failure: unknown; more: Record<string, unknown> },
): boolean => draft.more.finished === true && draft.readyAt <= Date.now() && !draft.failure

function state(asked: Asked, urn = ''): SocialAnswer {
  const draft = asked.world.social.posts.drafts.get(decodeURIComponent(urn))
  if (draft?.accountId !== asked.memberId) return linkedinFault(404, 'NOT_FOUND', 'The file is not there.')
  if (draft.kind === 'image') return ok({ id: draft.id, status: draft.file ? 'AVAILABLE' : 'WAITING_UPLOAD' })
  if (draft.failure && draft.readyAt <= Date.now())
    return ok({ id: draft.id, status: 'PROCESSING_FAILED', processingFailureReason: draft.failure.message })
  return ok({ id: draft.id, status: isReady(asked, draft) ? 'AVAILABLE' : 'PROCESSING' })
}
