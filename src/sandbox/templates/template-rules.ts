import { GraphError } from '../graph/graph-errors.ts'
import { isObject } from '../world/settings.ts'
import type { TemplateComponent } from '../world/template-store.ts'
import { checkButtons } from './template-buttons.ts'
import { formatErrors, missingField, templateError, tooLong } from './template-errors.ts'
import { placeholdersIn } from './template-match.ts'

/** What a template is submitted with. */
type Submission = {
  name: string
  language: string
  category: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION'
  named: boolean
  components: TemplateComponent[]
  ttlSeconds: number | null
}

/** Meta's languages; a code outside of this list is refused. */
const languages = new Set(
  'af sq ar ar_EG ar_AE ar_LB ar_MA ar_QA az be_BY bn bn_IN bg ca zh_CN zh_HK zh_TW hr cs da prs_AF nl nl_BE en en_GB en_US en_AE en_AU en_CA en_GH en_IE en_IN en_JM en_MY en_NZ en_QA en_SG en_UG en_ZA et fil fi fr fr_BE fr_CA fr_CH fr_CI fr_MA ka de de_AT de_CH el gu ha he hi hu id ga it ja kn kk rw_RW ko ky_KG lo lv lt mk ms ml mr nb ps_AF fa pl pt_BR pt_PT pa ro ru sr si_LK sk sl es es_AR es_CL es_CO es_CR es_DO es_EC es_HN es_MX es_PA es_PE es_ES es_UY sw sv ta te th tr uk ur uz vi zu'.split(
    ' ',
  ),
)

/** Checks name, language, category and the components of a template; throws Meta's refusal. */
export function checkSubmission(params: Record<string, unknown>, components: unknown): Submission {
  const name = params.name
  if (typeof name !== 'string' || name === '')
    throw new GraphError(100, { message: '(#100) The parameter name is required.' })
  if (name.length > 512) throw tooLong('name', 512, name.length)
  if (!/^[a-z0-9_]+$/.test(name)) {
    throw new GraphError(100, {
      message:
        '(#100) Param name can only contain lowercase alphanumeric characters and underscores ( _ ). No other characters or white space are allowed.',
    })
  }
  const language = params.language
  if (typeof language !== 'string' || language === '')
    throw new GraphError(100, { message: '(#100) The parameter language is required.' })
  if (!languages.has(language))
    throw new GraphError(100, {
      message: `(#100) Param language must be one of {EN, EN_US, EN_GB, HI, ES, …} - got "${language}".`,
    })
  const category = checkCategory(params.category)
  const format =
    params.parameter_format === undefined ? 'POSITIONAL' : String(params.parameter_format).toUpperCase()
  if (format !== 'POSITIONAL' && format !== 'NAMED')
    throw new GraphError(100, {
      message: `(#100) Param parameter_format must be one of {POSITIONAL, NAMED} - got "${format}".`,
    })
  const named = format === 'NAMED'
  return {
    name,
    language,
    category,
    named,
    components: checkComponents(components, category, named),
    ttlSeconds: checkTtl(params.message_send_ttl_seconds, category),
  }
}

export function checkCategory(value: unknown): Submission['category'] {
  const category = String(value ?? '').toUpperCase()
  if (category === 'MARKETING' || category === 'UTILITY' || category === 'AUTHENTICATION') return category
  if (value === undefined)
    throw new GraphError(100, { message: '(#100) The parameter category is required.' })
  throw new GraphError(100, {
    message: `(#100) Param category must be one of {UTILITY, MARKETING, AUTHENTICATION} - got "${category}".`,
  })
}

export function checkTtl(value: unknown, category: Submission['category']): number | null {
  if (value === undefined || value === null) return null
  const ttl = Number(value)
  const span = { AUTHENTICATION: [30, 900], UTILITY: [30, 43_200], MARKETING: [43_200, 2_592_000] }[
    category
  ] as [number, number]
  if (ttl === -1 && category !== 'MARKETING') return ttl
  if (!Number.isInteger(ttl) || ttl < span[0] || ttl > span[1]) {
    throw new GraphError(100, {
      message: `(#100) Param message_send_ttl_seconds must be between ${span[0]} and ${span[1]} for ${category}.`,
    })
  }
  return ttl
}

