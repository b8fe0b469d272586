import type { App } from '#server/app.ts'
import { MediaStoreFailed } from '#server/platform/media-store/media-store.ts'
import type { PublishFile } from '#server/providers/social/publishing.ts'
import { SocialError } from '#server/providers/social/social-error.ts'
import { fileForNetwork, MediaNotUsable } from '../media/network-file.ts'
import { findMedia } from '../media/stored-media.ts'
import type { Claimed } from './claim.ts'
import type { FrozenContent } from './content.ts'

/** The files of a post as the network takes them, each made once. */
export async function openFiles(
  app: App,
  row: Claimed,
  media: FrozenContent['media'],
): Promise<PublishFile[]> {
  const stored = await findMedia(
    app,
    row.business_id,
    media.map(({ id }) => id),
  )
  const files: PublishFile[] = []
  for (const one of media) {
    const known = stored.find(({ id }) => id === one.id)
    if (!known || known.removedAt) throw missing()
    const { mime, bytes, open, publicUrl } = await networkFile(app, row, one)
    files.push({ kind: known.kind, mime, bytes, altText: one.altText, publicUrl, open })
  }
  return files
}

async function networkFile(app: App, row: Claimed, { id, crop, focal }: FrozenContent['media'][number]) {
  try {
    return await fileForNetwork(app, row.business_id, id, row.platform, row.format, {
      ...(crop && { crop }),
      ...(focal && { focal }),
    })
  } catch (error) {
    if (error instanceof MediaNotUsable) {
      if (error.code === 'not_found') throw missing()
      throw new SocialError('refused', error.code, { code: 'media_not_usable' })
    }
    // The store may be back soon: nothing was asked of the network.
    if (error instanceof MediaStoreFailed)
      throw new SocialError('unreachable', 'The store of files cannot be reached.', { cause: error })
    throw error
  }
}

const missing = (): SocialError =>
  new SocialError('refused', 'The file was removed.', { code: 'media_missing' })
