import {
  categoryOf,
  fixedLabels,
  type TemplateButton,
  type TemplateCard,
  type TemplateDraft,
  type TemplateHeader,
  type TemplateOffer,
  type TemplateSamples,
} from '#contract/templates/draft.ts'
import { parameterFormatOf } from '#contract/templates/rules.ts'
import { variableNames } from '#contract/templates/text.ts'
import { findComponent, isAuthentication } from '#server/providers/meta/calls/template-variables.ts'
import type { GraphTemplateButton, GraphTemplateComponent } from '#server/providers/meta/calls/templates.ts'
import { trackedAddress } from './tracked-buttons.ts'

/** What the provider knows the files of a template by: the header's, and each card's. */
export type Handles = {
  header?: string | undefined
  cards?: readonly (string | undefined)[]
  /** The address of tracked links before their code. */
  linkBase?: string
}

/**
 * A draft as the provider takes it.
 * Source: …/whatsapp/templates/components.
 */
export function componentsOf(
  draft: TemplateDraft,
  { header: handle, cards: cardHandles = [], linkBase }: Handles = {},
): GraphTemplateComponent[] {
  if (draft.category === 'OTP') return otpComponents(draft)
  const format = parameterFormatOf(draft)
  const header = draft.header && headerComponent(draft.header, draft.samples, format, handle)
  const names = variableNames(draft.body)
  const samples = names.map((name) => draft.samples.body[name] ?? '')
  return [
    ...(header ? [header] : []),
    ...(draft.offer
      ? [
          {
            type: 'LIMITED_TIME_OFFER',
            limited_time_offer: { text: draft.offer.text, has_expiration: draft.offer.ends },
          },
        ]
      : []),
    bodyComponent(draft.body, names, samples, format),
    ...(draft.footer === '' ? [] : [{ type: 'FOOTER', text: draft.footer }]),
    ...(draft.buttons.length === 0
      ? []
      : [{ type: 'BUTTONS', buttons: draft.buttons.map((button) => buttonComponent(button, linkBase)) }]),
    ...(draft.cards?.length
      ? [
          {
            type: 'CAROUSEL',
            cards: draft.cards.map((card, at) =>
              cardComponent(card, format, { handle: cardHandles[at], linkBase }),
            ),
          },
        ]
      : []),
  ] as GraphTemplateComponent[]
}

function bodyComponent(
  text: string,
  names: readonly string[],
  samples: readonly string[],
  format: 'POSITIONAL' | 'NAMED',
): object {
  return {
    type: 'BODY',
    text,
    ...(names.length > 0 && {
      example:
        format === 'NAMED'
          ? { body_text_named_params: names.map((name, at) => ({ param_name: name, example: samples[at]! })) }
          : { body_text: [inOrder(names, samples)] },
    }),
  }
}

function cardComponent(
  card: TemplateCard,
  format: 'POSITIONAL' | 'NAMED',
  { handle, linkBase }: { handle: string | undefined; linkBase: string | undefined },
): object {
  const { header, body, samples, buttons } = card
  const names = variableNames(body)
  return {
    components: [
      headerComponent(header, { header: {}, body: {} }, format, handle),
      ...(body.trim() === ''
        ? []
        : [
            bodyComponent(
              body,
              names,
              names.map((name) => samples[name] ?? ''),
              format,
            ),
          ]),
      { type: 'BUTTONS', buttons: buttons.map((button) => buttonComponent(button, linkBase)) },
    ],
  }
}

/** Positional samples stand in the order of their numbers, not of their first use. */
function inOrder(names: readonly string[], samples: readonly string[]): string[] {
  return names
    .map((name, at) => ({ number: Number(name), sample: samples[at]! }))
    .sort((a, b) => a.number - b.number)
    .map(({ sample }) => sample)
}

