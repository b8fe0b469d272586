import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { largestVideo, type Media, socialMedia } from '#contract/social/media.ts'
import { platforms } from '#contract/social/networks.ts'
import { formatRules } from '#contract/social/rules.ts'
import type { App } from '#server/app.ts'
import { countOutside } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { linkPreview } from './link/link-preview.ts'
import { previewOf } from './preview.ts'
import { mediaUrl } from './serving/addresses.ts'
import { serveMedia } from './serving/serve.ts'
import { findMedia, problemsOf, type StoredMedia } from './stored-media.ts'
import { storeUpload, tooLarge } from './upload.ts'

export function mediaRoutes(http: Http, app: App): void {
  route(http, socialMedia.upload, async ({ caller, request }) => {
    const part = await filePart(request)
    return {
      media: toContract(
        app,
        caller.businessId,
        await storeUpload(app, caller.businessId, caller.userId, part.file, part.filename),
      ),
    }
  })
  route(http, socialMedia.get, async ({ caller, params }) => {
    const [media] = await findMedia(app, caller.businessId, [params.id])
    if (!media) throw new AppError('not_found', t('social.media.notFound'))
    return { media: toContract(app, caller.businessId, media) }
  })
  route(http, socialMedia.linkPreview, async ({ caller, body }) => {
    await countOutside(app, caller.userId)
    return { preview: await linkPreview(app, body.url) }
  })
  route(http, socialMedia.serve, async ({ params, request, reply }) =>
    serveMedia(app, params.signed, params.name, request, reply, previewOf),
  )
}

/** The file of a form, before it is read. */
async function filePart(request: FastifyRequest): Promise<MultipartFile> {
  // The other parts of the form take a few kilobytes: what is too large is refused before it is sent.
  if (Number(request.headers['content-length'] ?? 0) > largestVideo + 64 * 1024) throw tooLarge('video')
  const part = await request.file({ limits: { fileSize: largestVideo, files: 1 } })
  if (part?.filename) return part
  const sentence = t('social.media.fileMissing')
  throw new AppError('invalid_input', sentence, { fields: { file: sentence } })
}

/** A file as the API answers it, with what each network says of it in each format that takes its kind. */
export function toContract(app: App, businessId: number, media: StoredMedia): Media {
  return {
    id: media.id,
    kind: media.kind,
    mime: media.mime,
    file_name: media.fileName,
    bytes: media.bytes,
    width: media.width,
    height: media.height,
    duration_ms: media.durationMs,
    url: media.removedAt ? '' : mediaUrl(app, businessId, media),
    problems: platforms.flatMap((platform) =>
      formatsFor(media, platform).flatMap((format) => problemsOf(media, platform, format)),
    ),
  }
}

function formatsFor(media: StoredMedia, platform: (typeof platforms)[number]) {
  const formats = Object.entries(formatRules[platform]) as [
    Parameters<typeof problemsOf>[2],
    (typeof formatRules)['facebook']['image'],
  ][]
  return formats.filter(([, rules]) => rules && rules[`${media.kind}s`][1] > 0).map(([format]) => format)
}
