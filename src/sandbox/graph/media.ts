import { createHash } from 'node:crypto'
import { newId, type Phone, randomLetters } from '../world/accounts.ts'
import { type Answer, type Exchange, requiredText, textParam } from './exchange.ts'
import { fileAddress, keepBytes } from './files.ts'
import { badParameter, GraphError, unknownObject } from './graph-errors.ts'

const kinds: readonly (readonly [pattern: RegExp, bytes: number])[] = [
  [/^image\/(jpeg|png)$/, 5 * 1024 * 1024],
  [/^image\/webp$/, 500 * 1024],
  [/^video\/(mp4|3gpp)$/, 16 * 1024 * 1024],
  [/^audio\/(aac|amr|mpeg|mp4|ogg)(;.*)?$/, 16 * 1024 * 1024],
  [/^(application|text)\/.+$/, 100 * 1024 * 1024],
]

/** `POST /{phone}/media`: multipart with `messaging_product`, `type` and `file`. */
export async function uploadMedia(x: Exchange<'accounts' | 'files' | 'keep'>, phone: Phone): Promise<Answer> {
  const type = x.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) throw badParameter('The parameter file is required.')
  let form: FormData
  try {
    form = await new Response(new Uint8Array(x.raw), { headers: { 'content-type': type } }).formData()
  } catch {
    throw badParameter('The multipart body could not be read.')
  }
  if (form.get('messaging_product') !== 'whatsapp')
    throw badParameter('The parameter messaging_product is required.')
  const file = form.get('file')
  if (!(file instanceof File)) throw badParameter('The parameter file is required.')
  const mime = String(form.get('type') ?? file.type)
  const kind = kinds.find(([pattern]) => pattern.test(mime))
  if (!kind) {
    throw new GraphError(100, {
      message: `(#100) Param file must be a file with one of the following types: audio/aac, audio/mp4, audio/mpeg, audio/amr, audio/ogg, application/pdf, image/jpeg, image/png, video/mp4, video/3gpp, … Received file of type '${mime}'.`,
    })
  }
  const bytes = Buffer.from(await file.arrayBuffer())
  if (bytes.length === 0 || bytes.length > kind[1])
    throw new GraphError(131053, {
      details: `The file has ${bytes.length} bytes; ${mime} may have 1 to ${kind[1]}.`,
    })
  const id = newId(16)
  x.world.accounts.media.set(id, {
    id,
    phoneId: phone.id,
    mime,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    createdAt: Date.now(),
  })
  keepBytes(x.world, id, bytes)
  x.world.keep()
  return { body: { id } }
}

/** `GET /{media}` */
export function getMedia(x: Exchange<'accounts' | 'url'>, id: string): Answer {
  const media = x.world.accounts.media.get(id)
  const asked = textParam(x, 'phone_number_id')
  if (!media || (asked !== undefined && asked !== media.phoneId)) throw unknownObject(id)
  return {
    body: {
      messaging_product: 'whatsapp',
      url: fileAddress(x.world.url, id),
      mime_type: media.mime,
      sha256: media.sha256,
      file_size: media.bytes,
      id,
    },
  }
}

/** `DELETE /{media}` */
export function deleteMedia(x: Exchange<'accounts' | 'keep'>, id: string): Answer {
  if (!x.world.accounts.media.delete(id)) throw unknownObject(id, 'delete')
  x.world.keep()
  return { body: { success: true } }
}

const uploadTypes = ['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'video/mp4']

/** `POST /{app}/uploads`: opens a resumable upload, for the header handles of templates. */
export function openUpload(x: Exchange<'uploads'>): Answer {
  const length = Number(requiredText(x, 'file_length'))
  const type = requiredText(x, 'file_type')
  if (!Number.isInteger(length) || length <= 0)
    throw badParameter('Param file_length must be a positive integer.')
  if (!uploadTypes.includes(type))
    throw badParameter(`Param file_type must be one of {${uploadTypes.join(', ')}} - got "${type}".`)
  const id = `upload:${randomLetters(60)}`
  x.world.uploads.set(id, { name: textParam(x, 'file_name') ?? '', type, length, received: 0, handle: null })
  return { body: { id } }
}

/**
 * `POST /upload:…` takes the bytes from `file_offset` and returns the handle; `GET` returns the offset
 * reached.
 */
export function continueUpload(x: Exchange<'uploads'>, id: string): Answer {
  const upload = x.world.uploads.get(id)
  if (!upload) throw unknownObject(id, x.method.toLowerCase())
  if (x.method === 'GET') return { body: { id, file_offset: upload.received } }
  const offset = Number(x.headers.file_offset ?? 0)
  if (offset !== upload.received)
    throw new GraphError(100, {
      message: `(#100) file_offset ${offset} does not follow the ${upload.received} bytes received.`,
    })
  upload.received += x.raw.length
  if (upload.received < upload.length) return { body: { id, file_offset: upload.received } }
  upload.handle ??= `4::${Buffer.from(upload.type).toString('base64')}:${randomLetters(120)}:e:${Math.floor(Date.now() / 1000) + 345_600}:${newId(15)}:${newId(14)}`
  return { body: { h: upload.handle } }
}
