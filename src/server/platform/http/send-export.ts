import { pipeline, type Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CsvCell, csvStream, csvType } from '../csv.ts'
import type { Logger } from '../log.ts'
import type { MediaStore } from '../media-store/media-store.ts'
import { sendResumable } from './resumable.ts'

/** What an export writes: its columns, and its rows as they come. */
export type ExportRows = { columns: readonly string[]; rows: AsyncIterable<CsvCell[]> }

type Export = {
  media: MediaStore
  log: Logger
  /** The business whose it is. */
  owner: number
  /** What is exported; the same again can be resumed. */
  what: string
  fileName: string
  source: () => Promise<ExportRows> | ExportRows
}

/** Sends rows as a CSV file, at any size and reading speed; a download that was cut can be resumed. */
export async function sendExport(
  request: FastifyRequest,
  reply: FastifyReply,
  { media, log, owner, what, fileName, source }: Export,
): Promise<FastifyReply> {
  const onError = (error: unknown): void => log.warn({ err: error, what }, 'an export was cut off')
  const body = await sendResumable(request, reply, {
    media,
    mime: csvType,
    owner,
    what,
    source: async () => written(await source()),
    onError,
  })
  const plain = fileName.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return reply
    .type(csvType)
    .header(
      'content-disposition',
      `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    )
    .send(body)
}

function written({ columns, rows }: ExportRows): Readable {
  // A broken source destroys the file's stream, which reports it.
  return pipeline(rows, csvStream(columns), () => undefined)
}
