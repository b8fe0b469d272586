import { currentLocale } from '../messages/language.ts'
import { t } from '../messages/t.ts'

/**
 * Lengths in characters and counts, as the specification and the provider set them.
 * Source: …/whatsapp/templates/components; the coupon code since December 2025.
 */
export const templateLimits = {
  /** The specification's, for local templates. */
  title: 100,
  body: 1024,
  name: 512,
  header: 60,
  footer: 60,
  buttons: 10,
  buttonText: 25,
  urlButtons: 2,
  url: 2000,
  phoneButtons: 1,
  phone: 20,
  copyCodeButtons: 1,
  code: 20,
  offerText: 16,
  /** With a limited-time offer. */
  offerBody: 600,
  cards: { least: 2, most: 10 },
  cardBody: 160,
  cardButtons: 2,
  /** For a whole `samples` value. */
  sample: 200,
} as const

/** The files that the provider accepts for a header. Source: …/business-phone-numbers/media. */
export const headerMediaRules = {
  IMAGE: { mimeTypes: ['image/jpeg', 'image/png'], bytes: 5 * 1024 * 1024 },
  VIDEO: { mimeTypes: ['video/mp4'], bytes: 16 * 1024 * 1024 },
  GIF: { mimeTypes: ['video/mp4'], bytes: 3.5 * 1024 * 1024 },
  DOCUMENT: { mimeTypes: ['application/pdf'], bytes: 100 * 1024 * 1024 },
} as const

/** `JPEG or PNG, up to 5 MB`. */
export function acceptedFiles(kind: keyof typeof headerMediaRules): string {
  const limit = new Intl.NumberFormat(currentLocale()).format(headerMediaRules[kind].bytes / 1024 / 1024)
  return t(`templates.files.${kind}`, { limit })
}

/** How often the provider lets an approved template be edited. Source: …/templates/template-management. */
export const editLimits = { perDay: 1, perThirtyDays: 10 } as const

/** How long the name of a deleted approved template stays unavailable. Source: …/templates/template-management. */
export const nameLockDays = 30