function headerComponent(
  header: TemplateHeader,
  samples: TemplateSamples,
  parameterFormat: 'POSITIONAL' | 'NAMED',
  handle: string | undefined,
): object {
  if (header.format === 'LOCATION') return { type: 'HEADER', format: 'LOCATION' }
  if (header.format !== 'TEXT') {
    return { type: 'HEADER', format: header.format, example: { header_handle: [handle ?? header.url ?? ''] } }
  }
  const text = header.text ?? ''
  const [name] = variableNames(text)
  if (name === undefined) return { type: 'HEADER', format: 'TEXT', text }
  const sample = samples.header[name] ?? ''
  const example =
    parameterFormat === 'NAMED'
      ? { header_text_named_params: [{ param_name: name, example: sample }] }
      : { header_text: [sample] }
  return { type: 'HEADER', format: 'TEXT', text, example }
}

function buttonComponent(
  { type, text, value, sample, counts_clicks }: TemplateButton,
  linkBase?: string,
): object {
  switch (type) {
    case 'QUICK_REPLY':
    case 'CATALOG':
    case 'MPM':
      return { type, text }
    case 'PHONE_NUMBER':
      return { type, text, phone_number: value.replaceAll(/[\s()-]/g, '') }
    case 'COPY_CODE':
      return { type, example: value }
    case 'URL':
      if (counts_clicks && linkBase) return { type, text, ...trackedAddress(linkBase) }
      return { type, text, url: value, ...(value.includes('{{') && { example: [sample ?? ''] }) }
  }
}

function otpComponents({ otp }: TemplateDraft): GraphTemplateComponent[] {
  const minutes = otp?.expires_minutes ?? null
  const label = otp?.button_text.trim() || 'Copy code'
  return [
    { type: 'BODY', add_security_recommendation: otp?.security_advice ?? true },
    ...(minutes === null ? [] : [{ type: 'FOOTER', code_expiration_minutes: minutes }]),
    { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: label }] },
  ] as GraphTemplateComponent[]
}

/** What the provider holds, of a template. */
export type ProviderTemplate = {
  name: string
  language: string
  category: string
  components: readonly GraphTemplateComponent[]
}

/** The provider's template as it is edited here. Parts that we cannot edit are left out: see `foreignPartsOf`. */
export function draftOf(template: ProviderTemplate): TemplateDraft {
  const { components } = template
  const base = { name: template.name, language: template.language, category: categoryOf(template.category) }
  const body = componentOf(components, 'BODY')
  if (isAuthentication({ category: template.category, components })) {
    const minutes = componentOf(components, 'FOOTER')?.code_expiration_minutes
    const button = componentOf(components, 'BUTTONS')?.buttons?.[0]
    return {
      ...base,
      category: 'OTP',
      header: null,
      body: body?.text ?? '',
      footer: '',
      buttons: [],
      samples: { header: {}, body: {} },
      otp: {
        security_advice: body?.add_security_recommendation === true,
        expires_minutes: typeof minutes === 'number' ? minutes : null,
        button_text: button?.text ?? 'Copy code',
      },
    }
  }
  const header = componentOf(components, 'HEADER')
  return {
    ...base,
    header: header ? headerOf(header) : null,
    body: body?.text ?? '',
    footer: componentOf(components, 'FOOTER')?.text ?? '',
    buttons: (componentOf(components, 'BUTTONS')?.buttons ?? []).flatMap(buttonOf),
    samples: { header: header ? headerSamples(header) : {}, body: body ? bodySamples(body) : {} },
    otp: null,
    ...offerOf(componentOf(components, 'LIMITED_TIME_OFFER')),
    ...cardsOf(componentOf(components, 'CAROUSEL')),
  }
}

function offerOf(offer: GraphTemplateComponent | undefined): { offer?: TemplateOffer } {
  if (!offer) return {}
  const { text, has_expiration } = offer.limited_time_offer ?? {}
  return { offer: { text: typeof text === 'string' ? text : '', ends: has_expiration === true } }
}