/** Checks components for a category; answers them as they are stored. */
export function checkComponents(
  value: unknown,
  category: Submission['category'],
  named: boolean,
): TemplateComponent[] {
  if (!Array.isArray(value) || value.length === 0) throw missingField('components')
  const parts = new Map<string, TemplateComponent>()
  for (const component of value as unknown[]) {
    if (!isObject(component) || typeof component.type !== 'string') throw missingField('type')
    const type = component.type.toUpperCase()
    if (!['HEADER', 'BODY', 'FOOTER', 'BUTTONS', 'CAROUSEL', 'LIMITED_TIME_OFFER'].includes(type)) {
      throw new GraphError(100, {
        message: `(#100) Param components[0]['type'] must be one of {HEADER, BODY, FOOTER, BUTTONS, CAROUSEL, LIMITED_TIME_OFFER} - got "${type}".`,
      })
    }
    if (parts.has(type))
      throw new GraphError(100, { message: `(#100) Only one component of type ${type} is allowed.` })
    parts.set(type, { ...component, type } as TemplateComponent)
  }
  const body = parts.get('BODY')
  if (!body) throw missingField('component of type BODY is missing')
  if (category === 'AUTHENTICATION') return authentication(parts)
  const limitedTime = parts.has('LIMITED_TIME_OFFER')
  const header = parts.get('HEADER')
  if (header) checkHeader(header, named)
  checkBody(body, named, limitedTime ? 600 : 1024)
  const footer = parts.get('FOOTER')
  if (footer) checkFooter(footer, limitedTime)
  const buttons = parts.get('BUTTONS')
  if (buttons) checkButtons(buttons)
  const offer = parts.get('LIMITED_TIME_OFFER')
  if (offer) checkOffer(offer, buttons, category)
  const shop = buttons?.buttons?.some(({ type }) => type === 'CATALOG' || type === 'MPM')
  if (shop && category !== 'MARKETING')
    throw new GraphError(100, { message: '(#100) Templates with products must be MARKETING.' })
  if (header?.format === 'GIF' && category !== 'MARKETING')
    throw new GraphError(100, { message: '(#100) GIF headers are for MARKETING templates.' })
  const carousel = parts.get('CAROUSEL')
  if (carousel) checkCarousel(carousel, category, named)
  return [...parts.values()]
}

/** Authentication templates have a fixed text; the component list says only what may be chosen. */
function authentication(parts: Map<string, TemplateComponent>): TemplateComponent[] {
  const body = parts.get('BODY')!
  if (body.text !== undefined) throw formatErrors.body('text of its own in an authentication template')
  if (parts.has('HEADER')) throw formatErrors.header('any content in an authentication template')
  const otp = parts.get('BUTTONS')?.buttons?.[0]
  if (!otp || String(otp.type).toUpperCase() !== 'OTP') throw missingField('an OTP button')
  const kind = String(otp.otp_type ?? '').toUpperCase()
  if (!['COPY_CODE', 'ONE_TAP', 'ZERO_TAP'].includes(kind)) throw missingField("buttons[0]['otp_type']")
  if (kind !== 'COPY_CODE' && !Array.isArray(otp.supported_apps))
    throw missingField("buttons[0]['supported_apps']")
  const footer = parts.get('FOOTER')
  const minutes = footer ? Number(footer.code_expiration_minutes) : null
  if (minutes !== null && (!Number.isInteger(minutes) || minutes < 1 || minutes > 90))
    throw formatErrors.footer('code_expiration_minutes outside of 1 to 90')
  const advice = body.add_security_recommendation === true || body.add_security_recommendation === 'true'
  return [
    {
      type: 'BODY',
      text: `*{{1}}* is your verification code.${advice ? ' For your security, do not share this code.' : ''}`,
      add_security_recommendation: advice,
      example: { body_text: [['123456']] },
    },
    ...(minutes === null
      ? []
      : [
          {
            type: 'FOOTER',
            text: `This code expires in ${minutes} minutes.`,
            code_expiration_minutes: minutes,
          },
        ]),
    { type: 'BUTTONS', buttons: [{ ...otp, type: 'OTP', otp_type: kind, text: otp.text ?? 'Copy code' }] },
  ]
}

