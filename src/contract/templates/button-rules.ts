import { t } from '../messages/t.ts'
import { fixedLabels, type TemplateButton } from './draft.ts'
import { templateLimits as limits } from './limits.ts'
import { type Problem, tooLong } from './problems.ts'
import { placeholdersIn } from './text.ts'

const emoji = /(?![©®™])\p{Extended_Pictographic}/u

/** The rules for buttons, one by one and together. Source: …/whatsapp/templates/components#buttons. */
export function* checkButtons(buttons: readonly TemplateButton[]): Generator<Problem> {
  for (const [index, button] of buttons.entries()) {
    yield* checkLabel(button, `buttons.${index}.text`)
    if (button.type === 'URL') yield* checkAddress(button, `buttons.${index}`)
    if (button.type === 'PHONE_NUMBER') yield* checkPhone(button, `buttons.${index}.value`)
    if (button.type === 'COPY_CODE') yield* checkCode(button, `buttons.${index}.value`)
  }
  yield* checkTogether(buttons)
}

function* checkTogether(buttons: readonly TemplateButton[]): Generator<Problem> {
  const field = 'buttons'
  const count = (type: TemplateButton['type']) => buttons.filter((button) => button.type === type).length
  if (buttons.length > limits.buttons) {
    const sentence = t('templates.rules.buttonsMany', { limit: limits.buttons, count: buttons.length })
    yield { rule: 'buttons_many', field, sentence }
  }
  if (count('URL') > limits.urlButtons) {
    yield { rule: 'buttons_urls', field, sentence: t('templates.rules.buttonsUrls') }
  }
  if (count('PHONE_NUMBER') > limits.phoneButtons) {
    yield { rule: 'buttons_phones', field, sentence: t('templates.rules.buttonsPhones') }
  }
  if (count('COPY_CODE') > limits.copyCodeButtons) {
    yield { rule: 'buttons_codes', field, sentence: t('templates.rules.buttonsCodes') }
  }
  const changes = buttons.filter(
    (button, index) =>
      index > 0 && (button.type === 'QUICK_REPLY') !== (buttons[index - 1]!.type === 'QUICK_REPLY'),
  ).length
  if (changes > 1) {
    const sentence = t('templates.rules.buttonsGrouped')
    yield { rule: 'buttons_grouped', field, sentence }
  }
  const labels = buttons.map(({ text }) => text.trim().toLowerCase()).filter((text) => text !== '')
  const twice = labels.findIndex((label, index) => labels.indexOf(label) !== index)
  if (twice !== -1) {
    const same = buttons.find(({ text }) => text.trim().toLowerCase() === labels[twice])!
    const sentence = t('templates.rules.buttonsAlike', { text: same.text.trim() })
    yield { rule: 'buttons_alike', field, sentence }
  }
}

function* checkLabel({ type, text }: TemplateButton, field: string): Generator<Problem> {
  // The label of a code button is the provider's own.
  if (fixedLabels[type] !== undefined) return
  if (text.trim() === '') {
    yield { rule: 'button_label_missing', field, sentence: t('templates.rules.buttonMissing') }
  }
  if (text.length > limits.buttonText) {
    const sentence = tooLong('button', text.length, limits.buttonText)
    yield { rule: 'button_label_long', field, sentence }
  }
  if (/\{\{|\}\}/.test(text)) {
    yield { rule: 'button_label_variable', field, sentence: t('templates.rules.buttonVariable') }
  }
  if (/[\r\n]/.test(text)) {
    yield { rule: 'button_label_lines', field, sentence: t('templates.rules.buttonLines') }
  }
  if (emoji.test(text)) {
    yield { rule: 'button_label_emoji', field, sentence: t('templates.rules.buttonEmoji') }
  }
}

function* checkAddress({ value, sample, counts_clicks }: TemplateButton, at: string): Generator<Problem> {
  const field = `${at}.value`
  if (value === '') {
    yield { rule: 'url_missing', field, sentence: t('templates.rules.urlMissing') }
    return
  }
  if (!/^https?:\/\/[^\s/?#]+\.[^\s]+$/i.test(value)) {
    yield { rule: 'url_format', field, sentence: t('templates.rules.urlFormat') }
  }
  if (/^https?:\/\/(www\.)?(wa\.me|api\.whatsapp\.com|whatsapp\.com)(\/|$)/i.test(value)) {
    const sentence = t('templates.rules.urlWhatsApp')
    yield { rule: 'url_whatsapp', field, sentence }
  }
  if (value.length > limits.url) {
    const sentence = tooLong('address', value.length, limits.url)
    yield { rule: 'url_long', field, sentence }
  }
  const placeholders = placeholdersIn(value)
  if (placeholders.length === 0) {
    if (/\{\{|\}\}/.test(value)) {
      const sentence = t('templates.rules.urlVariableOpen', { variable: '{{1}}' })
      yield { rule: 'url_variable_open', field, sentence }
    }
    return
  }
  const [first] = placeholders
  if (placeholders.length > 1 || first!.name !== '1' || first!.end !== value.length) {
    const sentence = t('templates.rules.urlVariablePlace', { variable: '{{1}}' })
    yield { rule: 'url_variable_place', field, sentence }
  }
  const fixed = value.slice(0, first!.start)
  // The end of an address may differ for each person, but not the site that our link leads to.
  if (counts_clicks && !/^https?:\/\/[^\s/?#]+[/?#]/i.test(fixed)) {
    yield {
      rule: 'url_variable_site',
      field,
      sentence: t('templates.rules.urlVariableSite', { variable: '{{1}}' }),
    }
  }
  if (!sample?.trim()) {
    const sentence = t('templates.rules.urlSampleMissing', { sample: `${fixed.slice(0, 80)}A-1042` })
    yield { rule: 'url_sample_missing', field: `${at}.sample`, sentence }
  } else if (!sample.startsWith(fixed) || sample.length === fixed.length) {
    const sentence = t('templates.rules.urlSampleOther', { start: fixed.slice(0, 80) })
    yield { rule: 'url_sample_other', field: `${at}.sample`, sentence }
  }
}

function* checkPhone({ value }: TemplateButton, field: string): Generator<Problem> {
  if (value === '') {
    yield { rule: 'phone_missing', field, sentence: t('templates.rules.phoneMissing') }
  } else if (value.length > limits.phone) {
    const sentence = tooLong('phone', value.length, limits.phone)
    yield { rule: 'phone_long', field, sentence }
  } else if (!/^\+[1-9]\d{7,14}$/.test(value.replaceAll(/[\s()-]/g, ''))) {
    const sentence = t('templates.rules.phoneFormat')
    yield { rule: 'phone_format', field, sentence }
  }
}

function* checkCode({ value }: TemplateButton, field: string): Generator<Problem> {
  if (value === '') {
    yield { rule: 'code_missing', field, sentence: t('templates.rules.codeMissing') }
  } else if (value.length > limits.code) {
    const sentence = tooLong('code', value.length, limits.code)
    yield { rule: 'code_long', field, sentence }
  } else if (/\s/.test(value) || /\{\{/.test(value)) {
    const sentence = t('templates.rules.codeFormat')
    yield { rule: 'code_format', field, sentence }
  }
}
