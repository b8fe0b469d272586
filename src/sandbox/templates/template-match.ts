import { GraphError } from '../graph/graph-errors.ts'
import { isObject } from '../world/settings.ts'
import type {
  Needs,
  Template,
  TemplateButton,
  TemplateComponent,
  Variables,
} from '../world/template-store.ts'

const placeholder = /\{\{\s*([^{}\s]+)\s*\}\}/g

/** The names of a text's placeholders in the order of their first use. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map((match) => match[1]!)),
]

/** Works out what sends of this template need. */
function needsOf(components: TemplateComponent[], named: boolean): Needs {
  const part = (type: string) => components.find((component) => component.type.toUpperCase() === type)
  const header = part('HEADER')
  const body = part('BODY')
  const format = header?.format?.toUpperCase() ?? (header ? 'TEXT' : '')
  const otp = part('BUTTONS')?.buttons?.find((button) => button.type.toUpperCase() === 'OTP')
  const bodyText = body?.text ?? ''
  return {
    header: !header
      ? { kind: 'none' }
      : format === 'TEXT'
        ? { kind: 'text', variables: { named, names: placeholdersIn(header.text ?? '') } }
        : format === 'LOCATION'
          ? { kind: 'location' }
          : { kind: 'media', format: format.toLowerCase() },
    // An authentication template has no text of its own; its one variable is the code.
    body: otp ? { named: false, names: ['1'] } : { named, names: placeholdersIn(bodyText) },
    buttons: (part('BUTTONS')?.buttons ?? []).map(buttonNeed),
    cards: part('CAROUSEL')?.cards?.map((card) => needsOf(card.components, named)) ?? null,
    offer: offerIn(part('LIMITED_TIME_OFFER')),
    fixedBodyLength: bodyText.replace(placeholder, '').length,
  }
}

function offerIn(offer: TemplateComponent | undefined): Needs['offer'] {
  if (!offer) return 'none'
  return isObject(offer.limited_time_offer) && offer.limited_time_offer.has_expiration === true
    ? 'ends'
    : 'open'
}

function buttonNeed(button: TemplateButton): Needs['buttons'][number] {
  const label = button.text ?? ''
  switch (button.type.toUpperCase()) {
    case 'URL':
      return placeholdersIn(button.url ?? '').length > 0 ? { kind: 'url', label } : null
    case 'OTP':
      return { kind: 'otp', label }
    case 'COPY_CODE':
      return { kind: 'copy_code', label }
    case 'QUICK_REPLY':
      return { kind: 'quick_reply', label }
    case 'MPM':
      return { kind: 'products', label }
    case 'FLOW':
    case 'CATALOG':
    case 'SPM':
      return { kind: 'action', label }
    default:
      return null
  }
}

const mismatch = (details: string) => new GraphError(132012, { details })
const wrongCount = (details: string) => new GraphError(132000, { details })
const missing = (details: string) => new GraphError(131008, { details })
const invalid = (details: string) => new GraphError(131009, { details })

/**
 * Compares what a message brings with what its template needs, as Cloud API does before it accepts. Throws the
 * refusal. `version` is the Graph version of the call: what is wrong inside a text was 100 before v23.
 */
export function matchTemplate(template: Template, given: unknown, version: number): void {
  template.needs ??= needsOf(template.components, template.parameterFormat === 'NAMED')
  if (given !== undefined && !Array.isArray(given))
    throw new GraphError(100, { details: 'components must be an array.' })
  matchComponents(template.needs, given ?? [], version)
}

function matchComponents(needs: Needs, given: unknown[], version: number) {
  const parts = new Map<string, Record<string, unknown>>()
  let buttons: Record<string, unknown>[] | undefined
  for (const component of given) {
    if (!isObject(component)) throw new GraphError(100, { details: 'Each of components must be an object.' })
    const type = String(component.type ?? '').toLowerCase()
    if (type === 'button') {
      buttons ??= []
      buttons.push(component)
    } else if (['header', 'body', 'carousel', 'limited_time_offer'].includes(type)) {
      if (parts.has(type))
        throw new GraphError(100, { details: `Only one component of type ${type} is allowed.` })
      parts.set(type, component)
    } else {
      throw new GraphError(100, {
        details: `Unexpected key "type" with value "${type}" on param "template['components']".`,
      })
    }
  }
  const body = parametersOf(parts.get('body'))
  matchHeader(needs, parts.get('header'), version)
  matchTexts('body', needs.body, body, version)
  matchLength(needs, body)
  matchOffer(needs.offer, parts.get('limited_time_offer'))
  const carousel = parts.get('carousel')
  if (buttons || needs.buttons.length > 0) matchButtons(needs, buttons ?? [], version)
  if (needs.cards || carousel) matchCards(needs, carousel, version)
}

const parametersOf = (component: Record<string, unknown> | undefined): unknown[] =>
  Array.isArray(component?.parameters) ? component.parameters : []