function checkHeader(header: TemplateComponent, named: boolean) {
  const format = String(header.format ?? '').toUpperCase()
  header.format = format
  if (format === 'TEXT') {
    const text = textOf(header, 'HEADER')
    if (text.length > 60) throw tooLong('Header', 60, text.length)
    if (/[\n*_~`]/.test(text) || /\p{Extended_Pictographic}/u.test(text))
      throw formatErrors.header('any new lines, formatting characters, emojis or asterisks')
    const names = placeholdersIn(text)
    if (names.length > 1) throw formatErrors.header('more than one variable')
    checkNames(text, names, named, formatErrors.header)
    if (names.length === 1 && !hasExamples(header, 'header_text', names, named))
      throw missingField('HEADER example')
    return
  }
  if (format === 'LOCATION') return
  if (!['IMAGE', 'VIDEO', 'DOCUMENT', 'GIF'].includes(format)) throw missingField('HEADER format')
  const handles = header.example?.header_handle
  const handle = Array.isArray(handles) ? (handles as unknown[])[0] : undefined
  if (typeof handle !== 'string' || handle === '') throw missingField('HEADER example header_handle')
  if (!/^\d+::/.test(handle)) {
    throw templateError(
      2388273,
      "Example media isn't valid",
      'The header handle is not of a file that was uploaded with the Resumable Upload API.',
    )
  }
}

function textOf(component: TemplateComponent, where: string): string {
  if (typeof component.text !== 'string' || component.text.trim() === '') throw missingField(`${where} text`)
  return component.text
}

/** Numbered from one without gaps, or lower-case names; whole braces; no reserved characters. */
function checkNames(text: string, names: string[], named: boolean, error: (why: string) => GraphError) {
  const withoutGood = text.replace(/\{\{\s*[^{}\s]+\s*\}\}/g, '')
  if (/\{\{|\}\}/.test(withoutGood)) throw error('braces that do not form a variable')
  for (const name of names) {
    if (/[#$%]/.test(name)) throw error('special characters (#, $, %) in variables')
    if (named ? !/^[a-z_][a-z0-9_]*$/.test(name) : !/^[1-9]\d*$/.test(name)) {
      throw templateError(
        2388065,
        'Invalid Variable Format',
        named
          ? `Variable {{${name}}} must be lowercase letters, digits and underscores.`
          : `Variables must be whole numbers with two sets of curly brackets, got {{${name}}}.`,
      )
    }
  }
  if (
    !named &&
    [...names].sort((a, b) => Number(a) - Number(b)).some((name, index) => Number(name) !== index + 1)
  ) {
    throw templateError(
      2388065,
      'Invalid Variable Format',
      'Variables must be sequential and begin with {{1}}.',
    )
  }
}

function hasExamples(
  component: TemplateComponent,
  key: 'header_text' | 'body_text',
  names: string[],
  named: boolean,
): boolean {
  const example = component.example
  if (named) {
    const given = example?.[`${key}_named_params`]
    if (!Array.isArray(given)) return false
    const filled = (given as unknown[]).filter(
      (row) => isObject(row) && typeof row.example === 'string' && row.example !== '',
    )
    return names.every((name) => filled.some((row) => isObject(row) && row.param_name === name))
  }
  const given = example?.[key]
  const values = key === 'body_text' && Array.isArray(given) ? (given as unknown[])[0] : given
  return (
    Array.isArray(values) &&
    values.length === names.length &&
    (values as unknown[]).every((value) => typeof value === 'string' && value !== '')
  )
}

function checkBody(body: TemplateComponent, named: boolean, limit: number) {
  const text = textOf(body, 'BODY')
  if (text.length > limit) throw tooLong('Body', limit, text.length)
  if (/\n{3,}/.test(text) || /\t| {5,}/.test(text))
    throw formatErrors.body('more than two consecutive new lines, tabs or more than four consecutive spaces')
  const names = placeholdersIn(text)
  checkNames(text, names, named, formatErrors.body)
  if (names.length === 0) return
  const variable = /\{\{\s*[^{}\s]+\s*\}\}/g
  // Punctuation around a variable does not count as text.
  const bare = text.replace(/^[\s\p{P}]*(?=\{\{)/u, '').replace(/(?<=\}\})[\s\p{P}]*$/u, '')
  if (bare.startsWith('{{') || bare.endsWith('}}')) {
    throw templateError(
      2388299,
      'Invalid parameters in message template',
      "Variables can't be at the start or end of the template.",
    )
  }
  if (/\}\}\s*\{\{/.test(text)) throw formatErrors.body('two variables next to each other')
  const words = text
    .replace(variable, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  const uses = text.match(variable)?.length ?? 0
  if (words < uses * 2 + 1) {
    throw templateError(
      2388293,
      'Parameters to words ratio exceeds limit',
      'This template has too many variables for its length. Reduce the number of variables or increase the message length.',
    )
  }
  if (!hasExamples(body, 'body_text', names, named)) throw missingField('BODY example')
}

function checkFooter(footer: TemplateComponent, limitedTime: boolean) {
  const text = textOf(footer, 'FOOTER')
  if (limitedTime) throw formatErrors.footer('any text in a limited-time offer')
  if (text.length > 60) throw tooLong('Footer', 60, text.length)
  if (placeholdersIn(text).length > 0) throw formatErrors.footer('variables')
  if (/\n/.test(text) || /\p{Extended_Pictographic}/u.test(text))
    throw formatErrors.footer('new lines or emojis')
}

function checkOffer(offer: TemplateComponent, buttons: TemplateComponent | undefined, category: string) {
  if (category !== 'MARKETING')
    throw new GraphError(100, { message: '(#100) Limited-time offer templates must be MARKETING.' })
  const inner = offer.limited_time_offer
  const text = isObject(inner) ? inner.text : undefined
  if (typeof text !== 'string' || text.trim() === '') throw missingField('LIMITED_TIME_OFFER text')
  if (text.length > 16) throw tooLong('Limited-time offer text', 16, text.length)
  const kinds = (buttons?.buttons ?? []).map(({ type }) => type).join()
  const ends = isObject(inner) && inner.has_expiration === true
  if (kinds !== 'COPY_CODE,URL' && (ends || kinds !== 'URL'))
    throw formatErrors.buttons('anything but a copy code button followed by a URL button in an offer')
}

function checkCarousel(carousel: TemplateComponent, category: string, named: boolean) {
  if (category !== 'MARKETING')
    throw new GraphError(100, { message: '(#100) Carousel templates must be MARKETING.' })
  const cards = carousel.cards
  if (!Array.isArray(cards) || cards.length < 2 || cards.length > 10)
    throw missingField('CAROUSEL needs 2 to 10 cards')
  const shape = (card: { components: TemplateComponent[] }) =>
    card.components.map(({ type, format }) => `${type}/${format ?? ''}`).join()
  for (const card of cards) {
    if (!isObject(card) || !Array.isArray(card.components)) throw missingField('card components')
    for (const component of card.components) {
      component.type = component.type.toUpperCase()
      if (component.type === 'HEADER') checkHeader(component, named)
      else if (component.type === 'BODY') checkBody(component, named, 160)
      else if (component.type === 'BUTTONS') {
        if ((component.buttons?.length ?? 0) > 2)
          throw formatErrors.buttons('more than two entries on a card')
        checkButtons(component)
      }
    }
    if (shape(card) !== shape(cards[0]!))
      throw templateError(
        2388047,
        'Carousel cards differ',
        'All cards of a carousel must have the same components.',
      )
  }
}
