import { checkButtons } from './button-rules.ts'
import type { TemplateDraft } from './draft.ts'
import { isTemplateLanguage } from './languages.ts'
import { templateLimits as limits } from './limits.ts'
import { checkParts } from './part-rules.ts'
import { type Problem, tooLong } from './problems.ts'
import { isPositional, type Placeholder, placeholdersIn, variableNames } from './text.ts'

const emoji = /(?![©®™])\p{Extended_Pictographic}/u

/**
 * Every rule of the provider that can be known before sending, checked on both sides by this code. Empty when
 * the template may be submitted. Source: …/whatsapp/templates/components and …/templates/template-review.
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
    yield { rule: 'name_missing', field, sentence: 'Give the template a name.' }
  } else if (!/^[a-z0-9_]+$/.test(name)) {
    const sentence =
      'Use only small letters a to z, digits and underscores in the name, such as diwali_offer.'
    yield { rule: 'name_characters', field, sentence }
  } else if (name.length > limits.name) {
    yield { rule: 'name_long', field, sentence: tooLong('The name', name.length, limits.name) }
  }
}

function* checkLanguage(language: string): Generator<Problem> {
  if (isTemplateLanguage(language)) return
  const sentence = `WhatsApp has no templates in "${language}". Choose a language from the list.`
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
    const kind = { IMAGE: 'a picture', VIDEO: 'a video', GIF: 'a looping MP4', DOCUMENT: 'a PDF' }[
      header.format
    ]
    const sentence = `Add ${kind} for the header: WhatsApp's reviewers want to see one.`
    yield { rule: 'header_media_missing', field: 'header', sentence }
    return
  }
  const field = 'header'
  const text = header.text ?? ''
  if (text.trim() === '') {
    yield { rule: 'header_empty', field, sentence: 'Write the header, or choose a template without one.' }
    return
  }
  if (text.length > limits.header) {
    yield { rule: 'header_long', field, sentence: tooLong('The header', text.length, limits.header) }
  }
  if (/[\r\n]/.test(text)) {
    yield { rule: 'header_lines', field, sentence: 'The header has to be a single line.' }
  }
  if (emoji.test(text)) {
    yield {
      rule: 'header_emoji',
      field,
      sentence: 'Emoji are not allowed in the header; use them in the text.',
    }
  }
  if (/[*_~`]/.test(text.replace(/\{\{[^{}]*\}\}/g, ''))) {
    const sentence = 'The header cannot be formatted: leave out *, _, ~ and `.'
    yield { rule: 'header_formatting', field, sentence }
  }
  const placeholders = placeholdersIn(text)
  if (placeholders.length > 1) {
    yield { rule: 'header_variables', field, sentence: 'The header can have one variable, not more.' }
  }
  yield* checkNames(text, placeholders, field, 'header')
  yield* checkSamples(placeholders, samples.header, 'header')
}

function* checkBody({ body, samples }: TemplateDraft): Generator<Problem> {
  const field = 'body'
  if (body.trim() === '') {
    yield { rule: 'body_empty', field, sentence: 'Write the message.' }
    return
  }
  if (body.length > limits.body) {
    yield { rule: 'body_long', field, sentence: tooLong('The message', body.length, limits.body) }
  }
  if (/\n\s*\n\s*\n/.test(body.replaceAll('\r', ''))) {
    const sentence = 'Leave at most one empty line between paragraphs.'
    yield { rule: 'body_empty_lines', field, sentence }
  }
  if (/\t| {5,}/.test(body)) {
    const sentence = 'Leave out tabs and more than four spaces in a row.'
    yield { rule: 'body_spaces', field, sentence }
  }
  const placeholders = placeholdersIn(body)
  yield* checkNames(body, placeholders, field, 'message')
  if (placeholders.length === 0) return
  yield* checkPlaces(body, placeholders)
  yield* checkSamples(placeholders, samples.body, 'body')
}

/** Where variables may stand, and how many words they need around them. */
function* checkPlaces(body: string, placeholders: readonly Placeholder[]): Generator<Problem> {
  const field = 'body'
  const first = placeholders[0]!
  const last = placeholders.at(-1)!
  // Punctuation around a variable does not count as text for the reviewers.
  if (!hasWord(body.slice(0, first.start))) {
    const sentence = `The message cannot begin with ${textOf(first)}: put a word before it, such as "Hello".`
    yield { rule: 'variable_first', field, sentence }
  }
  if (!hasWord(body.slice(last.end))) {
    const sentence = `The message cannot end with ${textOf(last)}: put some words after it.`
    yield { rule: 'variable_last', field, sentence }
  }
  for (const [index, next] of placeholders.slice(1).entries()) {
    const before = placeholders[index]!
    if (!/^\s*$/.test(body.slice(before.end, next.start))) continue
    const sentence = `Put words between ${textOf(before)} and ${textOf(next)}: two variables may not touch.`
    yield { rule: 'variables_adjacent', field, sentence }
    break
  }
  const words = body
    .replace(/\{\{[^{}]*\}\}/g, ' ')
    .split(/\s+/)
    .filter(hasWord).length
  const needed = placeholders.length * 2 + 1
  if (words < needed) {
    const count = placeholders.length === 1 ? 'one variable needs' : `${placeholders.length} variables need`
    const sentence = `Write more text: ${count} at least ${needed} other words, and there ${words === 1 ? 'is' : 'are'} ${words}.`
    yield { rule: 'variables_many', field, sentence }
  }
}

