import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandYoutube,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import type { Platform } from '#contract/social/social.ts'

export const networkIcons: Record<Platform, TablerIcon> = {
  facebook: IconBrandFacebook,
  instagram: IconBrandInstagram,
  youtube: IconBrandYoutube,
  linkedin: IconBrandLinkedin,
}
