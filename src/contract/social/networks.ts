import { z } from 'zod'
import { t } from '../messages/t.ts'

export const platforms = ['facebook', 'instagram', 'youtube', 'linkedin'] as const
export const Platform = z.enum(platforms, { error: () => t('social.platform') })
export type Platform = z.infer<typeof Platform>

/** What a post is at the network. Which platform takes which: `rules.ts`. */
export const PostFormat = z.enum(['text', 'image', 'carousel', 'video', 'reel', 'story', 'short'])
export type PostFormat = z.infer<typeof PostFormat>

/** What a network is called. Names of companies are the same in every language. */
export const platformNames: Record<Platform, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
}
