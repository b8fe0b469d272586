import { z } from 'zod'
import {
  type Found,
  type Publisher,
  type PublishFile,
  type PublishWork,
  type Ready,
  readPiece,
  type Search,
  sameText,
  uploadTimeoutMs,
  type Wait,
} from '../publishing.ts'
import { SocialError } from '../social-error.ts'
import type { AskNetwork, SocialCall } from '../social-http.ts'
import { trustedUpload } from '../upload-address.ts'
import type { LinkedinOptions } from './connect.ts'
import { linkedinError } from './linkedin-error.ts'
import { fromLittleText, littleText } from './little-text.ts'

/** A version is served for a year or more; read on 19 September 2026. */
export const linkedinVersion = '202609'

const ImageStart = z.looseObject({ value: z.looseObject({ uploadUrl: z.string(), image: z.string() }) })
const VideoStart = z.looseObject({
  value: z.looseObject({
    video: z.string(),
    uploadToken: z.string().catch(''),
    uploadInstructions: z.array(
      z.looseObject({ uploadUrl: z.string(), firstByte: z.number(), lastByte: z.number() }),
    ),
  }),
})
const MediaStatus = z.looseObject({
  status: z.string().optional(),
  processingFailureReason: z.string().optional(),
})
const Posts = z.looseObject({
  elements: z.array(
    z.looseObject({
      id: z.string(),
      commentary: z.string().optional(),
      createdAt: z.number().optional(),
      content: z.looseObject({}).optional(),
    }),
  ),
})

/** Members may not read the state of their images: a picture is ready after so long. */
const imageMs = 20_000
const clockSkewMs = 60_000
const lookAgainMs = 5_000

