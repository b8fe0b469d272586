import { z } from 'zod'
import { t } from '../messages/t.ts'

/** The specification's categories. The provider's are MARKETING, UTILITY and AUTHENTICATION. */
export const templateCategories = ['MARKETING', 'TRANSACTIONAL', 'OTP'] as const
export const TemplateCategory = z.enum(templateCategories)
export type TemplateCategory = z.infer<typeof TemplateCategory>

/** The specification's types of local templates: the same three. */
export const templateTypes = ['marketing', 'transactional', 'otp'] as const
export const TemplateType = z.enum(templateTypes)
export type TemplateType = z.infer<typeof TemplateType>

export type ProviderCategory = 'MARKETING' | 'UTILITY' | 'AUTHENTICATION'

const toProvider = { MARKETING: 'MARKETING', TRANSACTIONAL: 'UTILITY', OTP: 'AUTHENTICATION' } as const

export function providerCategory(category: TemplateCategory): ProviderCategory {
  return toProvider[category]
}

/** The provider's category in the specification's word. Its older names are known; a new one is marketing. */
export function categoryOf(provider: string): TemplateCategory {
  const name = provider.toUpperCase()
  if (name === 'AUTHENTICATION' || name === 'OTP') return 'OTP'
  if (name === 'UTILITY' || name === 'TRANSACTIONAL' || name.endsWith('_UPDATE')) return 'TRANSACTIONAL'
  return 'MARKETING'
}

export const typeOf = (category: TemplateCategory): TemplateType => category.toLowerCase() as TemplateType
export const categoryOfType = (type: TemplateType): TemplateCategory => type.toUpperCase() as TemplateCategory

const headerFormats = ['TEXT', 'IMAGE', 'VIDEO', 'GIF', 'DOCUMENT', 'LOCATION'] as const

/**
 * The header: text, or a file that was uploaded before. `media_id` is null for a file that only the provider
 * has; `url` is then its address.
 */
export const TemplateHeader = z.object({
  format: z.enum(headerFormats),
  text: z.string().max(2000).optional(),
  media_id: z.number().int().positive().nullable().optional(),
  file_name: z.string().max(300).optional(),
  url: z.string().max(4000).optional(),
  /** The place of a LOCATION header, as it is sent unless a message names another. */
  place: z
    .object({
      latitude: z.string().max(40),
      longitude: z.string().max(40),
      name: z.string().max(1000),
      address: z.string().max(1000),
    })
    .optional(),
})
export type TemplateHeader = z.infer<typeof TemplateHeader>

/** CATALOG opens the catalogue of the business, MPM a list of its products; each must be the only button. */
export const buttonTypes = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'CATALOG', 'MPM'] as const
export type ButtonType = (typeof buttonTypes)[number]

/** A button as it is edited: `value` is the address, the phone number or the sample code. */
export const TemplateButton = z.object({
  type: z.enum(buttonTypes),
  text: z.string().max(2000),
  value: z.string().max(4000).default(''),
  /** The full address of a URL button with a variable, as the provider's review asks for. */
  sample: z.string().max(4000).optional(),
  /** Clicks are counted: WhatsApp gets an address of ours, which leads to `value`. */
  counts_clicks: z.boolean().optional(),
})
export type TemplateButton = z.infer<typeof TemplateButton>

/** Labels that are the provider's own. */
export const fixedLabels: Partial<Record<ButtonType, string>> = {
  COPY_CODE: 'Copy offer code',
  CATALOG: 'View catalog',
  MPM: 'View items',
}

/**
 * A button as it is sent: the specification's `text` and `value`, or `phone_number` for phone and `url` for URL.
 */
