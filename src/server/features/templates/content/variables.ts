import type { TemplateDraft, TemplateHeader } from '#contract/templates/draft.ts'
import { placeProblem } from '#contract/templates/part-rules.ts'
import type { TemplateVariable } from '#contract/templates.ts'
import { t } from '#server/messages/t.ts'
import {
  type HeaderMedia,
  maxProducts,
  maxSections,
  PayloadError,
  productsAction,
  type TemplateValues,
} from '#server/providers/meta/calls/message-payload.ts'
import {
  buttonsOf,
  cardsIn,
  findComponent,
  isAuthentication,
  type NeededValue,
  neededValues,
  type TemplateShape,
} from '#server/providers/meta/calls/template-variables.ts'
import type { GraphTemplateComponent } from '#server/providers/meta/calls/templates.ts'
import { type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import { draftOf } from './components.ts'

/** Longest one-time code and coupon code that the provider takes. */
const longestCode = 15
const longestCoupon = 20

type Place = NonNullable<TemplateHeader['place']>
const placeSamples = {
  latitude: '18.5204',
  longitude: '73.8567',
  name: 'Our shop',
  address: '12 Main Road',
}
const offerSample = '2027-01-31T18:00+05:30'
const productsSample = 'SKU-1, SKU-2'

/**
 * The variables of a template in reading order. `place` is the default for a place in the header; a one-time code is
 * the variable `1` of the text.
 */
export function variablesOf(
  template: TemplateShape & { components: readonly GraphTemplateComponent[] },
  place?: Place,
): TemplateVariable[] {
  const draft = draftOf({ name: '', language: '', ...template, category: template.category ?? '' })
  return neededValues(template).flatMap((needed) => {
    const variable = variableFor(needed, draft, place)
    return variable ? [{ key: variableKey(variable), ...variable }] : []
  })
}

/** A header's file is not a variable: it belongs to the template. */
function variableFor(
  needed: NeededValue,
  draft: TemplateDraft,
  place: Place | undefined,
): Omit<TemplateVariable, 'key'> | undefined {
  if (needed.place === 'code') {
    return {
      name: '1',
      where: 'body',
      label: t('templates.variable.otp'),
      sample: '123456',
      max_length: longestCode,
    }
  }
  if (needed.place === 'button') {
    const { index, label } = needed
    if (needed.kind === 'url') {
      const button = draft.buttons.find(({ text, type }) => type === 'URL' && text === label)
      return variableOfButton(index, t('templates.variable.address', { button: label }), button?.sample)
    }
    if (needed.kind === 'products') {
      const products = t('templates.variable.products', { button: label })
      return { ...variableOfButton(index, products, productsSample), takes: 'products' }
    }
    const code = draft.buttons.find(({ type }) => type === 'COPY_CODE')?.value
    return { ...variableOfButton(index, t('templates.variable.code'), code), max_length: longestCoupon }
  }
  if (needed.place === 'location') {
    const { name } = needed
    const preset = place?.[name]?.trim()
    const sample = preset || placeSamples[name]
    const label = t('templates.variable.place', { part: name })
    return { name, where: 'location', label, sample, ...(preset && { preset }) }
  }
  if (needed.place === 'offer') {
    return { name: 'ends', where: 'offer', label: t('templates.variable.offerEnds'), sample: offerSample }
  }
  if (needed.place === 'card' || needed.place === 'card_button') return variableOfCard(needed, draft)
  if (needed.kind !== 'text') return undefined
  const { name, place: where } = needed
  return { name, where, label: `{{${name}}}`, sample: draft.samples[where][name] ?? '' }
}

function variableOfCard(
  needed: Extract<NeededValue, { place: 'card' | 'card_button' }>,
  draft: TemplateDraft,
): Omit<TemplateVariable, 'key'> {
  const { card } = needed
  const number = card + 1
  const cardDraft = draft.cards?.[card]
  if (needed.place === 'card') {
    const { name } = needed
    const label = t('templates.variable.onCard', { variable: `{{${name}}}`, number })
    return { name, where: 'card', card, label, sample: cardDraft?.samples[name] ?? '' }
  }
  const { index, label } = needed
  return {
    name: String(index),
    where: 'card_button',
    card,
    index,
    label: t('templates.variable.addressOnCard', { button: label, number }),
    sample: cardDraft?.buttons[index]?.sample ?? '',
  }
}

function variableOfButton(index: number, label: string, sample = ''): Omit<TemplateVariable, 'key'> {
  return { name: String(index), where: 'button', index, label, sample }
}

/**
 * The key that a variable's value is kept under: its own name in the text, `header.1` for a numbered one of the
 * header (the text has a `{{1}}` of its own), `button.0` for the first button's, `card.0.1` and `card.0.button.0` on
 * the first card, `location.latitude`, `offer.ends`.
 */
export function variableKey({
  name,
  where,
  index,
  card,
}: Pick<TemplateVariable, 'name' | 'where' | 'index' | 'card'>): string {
  if (where === 'card') return `card.${card ?? 0}.${name}`
  if (where === 'card_button') return `card.${card ?? 0}.button.${index ?? 0}`
  if (where === 'location' || where === 'offer') return `${where}.${name}`
  if (where === 'button') return `button.${index ?? 0}`
  return where === 'header' && /^\d+$/.test(name) ? `header.${name}` : name
}

/** The name of a variable in a preview: its name, the button's place, `0.name` for the first card's. */
export function previewName({
  name,
  where,
  index,
  card,
}: {
  name: string
  where: string
  index?: number | undefined
  card?: number | undefined
}): string {
  if (where === 'card') return `${card ?? 0}.${name}`
  return where === 'button' ? String(index ?? 0) : name
}

/**
 * Values by key, as the payload's builder takes them. Missing ones are left out: the builder says which.
 * @param media the header's file, where the template has one (`headerMedia`).
 */
export function templateValues(
  template: TemplateShape,
  values: Readonly<Record<string, string>>,
  media?: HeaderMedia,
  cardMedia: readonly (HeaderMedia | undefined)[] = [],
): TemplateValues {
  const value = (key: string): string => (Object.hasOwn(values, key) ? (values[key] ?? '') : '')
  if (isAuthentication(template)) return { code: value('1') || value('code') }
  const headerText: Record<string, string> = {}
  const body: Record<string, string> = {}
  const buttons: Record<number, string> = {}
  const place: Record<string, string> = {}
  const cards = cardsIn(template).map((_, at) => ({
    body: {} as Record<string, string>,
    buttons: {} as Record<number, string>,
    ...(cardMedia[at] && { headerMedia: cardMedia[at] }),
  }))
  let offerEndsAt: Date | undefined
  for (const needed of neededValues(template)) {
    if (needed.place === 'header' && needed.kind === 'text') {
      headerText[needed.name] = value(variableKey({ name: needed.name, where: 'header' }))
    } else if (needed.place === 'body') {
      body[needed.name] = value(needed.name)
    } else if (needed.place === 'button') {
      buttons[needed.index] = value(`button.${needed.index}`)
    } else if (needed.place === 'location') {
      place[needed.name] = value(`location.${needed.name}`)
    } else if (needed.place === 'offer') {
      offerEndsAt = readEnd(value('offer.ends'))
    } else if (needed.place === 'card') {
      cards[needed.card]!.body[needed.name] = value(`card.${needed.card}.${needed.name}`)
    } else if (needed.place === 'card_button') {
      cards[needed.card]!.buttons[needed.index] = value(`card.${needed.card}.button.${needed.index}`)
    }
  }
  const headerLocation = locationOf(place)
  return {
    headerText,
    body,
    buttons,
    ...(media && { headerMedia: media }),
    ...(headerLocation && { headerLocation }),
    ...(offerEndsAt && { offerEndsAt }),
    ...(cards.length > 0 && { cards }),
  }
}

function locationOf(place: Record<string, string>): TemplateValues['headerLocation'] {
  const { latitude = '', longitude = '', name = '', address = '' } = place
  if (placeProblem('latitude', latitude) || placeProblem('longitude', longitude)) return undefined
  return { latitude: Number(latitude), longitude: Number(longitude), name, address }
}

/** A moment with its time zone; without one it is ambiguous. */
function readEnd(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i.test(text.trim())) return undefined
  const at = new Date(text.trim())
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** Why a value cannot be sent; undefined when no problem is known. */
export function valueProblem(
  { where, name, takes }: Pick<TemplateVariable, 'where' | 'name' | 'takes'>,
  value: string,
  now: Date,
): StoredText | undefined {
  if (where === 'location' && (name === 'latitude' || name === 'longitude')) return placeProblem(name, value)
  if (where === 'offer') {
    const at = readEnd(value)
    if (!at) return textOf('templates.value.offerEnds', { sample: offerSample })
    if (at <= now) return textOf('templates.value.offerPast')
  }
  return takes === 'products' ? productsProblem(value) : undefined
}

function productsProblem(value: string): StoredText | undefined {
  try {
    return productsAction(value) ? undefined : textOf('templates.value.products')
  } catch (error) {
    if (!(error instanceof PayloadError)) throw error
    return textOf('templates.value.productsMany', { products: maxProducts, sections: maxSections })
  }
}

/** The kind of file in the header; undefined where there is none. */
export function headerKindOf(
  template: Pick<TemplateShape, 'components'>,
): 'IMAGE' | 'VIDEO' | 'GIF' | 'DOCUMENT' | undefined {
  const format = findComponent(template.components, 'HEADER')?.format?.toUpperCase()
  return fileHeaders.find((known) => known === format)
}

const fileHeaders = ['IMAGE', 'VIDEO', 'GIF', 'DOCUMENT'] as const

/** A part that our messages cannot fill: the header's format, or `product`; undefined when it can be sent. */
export function unsendablePart(template: TemplateShape): string | undefined {
  const format = findComponent(template.components, 'HEADER')?.format?.toUpperCase()
  if (format !== undefined && !['TEXT', 'LOCATION', ...fileHeaders].includes(format)) return format
  const button = buttonsOf(template).find(({ type }) => type.toUpperCase() === 'SPM')
  return button ? 'product' : undefined
}
