/**
 * The parts of a template that matter for sending it, as Graph lists them (or as they were sent to create it).
 * Unknown fields are of no concern.
 */
export type TemplateShape = {
  category?: string | undefined
  /** NAMED or POSITIONAL (the default). */
  parameter_format?: string | undefined
  components: readonly ComponentShape[]
}

export type ComponentShape = {
  type: string
  format?: string | undefined
  text?: string | undefined
  buttons?: readonly ButtonShape[] | null | undefined
  cards?: unknown
  limited_time_offer?: { has_expiration?: boolean | undefined } | null | undefined
}

export type ButtonShape = {
  type: string
  text?: string | undefined
  url?: string | undefined
  otp_type?: string | undefined
}

const variable = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g

/** Names of the variables in a text, each once: numbers in their order, names as they come. */
export function variablesIn(text: string | undefined): string[] {
  const names = [...new Set(Array.from((text ?? '').matchAll(variable), (match) => match[1]!))]
  const positional = names.every((name) => /^\d+$/.test(name))
  return positional ? names.sort((a, b) => Number(a) - Number(b)) : names
}

/** The text with its variables filled in, for previews; a variable without a value stays as it is. */
export function fillVariables(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(variable, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : whole,
  )
}

/** A one-time code: its text is Meta's, and the code goes into text and button alike. */
export function isAuthentication(template: TemplateShape): boolean {
  if (template.category?.toUpperCase() === 'AUTHENTICATION') return true
  return buttonsOf(template).some(
    ({ type, otp_type, url }) =>
      type.toUpperCase() === 'OTP' || otp_type !== undefined || url?.startsWith(OTP_ADDRESS) === true,
  )
}

/** Graph reports the button of a code as a URL button with this address. */
const OTP_ADDRESS = 'https://www.whatsapp.com/otp/'

/** All buttons in the template's order: their places are the indexes that Meta counts. */
export function buttonsOf({ components }: Pick<TemplateShape, 'components'>): readonly ButtonShape[] {
  return findComponent(components, 'BUTTONS')?.buttons ?? []
}

export function findComponent(
  components: readonly ComponentShape[],
  type: string,
): ComponentShape | undefined {
  return components.find((component) => component.type.toUpperCase() === type)
}

/** What a place in the header is made of. */
const placeParts = ['latitude', 'longitude', 'name', 'address'] as const

/** A value that has to be given when the template is sent. */
export type NeededValue =
  | { place: 'header'; kind: 'text'; name: string }
  | { place: 'header'; kind: 'image' | 'video' | 'gif' | 'document' }
  | { place: 'location'; kind: 'text'; name: (typeof placeParts)[number] }
  | { place: 'offer'; kind: 'ends' }
  | { place: 'card'; kind: 'text'; card: number; name: string }
  | { place: 'card_button'; kind: 'url'; card: number; index: number; label: string }
  | { place: 'body'; kind: 'text'; name: string }
  | { place: 'button'; kind: 'url' | 'coupon_code' | 'products'; index: number; label: string }
  | { place: 'code'; kind: 'code' }

/** Everything that must be filled in, in reading order; empty for a template without variables. */
export function neededValues(template: TemplateShape): NeededValue[] {
  if (isAuthentication(template)) return [{ place: 'code', kind: 'code' }]
  const header = findComponent(template.components, 'HEADER')
  const body = findComponent(template.components, 'BODY')
  return [
    ...headerValues(header),
    ...variablesIn(body?.text).map((name): NeededValue => ({ place: 'body', kind: 'text', name })),
    ...offerValues(findComponent(template.components, 'LIMITED_TIME_OFFER')),
    ...cardsIn(template).flatMap((components, card) => cardValues(components, card)),
    ...buttonsOf(template).flatMap((button, index) => buttonValues(button, index)),
  ]
}

function offerValues(offer: ComponentShape | undefined): NeededValue[] {
  return offer?.limited_time_offer?.has_expiration === true ? [{ place: 'offer', kind: 'ends' }] : []
}

/** The components of each card of a carousel. */
export function cardsIn({ components }: Pick<TemplateShape, 'components'>): (readonly ComponentShape[])[] {
  const cards = findComponent(components, 'CAROUSEL')?.cards
  return Array.isArray(cards)
    ? (cards as { components?: readonly ComponentShape[] }[]).map((card) => card.components ?? [])
    : []
}

function cardValues(components: readonly ComponentShape[], card: number): NeededValue[] {
  const body = findComponent(components, 'BODY')
  return [
    ...variablesIn(body?.text).map((name): NeededValue => ({ place: 'card', kind: 'text', card, name })),
    ...buttonsOf({ components }).flatMap((button, index): NeededValue[] =>
      button.type.toUpperCase() === 'URL' && variablesIn(button.url).length > 0
        ? [{ place: 'card_button', kind: 'url', card, index, label: button.text ?? '' }]
        : [],
    ),
  ]
}

function headerValues(header: ComponentShape | undefined): NeededValue[] {
  const format = header?.format?.toUpperCase()
  if (format === 'LOCATION') return placeParts.map((name) => ({ place: 'location', kind: 'text', name }))
  if (format === 'IMAGE' || format === 'VIDEO' || format === 'GIF' || format === 'DOCUMENT') {
    const kind = format.toLowerCase() as 'image' | 'video' | 'gif' | 'document'
    return [{ place: 'header', kind }]
  }
  return variablesIn(header?.text).map((name) => ({ place: 'header', kind: 'text', name }))
}

function buttonValues(button: ButtonShape, index: number): NeededValue[] {
  const type = button.type.toUpperCase()
  const label = button.text ?? ''
  if (type === 'URL' && variablesIn(button.url).length > 0) {
    return [{ place: 'button', kind: 'url', index, label }]
  }
  if (type === 'MPM') return [{ place: 'button', kind: 'products', index, label }]
  return type === 'COPY_CODE' ? [{ place: 'button', kind: 'coupon_code', index, label }] : []
}
