import type { App } from '#server/app.ts'
import { AppError } from '#server/platform/errors.ts'
import type { LinkCard } from '#server/providers/social/publishing.ts'
import { linkPreview } from './link-preview.ts'

/** How a linked page describes itself; null where it cannot be read: the post goes out without. */
export async function linkCardOf(app: App, link: string | null): Promise<LinkCard | null> {
  if (!link) return null
  try {
    const { title, description, image } = await linkPreview(app, link)
    const base64 = image?.split(',', 2)[1]
    return { title, description, image: base64 ? new Uint8Array(Buffer.from(base64, 'base64')) : null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    app.log.info({ err: error }, 'a linked page could not be read for its card')
    return null
  }
}
