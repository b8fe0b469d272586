import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { largestPhoto, type OptinForm, photoHeight, photoWidth } from '#contract/growth/optin-form.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { openSharp, sharpOptions } from '#server/platform/media-tools/open-sharp.ts'
import { getForm } from '../form/forms.ts'

/** With it a page of many languages and fields stays below 20 kB; the table refuses more. */
const mostBytes = 10_000
/** Tried in this order: first it loses quality, then size. */
const widths = [photoWidth, 640, 480, 320, 160]
const qualities = [80, 65, 50, 35]
/** A picture that takes longer was made to keep us busy. */
const longestSeconds = 20
/** By content; other readers of sharp are open to no upload. */
const readable = /^image\/(jpeg|png|webp)$/

const refusal = (
  code: 'invalid_input' | 'unsupported_media_type' | 'too_large' | 'rule_broken',
  said: string,
) => new AppError(code, said, { fields: { file: said } })

/**
 * Puts the picture of a multipart request on a form's page. It is no part of what a person agrees to, so it begins no
 * new version of the form.
 * @throws AppError `not_found`, or what is wrong with the file.
 */
export async function setPhoto(
  app: App,
  businessId: number,
  id: number,
  request: FastifyRequest,
): Promise<OptinForm> {
  await getForm(app, businessId, id)
  const path = join(await app.media.incoming(), randomUUID())
  // Nothing is awaited between this and the pipeline: an upload that breaks off there would end the process.
  const part = await request.file({ limits: { fileSize: largestPhoto, files: 1 } })
  if (!part?.filename) throw refusal('invalid_input', t('growth.photo.missing'))
  try {
    await pipeline(part.file, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    if (part.file.truncated)
      throw refusal('too_large', t('growth.photo.tooLarge', { most: largestPhoto / 1024 / 1024 }))
    const { fileTypeFromFile } = await import('file-type')
    if (!readable.test((await fileTypeFromFile(path))?.mime ?? ''))
      throw refusal('unsupported_media_type', t('growth.photo.wrongType'))
    await store(app, businessId, id, await makeSmall(path))
  } finally {
    await rm(path, { force: true })
  }
  return await getForm(app, businessId, id)
}

/** @throws AppError `not_found` */
export async function removePhoto(app: App, businessId: number, id: number): Promise<OptinForm> {
  await store(app, businessId, id, null)
  return await getForm(app, businessId, id)
}

async function store(app: App, businessId: number, id: number, photo: Buffer | null): Promise<void> {
  const photo_hash = photo && createHash('sha256').update(photo).digest('hex').slice(0, 16)
  await app.db
    .updateTable('optin_forms')
    .set({ photo, photo_hash, updated_at: app.now() })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
}

/** Upright, cut to the page's shape around what draws the eye, in sRGB and without metadata. */
async function makeSmall(path: string): Promise<Buffer> {
  const sharp = await openSharp()
  // Decoded once, whatever the number of tries.
  const { data, info } = await sharp(path, { ...sharpOptions, failOn: 'truncated' })
    .timeout({ seconds: longestSeconds })
    .autoOrient()
    .resize(photoWidth, photoHeight, { fit: 'cover', position: 'attention' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw refusal('rule_broken', t('growth.photo.broken'))
    })
  for (const width of widths) {
    for (const quality of qualities) {
      const { width: full, height, channels } = info
      const made = await sharp(data, { raw: { width: full, height, channels } })
        .resize(width)
        .webp({ quality })
        .toBuffer()
      if (made.length <= mostBytes) return made
    }
  }
  throw refusal('rule_broken', t('growth.photo.broken'))
}

/** The picture at a public address. @throws AppError `not_found` */
export async function readPhoto(app: App, code: string, hash: string): Promise<Buffer> {
  const found = await app.db
    .selectFrom('optin_forms')
    .select('photo')
    .where('code', '=', code)
    .where('photo_hash', '=', hash)
    .executeTakeFirst()
  if (!found?.photo) throw notFound('optinForm')
  return found.photo
}
