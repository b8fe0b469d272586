import {
  type ButtonShape,
  buttonsOf,
  type ComponentShape,
  findComponent,
  isAuthentication,
  type TemplateShape,
  variablesIn,
} from './template-variables.ts'

/** A file in the header: uploaded before (`id`), or at a public address (`link`). */
export type HeaderMedia =
  | { id: string; link?: undefined; filename?: string }
  | { link: string; id?: undefined; filename?: string }

export type Place = { latitude: number; longitude: number; name?: string; address?: string }

/** What one person's message is filled with. Variables are keyed by number (`'1'`) or name. */
export type TemplateValues = {
  headerText?: Readonly<Record<string, string>>
  headerMedia?: HeaderMedia
  headerLocation?: Place
  body?: Readonly<Record<string, string>>
  /**
   * By the button's place among all buttons, from 0: the end of the address (or the whole address), the coupon
   * code, or what a quick reply is to send back.
   */
  buttons?: Readonly<Record<number, string>>
  /** The one-time code of an authentication template. */
  code?: string
  /** When a limited-time offer ends. */
  offerEndsAt?: Date
  /** One entry for each card of a carousel. */
  cards?: readonly TemplateValues[]
}

/** A component as the messages endpoint takes it. */
export type TemplateComponent = {
  type: string
  sub_type?: string
  index?: string
  parameters?: object[]
  cards?: object[]
}

/** Why a message cannot be built. `variable` names the place as the template shows it. */
export class PayloadError extends Error {
  override readonly name = 'PayloadError'
  readonly reason: 'missing' | 'too_long' | 'unsupported'
  readonly variable: string

  constructor(reason: PayloadError['reason'], variable: string, sentence: string) {
    super(sentence)
    this.reason = reason
    this.variable = variable
  }
}

/** Longest code that WhatsApp takes, in characters. */
const MAX_CODE = 15
/** Longest coupon code since December 2025. */
const MAX_COUPON = 20

/**
 * The `components` of a template message: only those with something to fill in, in Meta's order; Meta refuses
 * surplus ones (132000, 132018). Source: …/whatsapp/templates/components.
 * @throws PayloadError naming the variable that is empty, too long or of an unsupported kind.
 */
export function buildTemplateComponents(
  template: TemplateShape,
  values: TemplateValues,
): TemplateComponent[] {
  if (isAuthentication(template)) return authenticationComponents(template, values.code)
  const named = template.parameter_format?.toUpperCase() === 'NAMED'
  return [
    ...contentComponents(template.components, values, named),
    ...offerComponents(template, values),
    ...carouselComponents(template, values, named),
    ...buttonComponents(buttonsOf(template), values),
  ]
}

/**
 * WhatsApp refuses line breaks, tabs and more than four spaces in a row inside a value: they become one space.
 */
export function cleanValue(value: string): string {
  return value
    .replace(/[\r\n\t\v\f\u0085\u2028\u2029]+/g, ' ')
    .replace(/ {5,}/g, ' ')
    .trim()
}

function contentComponents(
  components: readonly ComponentShape[],
  values: TemplateValues,
  named: boolean,
): TemplateComponent[] {
  const header = headerParameter(findComponent(components, 'HEADER'), values, named)
  const body = textParameters(findComponent(components, 'BODY')?.text, values.body, named, 'text')
  return [
    ...(header.length > 0 ? [{ type: 'header', parameters: header }] : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: body }] : []),
  ]
}

function headerParameter(
  header: ComponentShape | undefined,
  values: TemplateValues,
  named: boolean,
): object[] {
  const format = header?.format?.toUpperCase()
  if (header === undefined || format === undefined || format === 'TEXT') {
    return textParameters(header?.text, values.headerText, named, 'header')
  }
  if (format === 'LOCATION') {
    if (!values.headerLocation) throw missing('header', 'The place in the header is missing.')
    return [{ type: 'location', location: values.headerLocation }]
  }
  if (format === 'IMAGE' || format === 'VIDEO' || format === 'GIF' || format === 'DOCUMENT') {
    const kind = format.toLowerCase()
    return [{ type: kind, [kind]: mediaObject(values.headerMedia, kind) }]
  }
  throw new PayloadError('unsupported', 'header', `A header of the kind ${format} cannot be sent from here.`)
}

/** Only a document keeps its name; captions are not allowed in headers. */
function mediaObject(media: HeaderMedia | undefined, kind: string): object {
  const where = media?.id ? { id: media.id } : media?.link ? { link: media.link } : undefined
  if (!where) throw missing('header', `The ${kind} in the header is missing.`)
  return kind === 'document' && media?.filename ? { ...where, filename: media.filename } : where
}

function textParameters(
  text: string | undefined,
  values: Readonly<Record<string, string>> | undefined,
  named: boolean,
  place: string,
): object[] {
  return variablesIn(text).map((name) => {
    const given = values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
    const value = cleanValue(given ?? '')
    if (value === '') throw missing(name, `The variable {{${name}}} of the ${place} has no value.`)
    return named ? { type: 'text', parameter_name: name, text: value } : { type: 'text', text: value }
  })
}

