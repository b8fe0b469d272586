import { t } from '../messages/t.ts'
import { checkButtons } from './button-rules.ts'
import type { TemplateDraft } from './draft.ts'
import { isTemplateLanguage } from './languages.ts'
import { templateLimits as limits } from './limits.ts'
import { checkParts } from './part-rules.ts'
import { type Problem, tooLong } from './problems.ts'
import { isPositional, type Placeholder, placeholdersIn, variableNames } from './text.ts'

/** How a numbered and a named variable are written. */
const examples = { numbered: '{{1}}', named: '{{name}}' }
const emoji = /(?![©®™])\p{Extended_Pictographic}/u

/**
 * The provider's rules that can be checked before submitting, by browser and server. Empty when the template can be
 * submitted. Source: …/whatsapp/templates/components and …/templates/template-review.
 */
export function checkTemplate(draft: TemplateDraft): Problem[] {
  return [
    ...checkName(draft.name),
    ...checkLanguage(draft.language),
    ...(draft.category === 'OTP' ? checkOtp(draft) : checkContent(draft)),
  ]
}

/** Which kind of variables a template uses: the provider wants one kind for the whole of it. */
export function parameterFormatOf(draft: Pick<TemplateDraft, 'header' | 'body'>): 'POSITIONAL' | 'NAMED' {
  const names = [...variableNames(draft.body), ...variableNames(draft.header?.text ?? '')]
  return names.some((name) => !isPositional(name)) ? 'NAMED' : 'POSITIONAL'
}

function* checkName(name: string): Generator<Problem> {
  const field = 'template_name'
  if (name === '') {
    yield { rule: 'name_missing', field, sentence: t('templates.rules.nameMissing') }
  } else if (!/^[a-z0-9_]+$/.test(name)) {
    yield { rule: 'name_characters', field, sentence: t('templates.rules.nameCharacters') }
  } else if (name.length > limits.name) {
    yield { rule: 'name_long', field, sentence: tooLong('name', name.length, limits.name) }
  }
}

function* checkLanguage(language: string): Generator<Problem> {
  if (isTemplateLanguage(language)) return
  const sentence = t('templates.rules.languageUnknown', { language })
  yield { rule: 'language_unknown', field: 'language', sentence }
}

function* checkContent(draft: TemplateDraft): Generator<Problem> {
  yield* checkHeader(draft)
  yield* checkBody(draft)
  yield* checkFooter(draft.footer)
  yield* checkKindsOfVariables(draft)
  yield* checkButtons(draft.buttons)
  yield* checkParts(draft)
}

