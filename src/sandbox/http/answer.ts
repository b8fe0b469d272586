import type { IncomingMessage, ServerResponse } from 'node:http'
import { traceId } from '../graph/graph-errors.ts'

/** What answers addresses that are not Graph's: pages, control, directories. True if it took the request. */
export type OtherHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
  raw: Buffer,
) => boolean | Promise<boolean>

/** Writes an answer with the headers each of Graph's has. */
export function respond(
  res: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Record<string, string> = {},
  type = 'application/json; charset=UTF-8',
) {
  if (res.writableEnded || res.destroyed) return
  res.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'x-fb-trace-id': traceId(),
    'x-fb-rev': '1029384756',
    ...headers,
  })
  res.end(body)
}