function matchHeader(needs: Needs, header: Record<string, unknown> | undefined, version: number) {
  const parameters = parametersOf(header)
  const { kind } = needs.header
  if (kind === 'none') {
    if (parameters.length > 0)
      throw wrongCount(
        `header: number of localizable_params (${parameters.length}) does not match the expected number of params (0)`,
      )
    return
  }
  if (kind === 'text') {
    matchTexts('header', needs.header.variables, parameters, version)
    return
  }
  const expected = kind === 'location' ? 'location' : needs.header.format
  if (parameters.length > 1)
    throw wrongCount(
      `header: number of localizable_params (${parameters.length}) does not match the expected number of params (1)`,
    )
  const first = parameters[0]
  const got = isObject(first) ? String(first.type ?? 'unknown').toLowerCase() : 'unknown'
  if (got !== expected) {
    throw mismatch(
      `header: Format mismatch, expected ${expected.toUpperCase()}, received ${got.toUpperCase()}`,
    )
  }
  const media = isObject(first) ? first[expected] : undefined
  if (!isObject(media)) throw missing(`header: parameter of type ${expected} needs an object "${expected}".`)
  if (kind === 'location') {
    if (media.latitude === undefined || media.longitude === undefined)
      throw missing('header: location needs latitude and longitude.')
    return
  }
  if (media.id === undefined && media.link === undefined)
    throw missing(`header: ${expected} needs id or link.`)
  if (media.caption !== undefined)
    throw new GraphError(100, { details: `header: caption is not supported for ${expected} in a template.` })
  if (media.link !== undefined && !/^https?:\/\/\S+$/.test(String(media.link)))
    throw invalid(`header: ${expected} link is not a valid URL.`)
}

function matchTexts(where: string, variables: Variables, parameters: unknown[], version: number) {
  const expected = variables.names.length
  if (parameters.length !== expected) {
    throw wrongCount(
      `${where}: number of localizable_params (${parameters.length}) does not match the expected number of params (${expected})`,
    )
  }
  const seen = new Set<string>()
  for (let index = 0; index < parameters.length; index++) {
    const parameter = parameters[index]
    if (!isObject(parameter))
      throw new GraphError(100, { details: `${where}: parameter ${index} must be an object.` })
    const name = parameter.parameter_name
    if (variables.named) {
      if (typeof name !== 'string' || name === '')
        throw mismatch(`${where}: Parameter name is missing or empty`)
      if (!variables.names.includes(name))
        throw new GraphError(100, { details: `Invalid parameter name: ${name}` })
      if (seen.has(name)) throw mismatch(`${where}: Parameter name ${name} is given twice`)
      seen.add(name)
    } else if (name !== undefined) {
      throw mismatch(`${where}: parameter_name is not allowed, the template's parameters are positional`)
    }
    matchText(where, index, parameter, version)
  }
}

function matchText(where: string, index: number, parameter: Record<string, unknown>, version: number) {
  const text = textOf(parameter)
  if (text === undefined)
    throw mismatch(
      `${where}: Format mismatch, expected TEXT, received ${String(parameter.type ?? 'UNKNOWN').toUpperCase()}`,
    )
  if (text === '') throw missing(`${where}: Parameter of type text is missing text value`)
  if (/[\n\t]| {5,}/.test(text)) {
    throw new GraphError(version >= 23 ? 132018 : 100, {
      details: 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
    })
  }
  if (text.length > 32_768)
    throw new GraphError(132005, { details: `${where}: parameter ${index} is too long.` })
}

function textOf(parameter: Record<string, unknown>): string | undefined {
  if (parameter.type === 'text')
    return typeof parameter.text === 'string' ? parameter.text : parameter.text === undefined ? '' : undefined
  const inner = parameter[String(parameter.type)]
  if ((parameter.type === 'currency' || parameter.type === 'date_time') && isObject(inner)) {
    return typeof inner.fallback_value === 'string' ? inner.fallback_value : ''
  }
  return undefined
}

/** A body may have 1,024 characters once its variables are filled. */
function matchLength(needs: Needs, parameters: unknown[]) {
  let length = needs.fixedBodyLength
  for (const parameter of parameters) {
    if (isObject(parameter) && typeof parameter.text === 'string') length += parameter.text.length
  }
  if (length > 1024 && parameters.length > 0)
    throw new GraphError(132005, { details: `body: the text has ${length} characters, 1024 are allowed` })
}

function matchButtons(needs: Needs, given: Record<string, unknown>[], version: number) {
  const seen = new Set<number>()
  for (const button of given) {
    const index = Number(button.index)
    if (!Number.isInteger(index)) throw missing('buttons: index is required')
    const need = needs.buttons[index]
    const subType = String(button.sub_type ?? '').toLowerCase()
    if (need === undefined) throw invalid(`buttons: Button at index ${index} does not exist in the template`)
    if (seen.has(index)) throw invalid(`buttons: Button at index ${index} is given twice`)
    seen.add(index)
    if (need === null) throw mismatch(`buttons: Button at index ${index} does not take parameters`)
    const parameters = parametersOf(button)
    if (parameters.length > 1)
      throw wrongCount(`buttons: Button at index ${index} takes one parameter, received ${parameters.length}`)
    matchButton(need, subType, index, parameters[0], version)
  }
  needs.buttons.forEach((need, index) => {
    if (need === null || need.kind === 'quick_reply' || need.kind === 'action' || seen.has(index)) return
    const type = need.kind === 'copy_code' ? 'Copy code' : need.kind === 'products' ? 'Mpm' : 'Url'
    throw missing(`buttons: Button at index ${index} of type ${type} requires a parameter`)
  })
}

