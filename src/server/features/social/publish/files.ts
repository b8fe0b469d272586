import type { App } from '#server/app.ts'
import type { PublishFile } from '#server/providers/social/publishing.ts'
import { SocialError } from '#server/providers/social/social-error.ts'
import type { Claimed } from './claim.ts'
import type { FrozenContent } from './content.ts'

/** The files of a post as the network takes them. */
export async function openFiles(
  _app: App,
  _row: Claimed,
  media: FrozenContent['media'],
): Promise<PublishFile[]> {
  if (media.length > 0)
    throw new SocialError('refused', 'The file cannot be used.', { code: 'media_not_usable' })
  return []
}