export const TemplateButtonInput = z
  .object({
    type: z.enum(buttonTypes, { error: () => t('templates.input.button') }),
    text: z.string().max(2000).default(''),
    value: z.string().max(4000).optional(),
    phone_number: z.string().max(4000).optional(),
    url: z.string().max(4000).optional(),
    sample: z.string().max(4000).optional(),
    /** Of a URL button: its clicks are counted. */
    counts_clicks: z.boolean().optional(),
  })
  .transform(
    ({ type, text, value, phone_number, url, sample, counts_clicks }): TemplateButton => ({
      type,
      text: text.trim() || (fixedLabels[type] ?? ''),
      value: (
        value ??
        (type === 'PHONE_NUMBER' ? phone_number : type === 'URL' ? url : undefined) ??
        ''
      ).trim(),
      ...(sample !== undefined && { sample: sample.trim() }),
      ...(counts_clicks && type === 'URL' && { counts_clicks }),
    }),
  )

const Samples = z.record(z.string().max(200), z.string().max(2000))

/** A sample per variable: what the provider's reviewers see in its place. */
export const TemplateSamples = z.object({ header: Samples.default({}), body: Samples.default({}) })
export type TemplateSamples = z.infer<typeof TemplateSamples>

/** A limited-time offer: a line above the text, and whether a countdown runs. */
export const TemplateOffer = z.object({ text: z.string().max(2000), ends: z.boolean() })
export type TemplateOffer = z.infer<typeof TemplateOffer>

const card = {
  header: TemplateHeader,
  body: z.string().max(2000),
  /** A sample for each variable of the text. */
  samples: Samples.default({}),
}
/** One card of a carousel. */
export const TemplateCard = z.object({ ...card, buttons: z.array(TemplateButton) })
export type TemplateCard = z.infer<typeof TemplateCard>
export const TemplateCardInput = z.object({ ...card, buttons: z.array(TemplateButtonInput).max(10) })

/** The default label of a one-time code's button; data of the template, not translated. */
export const standardButtonText = 'Copy code'

/** The options of a one-time code; the provider writes its text. */
export const OtpChoices = z.object({
  security_advice: z.boolean().default(true),
  /** 1 to 90; null: nothing is said about it. */
  expires_minutes: z.number().nullable().default(10),
  button_text: z.string().max(2000).default(standardButtonText),
})
export type OtpChoices = z.infer<typeof OtpChoices>

/** A whole template as it is edited, checked (template-rules.ts) and shown. Both sides use this shape. */
export type TemplateDraft = {
  /** The name at the provider. */
  name: string
  language: string
  category: TemplateCategory
  header: TemplateHeader | null
  body: string
  footer: string
  buttons: TemplateButton[]
  samples: TemplateSamples
  /** For OTP alone. */
  otp: OtpChoices | null
  offer?: TemplateOffer | null
  /** Of a carousel. */
  cards?: TemplateCard[]
}

/** The name at the provider for a title: `Diwali Offer 2026!` is `diwali_offer_2026`; `` for a title without Latin letters. */
export function nameFromTitle(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 100)
}

/** A title for a name: `diwali_offer_2026` is `Diwali offer 2026`. */
export function titleFromName(name: string): string {
  const words = name.replaceAll('_', ' ').trim().slice(0, 100)
  return words === '' ? name : words[0]!.toUpperCase() + words.slice(1)
}

/**
 * Without what WhatsApp does not store: the place of the header, and where buttons that count clicks lead. A change of
 * these alone is not reviewed.
 */
export const withoutOwn = (draft: TemplateDraft): TemplateDraft => ({
  ...draft,
  header: draft.header?.format === 'LOCATION' ? { format: 'LOCATION' } : draft.header,
  buttons: draft.buttons.map(withoutTarget),
  ...(draft.cards && {
    cards: draft.cards.map((card) => ({ ...card, buttons: card.buttons.map(withoutTarget) })),
  }),
})

const withoutTarget = ({ type, text, value, sample, counts_clicks }: TemplateButton): TemplateButton =>
  counts_clicks
    ? { type, text, value: '', counts_clicks }
    : { type, text, value, ...(sample !== undefined && { sample }) }
