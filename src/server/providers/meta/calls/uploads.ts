import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Graph, idPart } from '../graph/graph-call.ts'
import { graphId, optionalText, successAnswer } from '../graph/graph-values.ts'

type UploadFile = { name: string; mimeType: string; content: Uint8Array }

/** Where a stored medium can be fetched for five minutes, with the same token. */
type MediaAddress = { url: string; mimeType?: string; sha256?: string; bytes?: number }

/**
 * Files for messages: the id is valid for 30 days and for that number only. Source: …/business-phone-
 * numbers/media.
 */
export type MediaCalls = {
  upload: (token: string, phoneNumberId: string, file: UploadFile) => Promise<{ id: string }>
  address: (token: string, mediaId: string, phoneNumberId?: string) => Promise<MediaAddress>
  delete: (token: string, mediaId: string) => Promise<void>
}

/** Files for templates and profiles, by the Resumable Upload API: the handle (`4::…`) is what they take. */
export type ResumableUploadCalls = {
  /** Announces a file; the id names the session. */
  start: (token: string, file: { name: string; mimeType: string; bytes: number }) => Promise<{ id: string }>
  /** Sends the bytes from `offset` (0 unless the upload was interrupted) and returns the handle. */
  send: (token: string, uploadId: string, content: Uint8Array, offset?: number) => Promise<{ handle: string }>
  /** How many bytes have arrived: the offset to resume at. */
  offset: (token: string, uploadId: string) => Promise<number>
  /** Start and send in one. */
  upload: (token: string, file: UploadFile) => Promise<{ handle: string }>
}

/** The largest document (100 MB) over a slow line. */
const UPLOAD_TIMEOUT_MS = 300_000

export function mediaCalls(graph: Graph): MediaCalls {
  return {
    upload: (token, phoneNumberId, file) =>
      graph.call({
        method: 'POST',
        path: `/${idPart(phoneNumberId)}/media`,
        token,
        bytes: multipart({ messaging_product: 'whatsapp', type: file.mimeType }, file),
        timeoutMs: UPLOAD_TIMEOUT_MS,
        answer: z.looseObject({ id: graphId }),
      }),
    address: async (token, mediaId, phoneNumberId) => {
      const answer = await graph.call({
        method: 'GET',
        path: `/${idPart(mediaId)}`,
        token,
        query: { phone_number_id: phoneNumberId },
        answer: mediaAnswer,
      })
      return {
        url: answer.url,
        ...(answer.mime_type && { mimeType: answer.mime_type }),
        ...(answer.sha256 && { sha256: answer.sha256 }),
        ...(answer.file_size && { bytes: answer.file_size }),
      }
    },
    delete: async (token, mediaId) => {
      await graph.call({ method: 'DELETE', path: `/${idPart(mediaId)}`, token, answer: successAnswer })
    },
  }
}

export function resumableUploadCalls(graph: Graph, appId: string): ResumableUploadCalls {
  const calls: ResumableUploadCalls = {
    start: (token, file) =>
      graph.call({
        method: 'POST',
        path: `/${idPart(appId)}/uploads`,
        token,
        query: { file_name: file.name, file_length: file.bytes, file_type: file.mimeType },
        answer: z.looseObject({ id: z.string().min(1) }),
      }),
    send: async (token, uploadId, content, offset = 0) => {
      const answer = await graph.call({
        method: 'POST',
        path: `/${uploadPart(uploadId)}`,
        token,
        authorizationWord: 'OAuth',
        headers: { file_offset: String(offset) },
        bytes: { content, contentType: 'application/octet-stream' },
        timeoutMs: UPLOAD_TIMEOUT_MS,
        answer: z.looseObject({ h: z.string().min(1) }),
      })
      return { handle: answer.h }
    },
    offset: async (token, uploadId) => {
      const answer = await graph.call({
        method: 'GET',
        path: `/${uploadPart(uploadId)}`,
        token,
        authorizationWord: 'OAuth',
        answer: z.looseObject({ file_offset: z.number() }),
      })
      return answer.file_offset
    },
    upload: async (token, file) => {
      const { id } = await calls.start(token, { ...file, bytes: file.content.byteLength })
      return calls.send(token, id, file.content)
    },
  }
  return calls
}

const mediaAnswer = z.looseObject({
  url: z.string().min(1),
  mime_type: optionalText,
  sha256: optionalText,
  file_size: z.coerce.number().nullish(),
})

/** Upload ids are `upload:…?sig=…`: an address already, taken as Meta gave it, but for what could leave the path. */
function uploadPart(uploadId: string): string {
  if (/^upload:[\w:+=?&.%/~-]+$/.test(uploadId) && !uploadId.includes('..')) return uploadId
  return encodeURIComponent(uploadId)
}

/** A multipart body in one piece, so that its length is known and nothing is streamed. */
function multipart(
  fields: Record<string, string>,
  file: UploadFile,
): { content: Uint8Array; contentType: string } {
  const boundary = `tidings-${randomBytes(12).toString('hex')}`
  const fieldParts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const fileName = file.name.replace(/["\r\n\\]/g, '_')
  const head = `${fieldParts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${file.mimeType}\r\n\r\n`
  const content = Buffer.concat([Buffer.from(head), file.content, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { content, contentType: `multipart/form-data; boundary=${boundary}` }
}