/** How variables are written, and that numbers count up from 1. */
function* checkNames(
  text: string,
  placeholders: readonly Placeholder[],
  field: string,
  place: string,
): Generator<Problem> {
  const outside = text.replace(/\{\{[^{}]*\}\}/g, '')
  if (/\{\{|\}\}/.test(outside)) {
    const sentence = `A variable is not closed in the ${place}: write it as {{1}} or {{name}}.`
    yield { rule: 'variable_open', field, sentence }
  }
  for (const { name } of placeholders) {
    if (name === '') {
      yield {
        rule: 'variable_empty',
        field,
        sentence: `{{}} has no name: write {{1}} or {{name}}.`,
      }
    } else if (!isPositional(name) && !/^[a-z_]+$/.test(name)) {
      const better = suggestedName(name)
      const sentence = `{{${name}}} is not a name that WhatsApp takes: use small letters and underscores, such as {{${better}}}.`
      yield { rule: 'variable_name', field, sentence }
    }
  }
  const numbers = [...new Set(placeholders.map(({ name }) => name).filter(isPositional))].map(Number)
  const missing = Array.from({ length: numbers.length }, (_, index) => index + 1).find(
    (number) => !numbers.includes(number),
  )
  if (missing !== undefined) {
    const sentence = `Variables count up from {{1}} without gaps: {{${missing}}} is missing in the ${place}.`
    yield { rule: 'variable_gap', field, sentence }
  }
}

function* checkKindsOfVariables({ header, body }: TemplateDraft): Generator<Problem> {
  const names = [...variableNames(body), ...variableNames(header?.text ?? '')]
  if (names.some(isPositional) && names.some((name) => !isPositional(name))) {
    const sentence = 'Use either numbers ({{1}}) or names ({{name}}) for all variables, not both.'
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
    const sentence = `Give a sample for {{${name}}}: WhatsApp's reviewers read the message with it.`
    yield { rule: `sample_missing_${place}`, field: `samples.${place}.${name}`, sentence }
  }
}

function* checkFooter(footer: string): Generator<Problem> {
  const field = 'footer'
  if (footer.length > limits.footer) {
    yield { rule: 'footer_long', field, sentence: tooLong('The footer', footer.length, limits.footer) }
  }
  if (/\{\{|\}\}/.test(footer)) {
    yield { rule: 'footer_variables', field, sentence: 'The footer cannot have variables.' }
  }
  if (/[\r\n]/.test(footer)) {
    yield { rule: 'footer_lines', field, sentence: 'The footer has to be a single line.' }
  }
  if (emoji.test(footer)) {
    yield {
      rule: 'footer_emoji',
      field,
      sentence: 'Emoji are not allowed in the footer; use them in the text.',
    }
  }
}

/** One-time codes: the words are WhatsApp's, little may be chosen. */
function* checkOtp({ header, footer, buttons, otp }: TemplateDraft): Generator<Problem> {
  if (header) {
    const sentence = 'A template for one-time codes has no header.'
    yield { rule: 'otp_header', field: 'header', sentence }
  }
  if (footer !== '') {
    const sentence =
      "The footer of a one-time code is WhatsApp's own: choose how long the code is good for instead."
    yield { rule: 'otp_footer', field: 'footer', sentence }
  }
  if (buttons.length > 0) {
    const sentence = 'A template for one-time codes has one button only, to copy the code.'
    yield { rule: 'otp_buttons', field: 'buttons', sentence }
  }
  const minutes = otp?.expires_minutes
  if (
    minutes !== null &&
    minutes !== undefined &&
    !(Number.isInteger(minutes) && minutes >= 1 && minutes <= 90)
  ) {
    const sentence = 'A code can be good for 1 to 90 minutes.'
    yield { rule: 'otp_minutes', field: 'otp.expires_minutes', sentence }
  }
  const label = otp?.button_text ?? ''
  if (label.length > limits.buttonText) {
    const sentence = tooLong('The button', label.length, limits.buttonText)
    yield { rule: 'button_label_long', field: 'otp.button_text', sentence }
  }
}

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
const textOf = ({ name }: Placeholder): string => `{{${name}}}`

function suggestedName(name: string): string {
  const better = name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  return better === '' ? 'name' : better
}
