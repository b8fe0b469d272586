import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { TemplateDraft } from '#contract/templates/draft.ts'
import { acceptedFiles, headerMediaRules } from '#contract/templates/limits.ts'
import type { TemplateMedia } from '#contract/templates.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { cleanFileName } from '#server/platform/file-name.ts'
import { MediaMissing, openWhole, readWhole } from '#server/platform/media-store/media-store.ts'
import type { Handles } from './components.ts'
import { linkBase } from './tracked-buttons.ts'

export type MediaKind = TemplateMedia['kind']

/** How files of each kind begin; what a browser says of a file is not to be relied on. */
const signatures: readonly { kind: MediaKind; mimeType: string; at: number; bytes: readonly number[] }[] = [
  { kind: 'IMAGE', mimeType: 'image/jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { kind: 'IMAGE', mimeType: 'image/png', at: 0, bytes: [0x89, 0x50, 0x4e, 0x47] },
  { kind: 'VIDEO', mimeType: 'video/mp4', at: 4, bytes: [0x66, 0x74, 0x79, 0x70] },
  { kind: 'DOCUMENT', mimeType: 'application/pdf', at: 0, bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
]

const keyOf = (businessId: number, id: number): string => `template-media/${businessId}/${id}`

/**
 * Stores the file of a multipart request for headers. The same content is stored once.
 * @throws AppError `invalid_input`, `unsupported_media_type` or `too_large` with the accepted files.
 */
export async function keepMedia(
  app: App,
  businessId: number,
  request: FastifyRequest,
): Promise<TemplateMedia> {
  const most = headerMediaRules.DOCUMENT.bytes
  const part = await request.file({ limits: { fileSize: most } })
  if (!part)
    throw new AppError('invalid_input', t('templates.file.choose'), {
      fields: { file: t('templates.file.choose') },
    })
  const draft = join(await app.media.incoming(), randomUUID())
  try {
    const hash = createHash('sha256')
    let bytes = 0
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        bytes += chunk.length
        done(null, chunk)
      },
    })
    await pipeline(part.file, measure, createWriteStream(draft, { mode: 0o600 }))
    if (part.file.truncated) throw tooLarge('DOCUMENT')
    const { kind, mimeType } = await kindOf(draft)
    if (bytes > headerMediaRules[kind].bytes) throw tooLarge(kind)
    const media = await recordMedia(app, businessId, {
      kind,
      file_name: cleanFileName(part.filename),
      mime_type: mimeType,
      bytes,
      sha256: hash.digest('hex'),
    })
    await app.media.put(keyOf(businessId, media.id), draft, mimeType)
    return media
  } finally {
    await rm(draft, { force: true })
  }
}

/** What kind of picture bytes are, by their first ones; undefined for anything else. */
export function pictureTypeOf(start: Buffer): string | undefined {
  return signatures.find(
    ({ kind, at, bytes }) => kind === 'IMAGE' && bytes.every((byte, index) => start[at + index] === byte),
  )?.mimeType
}

async function kindOf(path: string): Promise<{ kind: MediaKind; mimeType: string }> {
  const file = await open(path)
  try {
    const start = Buffer.alloc(16)
    await file.read(start, 0, 16, 0)
    const found = signatures.find(({ at, bytes }) => bytes.every((byte, index) => start[at + index] === byte))
    if (found) return found
  } finally {
    await file.close()
  }
  const taken = (Object.keys(headerMediaRules) as (keyof typeof headerMediaRules)[]).map(acceptedFiles)
  const sentence = t('templates.file.otherType', { accepted: taken.join('; ') })
  throw new AppError('unsupported_media_type', sentence, { fields: { file: sentence } })
}

function tooLarge(kind: MediaKind): AppError {
  const sentence = t('templates.file.tooLarge', { accepted: acceptedFiles(kind) })
  return new AppError('too_large', sentence, { fields: { file: sentence } })
}

async function recordMedia(
  app: App,
  businessId: number,
  file: Omit<TemplateMedia, 'id'> & { sha256: string },
): Promise<TemplateMedia> {
  return await app.db
    .insertInto('template_media')
    .values({ business_id: businessId, ...file })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'sha256']).doUpdateSet({ file_name: file.file_name }),
    )
    .returning(['id', 'kind', 'file_name', 'mime_type', 'bytes'])
    .$narrowType<{ kind: MediaKind }>()
    .executeTakeFirstOrThrow()
}

export type KeptMedia = TemplateMedia & { handle: string | null; handle_at: Date | null }

export async function findMedia(app: App, businessId: number, id: number): Promise<KeptMedia | undefined> {
  return await app.db
    .selectFrom('template_media')
    .select(['id', 'kind', 'file_name', 'mime_type', 'bytes', 'handle', 'handle_at'])
    .$narrowType<{ kind: MediaKind }>()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** A stored file for the browser. @throws AppError `not_found`. */
export async function readMedia(
  app: App,
  businessId: number,
  id: number,
): Promise<{ media: TemplateMedia; content: Readable }> {
  const media = await findMedia(app, businessId, id)
  if (!media) throw notFound('file')
  const content = await openWhole(app.media, keyOf(businessId, id)).catch((error: unknown) => {
    throw error instanceof MediaMissing ? notFound('file') : error
  })
  return { media, content }
}

/** The provider does not document how long a handle is valid; within a day it is. */
const handleHours = 24

/** The provider's handle of a file for a template's example; uploads the file when no fresh handle is stored. */
export async function handleFor(
  app: App,
  businessId: number,
  mediaId: number,
  token: string,
): Promise<string> {
  const media = await findMedia(app, businessId, mediaId)
  if (!media) throw notFound('headerFile')
  const freshSince = app.now().getTime() - handleHours * 3_600_000
  if (media.handle && media.handle_at && media.handle_at.getTime() > freshSince) return media.handle
  const content = await contentOf(app, businessId, mediaId)
  const { handle } = await app.meta.uploads.upload(token, {
    name: media.file_name,
    mimeType: media.mime_type,
    content,
  })
  await app.db
    .updateTable('template_media')
    .set({ handle, handle_at: app.now() })
    .where('business_id', '=', businessId)
    .where('id', '=', mediaId)
    .execute()
  return handle
}

/** The same for all files of a template. */
export async function handlesFor(
  app: App,
  businessId: number,
  { header, cards = [] }: Pick<TemplateDraft, 'header' | 'cards'>,
  token: string,
): Promise<Handles> {
  const one = async (mediaId: number | null | undefined) =>
    mediaId ? await handleFor(app, businessId, mediaId, token) : undefined
  const handles: Handles & { cards: (string | undefined)[] } = {
    header: await one(header?.media_id),
    cards: [],
    linkBase: linkBase(app),
  }
  for (const card of cards) handles.cards.push(await one(card.header.media_id))
  return handles
}

export async function contentOf(app: App, businessId: number, mediaId: number): Promise<Buffer> {
  try {
    return await readWhole(app.media, keyOf(businessId, mediaId))
  } catch (error) {
    const sentence = t('templates.file.missing')
    throw new AppError('rule_broken', sentence, { fields: { header: sentence }, cause: error })
  }
}