/** A member's own profile (facts: onboarding-oauth §7). There is no key against repetition. */
export function linkedinPublisher(ask: AskNetwork, options: LinkedinOptions): Publisher {
  const version = options.version ?? linkedinVersion
  const call = <T>(
    work: PublishWork,
    path: string,
    answer: z.ZodType<T>,
    more: Partial<SocialCall<T>> = {},
  ) =>
    ask.whole({
      method: 'GET',
      url: `${options.apiUrl}/rest${path}`,
      token: work.account.accessToken,
      answer,
      errorOf: linkedinError,
      ...more,
      headers: { 'linkedin-version': version, 'x-restli-protocol-version': '2.0.0', ...more.headers },
    })
  const author = (work: PublishWork): string => `urn:li:person:${work.account.externalId}`
  const upload = async (work: PublishWork, address: string, bytes: Uint8Array<ArrayBuffer>) =>
    await ask.whole({
      method: 'PUT',
      url: trustedUpload(address, options.apiUrl, ['.linkedin.com', '.licdn.com']),
      token: work.account.accessToken,
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes,
      timeoutMs: uploadTimeoutMs(bytes.length),
      answer: z.unknown(),
      errorOf: linkedinError,
    })

  async function uploadImages(work: PublishWork): Promise<Ready | Wait> {
    const images = textsOf(work.progress.images)
    for (const file of work.files.slice(images.length)) {
      await work.record('uploading')
      images.push(await uploadImage(work, await readPiece(file, 0, file.bytes)))
      await work.record('uploading', { images, uploadedAt: work.now().getTime() })
    }
    return await untilImagesAreReady(work, images)
  }

  /** LinkedIn reads no page: title, text and picture of a link are given to it. A refused picture is left out. */
  async function uploadArticle(work: PublishWork, link: string): Promise<Ready | Wait> {
    if (!articleOf(work)) {
      await work.record('uploading')
      const card = await work.linkCard()
      const article: Article = {
        source: link,
        title: cut(card?.title.trim() || (work.content.linkTitle ?? new URL(link).host), longestTitle),
        ...(card?.description && { description: cut(card.description, longestDescription) }),
      }
      const thumbnail = card?.image && (await uploadThumbnail(work, card.image))
      if (thumbnail) article.thumbnail = thumbnail
      await work.record('uploading', { article, uploadedAt: work.now().getTime() })
    }
    const { thumbnail } = articleOf(work) ?? {}
    return thumbnail ? await untilImagesAreReady(work, [thumbnail]) : { kind: 'ready' }
  }

  async function uploadThumbnail(
    work: PublishWork,
    image: Uint8Array<ArrayBuffer>,
  ): Promise<string | undefined> {
    try {
      return await uploadImage(work, image)
    } catch (error) {
      if (error instanceof SocialError && error.fault === 'refused') return undefined
      throw error
    }
  }

  async function uploadImage(work: PublishWork, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const { body } = await call(work, '/images', ImageStart, {
      method: 'POST',
      query: { action: 'initializeUpload' },
      json: { initializeUploadRequest: { owner: author(work) } },
    })
    await upload(work, body.value.uploadUrl, bytes)
    return body.value.image
  }

  async function untilImagesAreReady(work: PublishWork, images: readonly string[]): Promise<Ready | Wait> {
    const age = work.now().getTime() - Number(work.progress.uploadedAt ?? 0)
    if (!work.progress.hidden) {
      try {
        for (const image of images) {
          const state = await mediaState(work, 'images', image)
          if (state.kind === 'wait') return state
        }
        return { kind: 'ready' }
      } catch (error) {
        if (!(error instanceof SocialError) || error.fault !== 'no_permission') throw error
        await work.record('uploading', { hidden: true })
      }
    }
    return age >= imageMs ? { kind: 'ready' } : { kind: 'wait', ms: imageMs - age }
  }

  async function mediaState(
    work: PublishWork,
    kind: 'images' | 'videos',
    urn: string,
  ): Promise<Ready | Wait> {
    const { body } = await call(work, `/${kind}/${encodeURIComponent(urn)}`, MediaStatus)
    if (body.status === 'PROCESSING_FAILED') {
      throw new SocialError('refused', body.processingFailureReason ?? 'The file could not be processed.', {
        code: 'processing_failed',
      })
    }
    return body.status === 'AVAILABLE' ? { kind: 'ready' } : { kind: 'wait', ms: lookAgainMs }
  }

  async function uploadVideo(work: PublishWork, file: PublishFile): Promise<Ready | Wait> {
    if (typeof work.progress.video !== 'string') {
      await work.record('uploading')
      const { body } = await call(work, '/videos', VideoStart, {
        method: 'POST',
        query: { action: 'initializeUpload' },
        json: {
          initializeUploadRequest: {
            owner: author(work),
            fileSizeBytes: file.bytes,
            uploadCaptions: false,
            uploadThumbnail: false,
          },
        },
      })
      const { video, uploadToken, uploadInstructions } = body.value
      const uploadedPartIds: string[] = []
      for (const { uploadUrl, firstByte, lastByte } of uploadInstructions) {
        await work.renew()
        const { headers } = await upload(work, uploadUrl, await readPiece(file, firstByte, lastByte + 1))
        uploadedPartIds.push(headers.get('etag') ?? '')
      }
      await call(work, '/videos', z.unknown(), {
        method: 'POST',
        query: { action: 'finalizeUpload' },
        json: { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } },
      })
      await work.record('container_created', { video })
    }
    return await mediaState(work, 'videos', String(work.progress.video))
  }

  return {
    async prepare(work) {
      const [file] = work.files
      const { link } = work.content
      if (!file && !link) return { kind: 'ready' }
      const state = file
        ? await (file.kind === 'video' ? uploadVideo(work, file) : uploadImages(work))
        : await uploadArticle(work, link ?? '')
      if (state.kind === 'ready') await work.record('finished')
      return state
    },
    async publish(work) {
      const { headers } = await call(work, '/posts', z.unknown(), {
        method: 'POST',
        json: {
          author: author(work),
          commentary: littleText(work.content.text),
          visibility: 'PUBLIC',
          distribution: {
            feedDistribution: 'MAIN_FEED',
            targetEntities: [],
            thirdPartyDistributionChannels: [],
          },
          lifecycleState: 'PUBLISHED',
          isReshareDisabledByAuthor: false,
          ...contentOf(work),
        },
      })
      const id = headers.get('x-restli-id')
      // It is taken: an answer without its id is one that has to be looked for.
      if (!id) throw new SocialError('unreadable', 'The answer has no id.', { mayBeDone: true })
      return { kind: 'posted', id, permalink: addressOf(options, id) }
    },
    find: (work, search) => find(work, search),
  }

  /** Most apps may not read a member's posts (`r_member_social` is closed): then it cannot be known. */
  async function find(work: PublishWork, search: Search): Promise<Found> {
    let posts: z.infer<typeof Posts>['elements']
    try {
      const { body } = await call(work, '/posts', Posts, {
        query: { q: 'author', author: author(work), count: '50', sortBy: 'LAST_MODIFIED' },
      })
      posts = body.elements
    } catch (error) {
      if (error instanceof SocialError && (error.fault === 'no_permission' || error.fault === 'refused'))
        return { kind: 'cannot_know', reason: 'no_answer' }
      throw error
    }
    const since = search.since.getTime() - clockSkewMs
    const recent = posts.filter(({ createdAt }) => createdAt === undefined || createdAt >= since)
    const urns = textsOf([...textsOf(work.progress.images), work.progress.video, articleOf(work)?.thumbnail])
    const byFile = recent.filter(({ content }) => {
      const said = JSON.stringify(content ?? {})
      return urns.some((urn) => said.includes(`"${urn}"`))
    })
    const byText = recent.filter(({ commentary = '' }) =>
      sameText(fromLittleText(commentary), work.content.text),
    )
    const free = (
      await Promise.all(
        (byFile.length > 0 ? byFile : byText).map(async (one) =>
          (await search.isTaken(one.id)) ? [] : [one],
        ),
      )
    ).flat()
    const [match, other] = free
    if (!match) return { kind: 'absent' }
    if (other) return { kind: 'cannot_know', reason: 'several_matches' }
    return { kind: 'posted', id: match.id, permalink: addressOf(options, match.id) }
  }
}

const addressOf = (options: LinkedinOptions, urn: string): string =>
  `${options.authorizeUrl}/feed/update/${urn}`

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

function contentOf({ content, files, progress }: PublishWork): { content?: unknown } {
  const images = textsOf(progress.images)
  const altText = (index: number) => (files[index]?.altText ? { altText: files[index].altText } : {})
  if (typeof progress.video === 'string') return { content: { media: { id: progress.video } } }
  if (images.length > 1)
    return { content: { multiImage: { images: images.map((id, index) => ({ id, ...altText(index) })) } } }
  if (images[0]) return { content: { media: { id: images[0], ...altText(0) } } }
  const article = content.link ? articleOf({ progress }) : undefined
  return article ? { content: { article } } : {}
}

type Article = z.infer<typeof ArticleProgress>

function articleOf({ progress }: Pick<PublishWork, 'progress'>): Article | undefined {
  const read = ArticleProgress.safeParse(progress.article)
  return read.success ? read.data : undefined
}

const ArticleProgress = z.object({
  source: z.string(),
  title: z.string(),
  description: z.string().optional(),
  thumbnail: z.string().optional(),
})

/** What a card shows of them; longer ones may be refused. */
const longestTitle = 200
const longestDescription = 250
const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
