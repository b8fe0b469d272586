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

/** What the provider takes for a header. Source: …/business-phone-numbers/media. */
export const headerMediaRules = {
  IMAGE: { mimeTypes: ['image/jpeg', 'image/png'], bytes: 5 * 1024 * 1024, words: 'JPEG or PNG, up to 5 MB' },
  VIDEO: { mimeTypes: ['video/mp4'], bytes: 16 * 1024 * 1024, words: 'MP4, up to 16 MB' },
  GIF: { mimeTypes: ['video/mp4'], bytes: 3.5 * 1024 * 1024, words: 'MP4 that loops, up to 3.5 MB' },
  DOCUMENT: { mimeTypes: ['application/pdf'], bytes: 100 * 1024 * 1024, words: 'PDF, up to 100 MB' },
} as const

/** The provider lets an approved template be edited so often. Source: …/templates/template-management. */
export const editLimits = { perDay: 1, perThirtyDays: 10 } as const

/** How long the name of a deleted approved template stays taken. Source: …/templates/template-management. */
export const nameLockDays = 30
