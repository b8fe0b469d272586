import { crc32, deflateSync } from 'node:zlib'
import { type OtherHandler, respond } from './http/answer.ts'

/** Where the example of a header's picture is shown, as Meta's own file hosts do. */
const samplePath = '/samples/'

/** Answers `/samples/…`: one picture for all. */
export function createSamplesHandler(): OtherHandler {
  const picture = plainPicture(600, 315, [0x2f, 0x6f, 0x5e])
  return (req, res, url) => {
    if (req.method !== 'GET' || !url.pathname.startsWith(samplePath)) return false
    respond(res, 200, picture, {}, 'image/png')
    return true
  }
}

/** A PNG of one colour. */
function plainPicture(width: number, height: number, colour: readonly number[]): Buffer {
  const line = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(colour))])
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  // Eight bits for each of red, green and blue.
  size.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, check])
}
