import { type OtherHandler, respond } from './http/answer.ts'
import { png } from './pictures/png.ts'

/** Where the example of a header's picture is shown, as Meta's own file hosts do. */
const samplePath = '/samples/'

/** Answers `/samples/…`: one picture for all. */
export function createSamplesHandler(): OtherHandler {
  const picture = png(600, 315, () => [0x2f, 0x6f, 0x5e])
  return (req, res, url) => {
    if (req.method !== 'GET' || !url.pathname.startsWith(samplePath)) return false
    respond(res, 200, picture, {}, 'image/png')
    return true
  }
}