const subTypes = {
  url: 'url',
  otp: 'url',
  copy_code: 'copy_code',
  quick_reply: 'quick_reply',
  products: 'mpm',
  action: '',
} as const

function matchButton(
  need: NonNullable<Needs['buttons'][number]>,
  subType: string,
  index: number,
  parameter: unknown,
  version: number,
) {
  if (need.kind === 'action') return
  if (subType !== subTypes[need.kind]) {
    throw mismatch(`buttons: Button at index ${index} is of type ${need.kind}, received ${subType || 'none'}`)
  }
  if (!isObject(parameter)) throw missing(`buttons: Button at index ${index} requires a parameter`)
  if (need.kind === 'products') {
    matchProducts(parameter, index)
    return
  }
  const wanted = need.kind === 'copy_code' ? 'coupon_code' : need.kind === 'quick_reply' ? 'payload' : 'text'
  const value = parameter[wanted]
  if (parameter.type !== wanted)
    throw mismatch(`buttons: Button at index ${index} needs a parameter of type ${wanted}`)
  if (typeof value !== 'string' || value === '')
    throw missing(`buttons: Button at index ${index} of type ${need.kind} requires ${wanted}`)
  if (need.kind === 'otp' && value.length > 15) throw invalid('buttons: the code has more than 15 characters')
  if (need.kind === 'copy_code' && value.length > 20)
    throw invalid('buttons: the code has more than 20 characters')
  if (need.kind === 'quick_reply' && value.length > 256)
    throw invalid('buttons: the payload has more than 256 characters')
  if (/[\n\t]/.test(value))
    throw new GraphError(version >= 23 ? 132018 : 100, {
      details: 'Param text cannot have new-line/tab characters',
    })
}

/** At most 30 products in at most 10 sections, each with a title where there are several. */
function matchProducts(parameter: Record<string, unknown>, index: number) {
  const { action } = parameter
  const at = `buttons: Button at index ${index}`
  if (parameter.type !== 'action' || !isObject(action))
    throw mismatch(`${at} needs a parameter of type action`)
  if (typeof action.thumbnail_product_retailer_id !== 'string')
    throw missing(`${at} requires thumbnail_product_retailer_id`)
  const sections = Array.isArray(action.sections) ? (action.sections as unknown[]) : []
  if (sections.length < 1 || sections.length > 10) throw invalid(`${at} takes 1 to 10 sections`)
  let products = 0
  for (const section of sections) {
    const items = isObject(section) && Array.isArray(section.product_items) ? section.product_items : []
    if (!isObject(section) || items.length === 0) throw missing(`${at}: a section has no product_items`)
    if (String(section.title ?? '').length > 24) throw invalid(`${at}: a title has more than 24 characters`)
    products += items.length
  }
  if (products > 30) throw invalid(`${at} takes at most 30 products`)
}

function matchOffer(offer: Needs['offer'], given: Record<string, unknown> | undefined) {
  if (offer === 'none' && given)
    throw wrongCount('limited_time_offer: the template has no limited-time offer')
  if (!given) {
    if (offer === 'ends') throw missing('limited_time_offer: expiration_time_ms is required')
    return
  }
  const [first, ...more] = parametersOf(given)
  if (!isObject(first) || first.type !== 'limited_time_offer' || more.length > 0)
    throw mismatch('limited_time_offer: expected one parameter of type limited_time_offer')
  const inner = first.limited_time_offer
  const at = isObject(inner) ? inner.expiration_time_ms : undefined
  if (at === undefined) throw missing('limited_time_offer: expiration_time_ms is required')
  if (!Number.isSafeInteger(at) || Number(at) <= 0)
    throw invalid('limited_time_offer: expiration_time_ms is not a UNIX timestamp')
}

function matchCards(needs: Needs, carousel: Record<string, unknown> | undefined, version: number) {
  const cards = Array.isArray(carousel?.cards) ? (carousel.cards as unknown[]) : []
  const expected = needs.cards?.length ?? 0
  if (cards.length !== expected)
    throw wrongCount(
      `carousel: number of cards (${cards.length}) does not match the expected number of cards (${expected})`,
    )
  const seen = new Set<number>()
  cards.forEach((card, place) => {
    if (!isObject(card) || !Array.isArray(card.components))
      throw missing(`carousel: card ${place} needs components`)
    const index = Number(card.card_index ?? Number.NaN)
    const needed = needs.cards?.[index]
    if (!needed || seen.has(index))
      throw invalid(`carousel: card_index ${String(card.card_index)} is given twice, or of no card`)
    seen.add(index)
    matchComponents(needed, card.components, version)
  })
}