function buttonComponents(buttons: readonly ButtonShape[], values: TemplateValues): TemplateComponent[] {
  return buttons.flatMap((button, index): TemplateComponent[] => {
    const value = cleanValue(values.buttons?.[index] ?? '')
    const component = (sub_type: string, parameter: object): TemplateComponent[] => [
      { type: 'button', sub_type, index: String(index), parameters: [parameter] },
    ]
    switch (button.type.toUpperCase()) {
      case 'URL': {
        if (variablesIn(button.url).length === 0) return []
        if (value === '')
          throw missing(`button ${index + 1}`, `The address of ${named(button)} has no value.`)
        return component('url', { type: 'text', text: addressEnd(button.url!, value) })
      }
      case 'COPY_CODE': {
        if (value === '') throw missing(`button ${index + 1}`, `${named(button)} has no code to copy.`)
        if (value.length > MAX_COUPON) {
          const sentence = `The code to copy has ${value.length} characters; WhatsApp allows ${MAX_COUPON}.`
          throw new PayloadError('too_long', `button ${index + 1}`, sentence)
        }
        return component('copy_code', { type: 'coupon_code', coupon_code: value })
      }
      case 'QUICK_REPLY':
        return value === '' ? [] : component('quick_reply', { type: 'payload', payload: value })
      case 'FLOW':
        return component('flow', { type: 'action', action: { flow_token: value || 'unused' } })
      case 'MPM': {
        const action = productsAction(value)
        if (!action) throw missing(`button ${index + 1}`, `${named(button)} has no products to show.`)
        return component('mpm', { type: 'action', action })
      }
      case 'SPM':
        throw new PayloadError(
          'unsupported',
          `button ${index + 1}`,
          'A template with products cannot be sent from here.',
        )
      default:
        return []
    }
  })
}

/** Meta takes at most so many products, in at most so many sections. */
export const maxProducts = 30
export const maxSections = 10

/**
 * Products as they are typed: `SKU-1, SKU-2`, or in sections `Cakes: SKU-1, SKU-2; Breads: SKU-3`. The first one gives
 * the picture. Undefined where there is none.
 */
export function productsAction(value: string): object | undefined {
  const sections = value
    .split(';')
    .map((part) => {
      const [, title, list] = /^([^:]*):(.*)$/s.exec(part) ?? [undefined, 'Products', part]
      const ids = (list ?? '')
        .split(',')
        .map((id) => id.trim())
        .filter((id) => id !== '')
      const product_items = ids.map((product_retailer_id) => ({ product_retailer_id }))
      return { title: (title ?? '').trim().slice(0, 24) || 'Products', product_items }
    })
    .filter(({ product_items }) => product_items.length > 0)
  const items = sections.flatMap(({ product_items }) => product_items)
  const [first] = items
  if (!first) return undefined
  if (items.length > maxProducts || sections.length > maxSections) {
    const sentence = `WhatsApp shows at most ${maxProducts} products in ${maxSections} sections.`
    throw new PayloadError('too_long', 'products', sentence)
  }
  return { thumbnail_product_retailer_id: first.product_retailer_id, sections }
}

function named(button: ButtonShape): string {
  return button.text ? `the button “${button.text}”` : 'a button'
}

/**
 * The text appended to the template's fixed address; of a whole address its end is used. Spaces would break
 * the address.
 */
export function addressEnd(templateUrl: string, value: string): string {
  const fixed = templateUrl.slice(0, templateUrl.indexOf('{{'))
  const end = value.startsWith(fixed) && value.length > fixed.length ? value.slice(fixed.length) : value
  return end.replaceAll(' ', '%20')
}

/** The code is in the text and in the button, which Meta addresses as a URL button. */
function authenticationComponents(template: TemplateShape, code: string | undefined): TemplateComponent[] {
  const text = cleanValue(code ?? '')
  if (text === '') throw missing('code', 'The code is missing.')
  if (text.length > MAX_CODE) {
    const sentence = `The code has ${text.length} characters; WhatsApp allows ${MAX_CODE}.`
    throw new PayloadError('too_long', 'code', sentence)
  }
  const parameters = [{ type: 'text', text }]
  const body: TemplateComponent = { type: 'body', parameters }
  return buttonsOf(template).length === 0
    ? [body]
    : [body, { type: 'button', sub_type: 'url', index: '0', parameters }]
}

function offerComponents(template: TemplateShape, { offerEndsAt }: TemplateValues): TemplateComponent[] {
  const component = findComponent(template.components, 'LIMITED_TIME_OFFER')
  if (!component) return []
  if (!offerEndsAt) {
    if (component.limited_time_offer?.has_expiration !== true) return []
    throw missing('offer', 'The end of the limited-time offer is missing.')
  }
  const offer = { expiration_time_ms: offerEndsAt.getTime() }
  const parameters = [{ type: 'limited_time_offer', limited_time_offer: offer }]
  return [{ type: 'limited_time_offer', parameters }]
}

function carouselComponents(
  template: TemplateShape,
  values: TemplateValues,
  named: boolean,
): TemplateComponent[] {
  const carousel = findComponent(template.components, 'CAROUSEL')
  if (!carousel) return []
  const cards = Array.isArray(carousel.cards) ? (carousel.cards as { components?: ComponentShape[] }[]) : []
  return [
    {
      type: 'carousel',
      cards: cards.map((card, index) => {
        const components = card.components ?? []
        const filled = values.cards?.[index]
        if (!filled) throw missing(`card ${index + 1}`, `Card ${index + 1} has no values.`)
        return {
          card_index: index,
          components: [
            ...contentComponents(components, filled, named),
            ...buttonComponents(buttonsOf({ components }), filled),
          ],
        }
      }),
    },
  ]
}

function missing(variable: string, sentence: string): PayloadError {
  return new PayloadError('missing', variable, sentence)
}