function cardsOf(carousel: GraphTemplateComponent | undefined): { cards?: TemplateCard[] } {
  if (!carousel) return {}
  const cards = Array.isArray(carousel?.cards) ? (carousel.cards as { components?: unknown }[]) : []
  const read = ({ components }: { components?: unknown }): TemplateCard => {
    const parts = Array.isArray(components) ? (components as GraphTemplateComponent[]) : []
    const header = componentOf(parts, 'HEADER')
    const body = componentOf(parts, 'BODY')
    return {
      header: (header && headerOf(header)) ?? { format: 'IMAGE', media_id: null },
      body: body?.text ?? '',
      samples: body ? bodySamples(body) : {},
      buttons: (componentOf(parts, 'BUTTONS')?.buttons ?? []).flatMap(buttonOf),
    }
  }
  return { cards: cards.map(read) }
}

const knownComponents = new Set(['HEADER', 'BODY', 'FOOTER', 'BUTTONS', 'LIMITED_TIME_OFFER', 'CAROUSEL'])
const knownHeaders = new Set(['TEXT', 'IMAGE', 'VIDEO', 'GIF', 'DOCUMENT', 'LOCATION'])
const knownButtons = new Set(['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'CATALOG', 'MPM', 'OTP'])

/** Parts that only WhatsApp Manager can edit: forms, calls … in the provider's words. */
export function foreignPartsOf(components: readonly GraphTemplateComponent[]): string[] {
  return components.flatMap((component) => {
    const type = component.type.toUpperCase()
    if (!knownComponents.has(type)) return [type]
    if (type === 'HEADER') {
      const format = component.format?.toUpperCase() ?? 'TEXT'
      return knownHeaders.has(format) ? [] : [format]
    }
    return (component.buttons ?? [])
      .map((button) => button.type.toUpperCase())
      .filter((kind) => !knownButtons.has(kind))
  })
}

/** The same type of component, without losing the fields that only Graph's answers carry. */
function componentOf(
  components: readonly GraphTemplateComponent[],
  type: string,
): GraphTemplateComponent | undefined {
  return findComponent(components, type) as GraphTemplateComponent | undefined
}

function headerOf(header: GraphTemplateComponent): TemplateHeader | null {
  const format = header.format?.toUpperCase() ?? 'TEXT'
  if (format === 'TEXT') return { format, text: header.text ?? '' }
  if (format === 'LOCATION') return { format }
  if (format !== 'IMAGE' && format !== 'VIDEO' && format !== 'GIF' && format !== 'DOCUMENT') return null
  const sampleUrl = header.example?.header_handle?.[0]
  return { format, media_id: null, ...(sampleUrl && { url: sampleUrl }) }
}

function headerSamples(header: GraphTemplateComponent): Record<string, string> {
  const named = header.example?.header_text_named_params
  if (named) return Object.fromEntries(named.map(({ param_name, example }) => [param_name, example]))
  const [name] = variableNames(header.text ?? '')
  const sample = header.example?.header_text?.[0]
  return name !== undefined && sample !== undefined ? { [name]: sample } : {}
}

function bodySamples(body: GraphTemplateComponent): Record<string, string> {
  const named = body.example?.body_text_named_params
  if (named) return Object.fromEntries(named.map(({ param_name, example }) => [param_name, example]))
  const samples = body.example?.body_text?.[0] ?? []
  return Object.fromEntries(samples.map((sample, at) => [String(at + 1), sample]))
}

function buttonOf(button: GraphTemplateButton): TemplateButton[] {
  const text = button.text ?? ''
  const sample = Array.isArray(button.example) ? button.example[0] : (button.example ?? undefined)
  switch (button.type.toUpperCase()) {
    case 'QUICK_REPLY':
      return [{ type: 'QUICK_REPLY', text, value: '' }]
    case 'URL':
      return [{ type: 'URL', text, value: button.url ?? '', ...(sample !== undefined && { sample }) }]
    case 'PHONE_NUMBER':
      return [{ type: 'PHONE_NUMBER', text, value: button.phone_number ?? '' }]
    case 'COPY_CODE':
      return [{ type: 'COPY_CODE', text: text || 'Copy offer code', value: sample ?? '' }]
    case 'CATALOG':
    case 'MPM': {
      const type = button.type.toUpperCase() as 'CATALOG' | 'MPM'
      return [{ type, text: text || fixedLabels[type]!, value: '' }]
    }
    default:
      return []
  }
}
