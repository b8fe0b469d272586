import type { App } from '#server/app.ts'
import { readSigned, sign } from './signed-address.ts'

const folder = '/marketing/media'

/**
 * For browsers: the signed address of the original, without a host, so that it works under whatever name people reach
 * this install.
 */
export function mediaUrl(app: App, businessId: number, media: { id: number; fileName: string }): string {
  const signed = sign(app, { businessId, mediaId: media.id })
  // Names of people's files may be longer than an address can be: the answer's header has them.
  const [ending = ''] = /\.[a-z\d]{1,5}$/i.exec(media.fileName) ?? []
  return `${folder}/${signed}/${media.id}${ending}`
}

/** For networks: with the host at which they reach this install, in ASCII; null where they cannot. */
export function networkUrl(
  app: App,
  businessId: number,
  file: { mediaId: number; hash?: Buffer; extension: string },
): string | null {
  const { mediaOrigin } = app.settings
  if (!mediaOrigin) return null
  return `${mediaOrigin}${folder}/${sign(app, { businessId, ...file })}/${file.mediaId}.${file.extension}`
}

/** The medium of this business that one of our own addresses names, also one whose time is over. */
export function mediaIdOf(app: App, businessId: number, url: string): number | undefined {
  const [, host = '', signed] = /^(https?:\/\/[^/]+)?\/marketing\/media\/([^/]+)\//.exec(url) ?? []
  if (!signed) return undefined
  const { publicUrl, mediaOrigin } = app.settings
  if (host && host !== publicUrl && host !== mediaOrigin) return undefined
  const named = readSigned(app, signed)
  return named?.businessId === businessId ? named.mediaId : undefined
}