function* checkHeader({ header, samples }: TemplateDraft): Generator<Problem> {
  if (!header || header.format === 'LOCATION') return
  if (header.format !== 'TEXT') {
    if (header.media_id || header.url) return
    const sentence = t('templates.rules.headerFile', { kind: header.format })
    yield { rule: 'header_media_missing', field: 'header', sentence }
    return
  }
  const field = 'header'
  const text = header.text ?? ''
  if (text.trim() === '') {
    yield { rule: 'header_empty', field, sentence: t('templates.rules.headerEmpty') }
    return
  }
  if (text.length > limits.header) {
    yield { rule: 'header_long', field, sentence: tooLong('header', text.length, limits.header) }
  }
  if (/[\r\n]/.test(text)) {
    yield { rule: 'header_lines', field, sentence: t('templates.rules.headerLines') }
  }
  if (emoji.test(text)) {
    yield {
      rule: 'header_emoji',
      field,
      sentence: t('templates.rules.headerEmoji'),
    }
  }
  if (/[*_~`]/.test(text.replace(/\{\{[^{}]*\}\}/g, ''))) {
    yield { rule: 'header_formatting', field, sentence: t('templates.rules.headerFormatting') }
  }
  const placeholders = placeholdersIn(text)
  if (placeholders.length > 1) {
    yield { rule: 'header_variables', field, sentence: t('templates.rules.headerVariables') }
  }
  yield* checkNames(text, placeholders, field, 'header')
  yield* checkSamples(placeholders, samples.header, 'header')
}

function* checkBody({ body, samples }: TemplateDraft): Generator<Problem> {
  const field = 'body'
  if (body.trim() === '') {
    yield { rule: 'body_empty', field, sentence: t('templates.rules.bodyEmpty') }
    return
  }
  if (body.length > limits.body) {
    yield { rule: 'body_long', field, sentence: tooLong('message', body.length, limits.body) }
  }
  if (/\n\s*\n\s*\n/.test(body.replaceAll('\r', ''))) {
    const sentence = t('templates.rules.bodyEmptyLines')
    yield { rule: 'body_empty_lines', field, sentence }
  }
  if (/\t| {5,}/.test(body)) {
    const sentence = t('templates.rules.bodySpaces')
    yield { rule: 'body_spaces', field, sentence }
  }
  const placeholders = placeholdersIn(body)
  yield* checkNames(body, placeholders, field, 'message')
  if (placeholders.length === 0) return
  yield* checkPlaces(body, placeholders)
  yield* checkSamples(placeholders, samples.body, 'body')
}

/** The places where variables are allowed, and the number of words they need around them. */
function* checkPlaces(body: string, placeholders: readonly Placeholder[]): Generator<Problem> {
  const field = 'body'
  const first = placeholders[0]!
  const last = placeholders.at(-1)!
  // Punctuation around a variable does not count as text for the reviewers.
  if (!hasWord(body.slice(0, first.start))) {
    const sentence = t('templates.rules.variableFirst', { variable: textOf(first) })
    yield { rule: 'variable_first', field, sentence }
  }
  if (!hasWord(body.slice(last.end))) {
    const sentence = t('templates.rules.variableLast', { variable: textOf(last) })
    yield { rule: 'variable_last', field, sentence }
  }
  for (const [index, next] of placeholders.slice(1).entries()) {
    const before = placeholders[index]!
    if (!/^\s*$/.test(body.slice(before.end, next.start))) continue
    const sentence = t('templates.rules.variablesAdjacent', { first: textOf(before), second: textOf(next) })
    yield { rule: 'variables_adjacent', field, sentence }
    break
  }
  const words = countWords(body.replace(/\{\{[^{}]*\}\}/g, ' '))
  const needed = placeholders.length * 2 + 1
  if (words < needed) {
    const sentence = t('templates.rules.variablesMany', { count: placeholders.length, needed, words })
    yield { rule: 'variables_many', field, sentence }
  }
}

/** How variables are written, and that numbers count up from 1. */
function* checkNames(
  text: string,
  placeholders: readonly Placeholder[],
  field: string,
  place: 'header' | 'message',
): Generator<Problem> {
  const outside = text.replace(/\{\{[^{}]*\}\}/g, '')
  if (/\{\{|\}\}/.test(outside)) {
    const sentence = t('templates.rules.variableOpen', { place, ...examples })
    yield { rule: 'variable_open', field, sentence }
  }
  for (const { name } of placeholders) {
    if (name === '') {
      yield {
        rule: 'variable_empty',
        field,
        sentence: t('templates.rules.variableEmpty', { variable: '{{}}', ...examples }),
      }
    } else if (!isPositional(name) && !/^[a-z_]+$/.test(name)) {
      const better = `{{${suggestedName(name)}}}`
      const sentence = t('templates.rules.variableName', { variable: `{{${name}}}`, better })
      yield { rule: 'variable_name', field, sentence }
    }
  }
  const numbers = [...new Set(placeholders.map(({ name }) => name).filter(isPositional))].map(Number)
  const missing = Array.from({ length: numbers.length }, (_, index) => index + 1).find(
    (number) => !numbers.includes(number),
  )
  if (missing !== undefined) {
    const sentence = t('templates.rules.variableGap', { first: '{{1}}', missing: `{{${missing}}}`, place })
    yield { rule: 'variable_gap', field, sentence }
  }
}

function* checkKindsOfVariables({ header, body }: TemplateDraft): Generator<Problem> {
  const names = [...variableNames(body), ...variableNames(header?.text ?? '')]
  if (names.some(isPositional) && names.some((name) => !isPositional(name))) {
    const sentence = t('templates.rules.variablesMixed', examples)
    yield { rule: 'variables_mixed', field: 'body', sentence }
  }
}

function* checkSamples(
  placeholders: readonly Placeholder[],
  samples: Readonly<Record<string, string>>,
  place: 'header' | 'body',
): Generator<Problem> {
  for (const name of new Set(placeholders.map((placeholder) => placeholder.name))) {
    if (name === '' || (Object.hasOwn(samples, name) && samples[name]!.trim() !== '')) continue
    const sentence = t('templates.rules.sampleMissing', { variable: `{{${name}}}` })
    yield { rule: `sample_missing_${place}`, field: `samples.${place}.${name}`, sentence }
  }
}

function* checkFooter(footer: string): Generator<Problem> {
  const field = 'footer'
  if (footer.length > limits.footer) {
    yield { rule: 'footer_long', field, sentence: tooLong('footer', footer.length, limits.footer) }
  }
  if (/\{\{|\}\}/.test(footer)) {
    yield { rule: 'footer_variables', field, sentence: t('templates.rules.footerVariables') }
  }
  if (/[\r\n]/.test(footer)) {
    yield { rule: 'footer_lines', field, sentence: t('templates.rules.footerLines') }
  }
  if (emoji.test(footer)) {
    yield {
      rule: 'footer_emoji',
      field,
      sentence: t('templates.rules.footerEmoji'),
    }
  }
}

/** One-time codes: WhatsApp writes the text, only a few options can be chosen. */
function* checkOtp({ header, footer, buttons, otp }: TemplateDraft): Generator<Problem> {
  if (header) {
    const sentence = t('templates.rules.otpHeader')
    yield { rule: 'otp_header', field: 'header', sentence }
  }
  if (footer !== '') {
    yield { rule: 'otp_footer', field: 'footer', sentence: t('templates.rules.otpFooter') }
  }
  if (buttons.length > 0) {
    const sentence = t('templates.rules.otpButtons')
    yield { rule: 'otp_buttons', field: 'buttons', sentence }
  }
  const minutes = otp?.expires_minutes
  if (
    minutes !== null &&
    minutes !== undefined &&
    !(Number.isInteger(minutes) && minutes >= 1 && minutes <= 90)
  ) {
    const sentence = t('templates.rules.otpMinutes')
    yield { rule: 'otp_minutes', field: 'otp.expires_minutes', sentence }
  }
  const label = otp?.button_text ?? ''
  if (label.length > limits.buttonText) {
    const sentence = tooLong('button', label.length, limits.buttonText)
    yield { rule: 'button_label_long', field: 'otp.button_text', sentence }
  }
}

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Writing without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const wordParts = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Words are parted by white space, and within unspaced writing as a dictionary of its language does. */
function countWords(text: string): number {
  const pieces = text.split(/\s+/).filter(hasWord)
  return pieces.reduce((count, piece) => count + (unspaced.test(piece) ? wordsIn(piece) : 1), 0)
}

const wordsIn = (piece: string): number =>
  [...wordParts.segment(piece)].filter(({ isWordLike }) => isWordLike).length
const textOf = ({ name }: Placeholder): string => `{{${name}}}`

function suggestedName(name: string): string {
  const better = name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  return better === '' ? 'name' : better
}
