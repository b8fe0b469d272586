import {
  type OtpChoices,
  standardButtonText,
  type TemplateButton,
  type TemplateCard,
  type TemplateCategory,
  type TemplateDraft,
  type TemplateHeader,
  type TemplateOffer,
  type TemplateSamples,
} from '#contract/templates/draft.ts'
import { otpBody } from '#contract/templates/otp.ts'
import { suggestAddress, withSuggestedSamples } from '#contract/templates/samples.ts'
import type { LocalTemplate, PredefinedTemplate } from '#contract/templates.ts'
import { t } from '#web/messages/t.ts'

export type HeaderKind = 'NONE' | TemplateHeader['format']
export type FormPlace = NonNullable<TemplateHeader['place']>

/** A card of a carousel with a key for React. */
export type FormCard = TemplateCard & { key: number }

/** A button with a key for React. */
export type FormButton = TemplateButton & { key: number }

/** The input of the form. Samples hold only what was typed; the rest is suggested. */
export type FormState = {
  /** Of a local template. */
  title: string
  /** At the provider; of a template that is submitted directly. */
  name: string
  category: TemplateCategory
  language: string
  headerKind: HeaderKind
  headerText: string
  /** The uploaded file; only `url` when the provider alone has it. */
  media: { id: number | null; name: string; url?: string } | null
  place: FormPlace
  offer: TemplateOffer | null
  cards: FormCard[]
  body: string
  footer: string
  buttons: FormButton[]
  samples: TemplateSamples
  otp: OtpChoices
  /** When the template that is edited was saved last; empty for a new one. */
  readAt: string
}

export const standardOtp: OtpChoices = {
  security_advice: true,
  expires_minutes: 10,
  button_text: standardButtonText,
}

export const emptyPlace: FormPlace = { latitude: '', longitude: '', name: '', address: '' }

export const emptyState: FormState = {
  title: '',
  name: '',
  category: 'MARKETING',
  language: 'en_US',
  headerKind: 'NONE',
  headerText: '',
  media: null,
  place: emptyPlace,
  offer: null,
  cards: [],
  body: '',
  footer: '',
  buttons: [],
  samples: { header: {}, body: {} },
  otp: standardOtp,
  readAt: '',
}

let nextKey = 0
/** A React key for a new button. */
export function newKey(): number {
  nextKey += 1
  return nextKey
}

/** The template as the rules check it and the preview shows it. `name` is its name at the provider. */
export function draftOf(state: FormState, name: string): TemplateDraft {
  const { category, language, otp } = state
  if (category === 'OTP') {
    return {
      name,
      language,
      category,
      header: null,
      body: otpBody(language, otp),
      footer: '',
      buttons: [],
      samples: { header: {}, body: {} },
      otp,
    }
  }
  const draft = {
    name,
    language,
    category,
    header: headerOf(state),
    body: state.body.trim(),
    footer: state.footer.trim(),
    buttons: state.buttons.map(({ key: _key, ...button }) => withAddress(button)),
    samples: state.samples,
    otp: null,
    offer: state.offer && { ...state.offer, text: state.offer.text.trim() },
    cards: state.cards.map(({ key: _key, ...card }) => ({
      ...card,
      body: card.body.trim(),
      buttons: card.buttons.map(withAddress),
    })),
  }
  return { ...draft, samples: withSuggestedSamples(draft) }
}

function headerOf({ headerKind, headerText, media, place }: FormState): TemplateHeader | null {
  if (headerKind === 'NONE') return null
  if (headerKind === 'TEXT') return { format: 'TEXT', text: headerText.trim() }
  if (headerKind === 'LOCATION') {
    const isEmpty = Object.values(place).every((part) => part.trim() === '')
    return { format: 'LOCATION', ...(!isEmpty && { place }) }
  }
  return {
    format: headerKind,
    media_id: media?.id ?? null,
    ...(media && { file_name: media.name }),
    ...(media?.url && { url: media.url }),
  }
}

function withAddress(button: TemplateButton): TemplateButton {
  const value = button.value.trim()
  const sample = button.sample ?? (button.type === 'URL' ? suggestAddress(value) : undefined)
  const { counts_clicks, ...rest } = button
  return {
    ...rest,
    ...(counts_clicks && { counts_clicks }),
    text: button.text.trim(),
    value,
    ...(sample !== undefined && { sample }),
  }
}

/** The parts other than the text, in the shape of the endpoints. */
export function partsOf(draft: TemplateDraft) {
  const { header, footer, buttons, samples, otp, offer = null, cards = [] } = draft
  if (otp) return { otp }
  return { header, footer, buttons, samples, offer, cards }
}

/** A library template, to be changed before it is added. */
export function stateFromPredefined(template: PredefinedTemplate): FormState {
  return {
    ...emptyState,
    title: template.title,
    name: template.template_name,
    category: template.category,
    language: template.language,
    ...stateOfHeader(template.header),
    body: template.body,
    footer: template.otp ? '' : template.footer,
    buttons: template.buttons.map((button) => ({ ...button, key: newKey() })),
    samples: template.samples,
    otp: template.otp ?? standardOtp,
  }
}

export function stateFromLocal(template: LocalTemplate): FormState {
  return {
    title: template.title,
    name: template.template_name,
    category: template.type.toUpperCase() as TemplateCategory,
    language: template.language,
    ...stateOfHeader(template.header),
    body: template.message,
    footer: template.footer,
    buttons: template.buttons.map((button) => ({ ...button, key: newKey() })),
    samples: template.samples,
    otp: template.otp ?? standardOtp,
    offer: template.offer,
    cards: template.cards.map((card) => ({ ...card, key: newKey() })),
    readAt: template.updated_at,
  }
}

function stateOfHeader(
  header: TemplateHeader | null,
): Pick<FormState, 'headerKind' | 'headerText' | 'media' | 'place'> {
  const place = header?.place ?? emptyPlace
  if (!header) return { headerKind: 'NONE', headerText: '', media: null, place }
  if (header.format === 'TEXT' || header.format === 'LOCATION') {
    return { headerKind: header.format, headerText: header.text ?? '', media: null, place }
  }
  const { format, media_id, file_name, url } = header
  const file =
    media_id || url
      ? { id: media_id ?? null, name: file_name ?? t('templates.form.file.atWhatsApp'), url }
      : null
  return { headerKind: format, headerText: '', media: file, place }
}
