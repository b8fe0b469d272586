import { checkedToken, tokenText } from './graph/access.ts'
import { addressMs, filePath as path } from './graph/files.ts'
import { GraphError } from './graph/graph-errors.ts'
import { type OtherHandler, respond } from './http/answer.ts'
import { samplePhoto } from './pictures/photo.ts'
import type { Part } from './world/world.ts'

/** Answers `/sandbox/media/…`: the bytes, for five minutes and with a token. */
export function createFilesHandler(world: Part<'accounts' | 'files'>): OtherHandler {
  return (req, res, url) => {
    if (req.method !== 'GET' || !url.pathname.startsWith(path)) return false
    const id = url.pathname.slice(path.length)
    const media = world.accounts.media.get(id)
    const at = Number(url.searchParams.get('at'))
    try {
      checkedToken(world, tokenText(req.headers, url.searchParams.get('access_token') ?? undefined))
    } catch (error) {
      if (!(error instanceof GraphError)) throw error
      respond(res, 401, 'Unauthorized', {}, 'text/plain')
      return true
    }
    if (!media || !(Date.now() - at < addressMs)) respond(res, 404, 'Not found', {}, 'text/plain')
    else if (media.cutOff) {
      media.cutOff--
      const whole = world.files.get(id) ?? samplePhoto(id)
      res.writeHead(200, { 'content-type': media.mime, 'content-length': whole.length })
      res.write(whole.subarray(0, whole.length / 2), () => res.destroy())
    } else
      respond(
        res,
        200,
        world.files.get(id) ?? samplePhoto(id),
        {},
        world.files.has(id) ? media.mime : 'image/png',
      )
    return true
  }
}
