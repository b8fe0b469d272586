import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { respond } from '../http/answer.ts'
import type { StoredFile } from '../world/social-posts.ts'
import { findToken } from '../world/social-world.ts'
import type { World } from '../world/world.ts'
import { mimeOf, receivedFile } from './received-file.ts'

/** Files that come whole may be large: they are hashed as they come, and only small ones are kept. */
const keptBytes = 1024 * 1024

export type Streamed = { bytes: number; file: StoredFile }

export async function receiveStream(req: IncomingMessage, mime: string): Promise<Streamed> {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let bytes = 0
  for await (const chunk of req) {
    const piece = chunk as Buffer
    hash.update(piece)
    if (bytes < keptBytes) head.push(piece)
    bytes += piece.length
  }
  const start = Buffer.concat(head)
  if (bytes <= keptBytes) return { bytes, file: receivedFile(start, mime) }
  return { bytes, file: { hash: hash.digest('hex'), bytes, mime: mimeOf(start) ?? mime, preview: null } }
}

/** `/social/rupload/…/{id}`: Meta's upload hosts. The file comes whole, from `offset` on. */
export function answerRupload(
  world: World,
  path: string,
): ((req: IncomingMessage, res: ServerResponse) => Promise<void>) | undefined {
  const id = /^\/social\/rupload\/(?:video-upload|ig-api-upload)\/v[\d.]+\/(\d+)$/.exec(path)?.[1]
  if (!id) return undefined
  return async (req, res) => {
    const token = /^OAuth (.+)$/.exec(req.headers.authorization ?? '')?.[1]
    const isKnown = (['facebook', 'instagram'] as const).some(
      (network) => findToken(world.social, network, token).dead === null,
    )
    const draft = world.social.posts.drafts.get(id)
    const { bytes, file } = await receiveStream(req, 'video/mp4')
    const answer = (status: number, body: unknown) => respond(res, status, JSON.stringify(body))
    const fault = (type: string, message: string) =>
      answer(400, { debug_info: { retriable: false, type, message } })
    if (!isKnown) return fault('NotAuthorizedError', 'The token is not valid.')
    if (!draft) return fault('ProcessingFailedError', 'There is no such upload.')
    if (bytes !== Number(req.headers.file_size)) return fault('OffsetInvalidError', 'The file is not whole.')
    draft.file = file
    draft.received = bytes
    draft.total = bytes
    world.keep()
    const { mood, only } = world.settings.social[draft.network === 'instagram' ? 'instagram' : 'facebook']
    if (mood === 'cut_after' && only === 'rupload') {
      req.socket.destroy()
      return
    }
    answer(200, { success: true, message: 'Upload successful.' })
  }
}
