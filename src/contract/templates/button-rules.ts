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
    const sentence = `A template has at most ${limits.buttons} buttons; there are ${buttons.length}.`
    yield { rule: 'buttons_many', field, sentence }
  }
  if (count('URL') > limits.urlButtons) {
    yield { rule: 'buttons_urls', field, sentence: 'At most two buttons can open a website.' }
  }
  if (count('PHONE_NUMBER') > limits.phoneButtons) {
    yield { rule: 'buttons_phones', field, sentence: 'Only one button can call a phone number.' }
  }
  if (count('COPY_CODE') > limits.copyCodeButtons) {
    yield { rule: 'buttons_codes', field, sentence: 'Only one button can copy a code.' }
  }
  const changes = buttons.filter(
    (button, index) =>
      index > 0 && (button.type === 'QUICK_REPLY') !== (buttons[index - 1]!.type === 'QUICK_REPLY'),
  ).length
  if (changes > 1) {
    const sentence = 'Keep the quick replies together: all of them before or after the other buttons.'
    yield { rule: 'buttons_grouped', field, sentence }
  }
  const labels = buttons.map(({ text }) => text.trim().toLowerCase()).filter((text) => text !== '')
  const twice = labels.findIndex((label, index) => labels.indexOf(label) !== index)
  if (twice !== -1) {
    const sentence = `Two buttons read "${buttons.find(({ text }) => text.trim().toLowerCase() === labels[twice])!.text.trim()}": give each its own label.`
    yield { rule: 'buttons_alike', field, sentence }
  }
}

function* checkLabel({ type, text }: TemplateButton, field: string): Generator<Problem> {
  // The label of a code button is the provider's own.
  if (fixedLabels[type] !== undefined) return
  if (text.trim() === '') {
    yield { rule: 'button_label_missing', field, sentence: 'Write what the button says.' }
  }
  if (text.length > limits.buttonText) {
    const sentence = tooLong('The button', text.length, limits.buttonText)
    yield { rule: 'button_label_long', field, sentence }
  }
  if (/\{\{|\}\}/.test(text)) {
    yield { rule: 'button_label_variable', field, sentence: 'A button cannot have a variable in its label.' }
  }
  if (/[\r\n]/.test(text)) {
    yield { rule: 'button_label_lines', field, sentence: 'The label of a button has to be a single line.' }
  }
  if (emoji.test(text)) {
    yield { rule: 'button_label_emoji', field, sentence: 'Emoji are not allowed on buttons.' }
  }
}

function* checkAddress({ value, sample }: TemplateButton, at: string): Generator<Problem> {
  const field = `${at}.value`
  if (value === '') {
    yield { rule: 'url_missing', field, sentence: 'Give the address that the button opens.' }
    return
  }
  if (!/^https?:\/\/[^\s/?#]+\.[^\s]+$/i.test(value)) {
    const sentence =
      'The address has to begin with https:// and name a website, such as https://example.com/shop.'
    yield { rule: 'url_format', field, sentence }
  }
  if (/^https?:\/\/(www\.)?(wa\.me|api\.whatsapp\.com|whatsapp\.com)(\/|$)/i.test(value)) {
    const sentence = 'A button cannot open a WhatsApp chat: use a quick reply instead.'
    yield { rule: 'url_whatsapp', field, sentence }
  }
  if (value.length > limits.url) {
    const sentence = tooLong('The address', value.length, limits.url)
    yield { rule: 'url_long', field, sentence }
  }
  const placeholders = placeholdersIn(value)
  if (placeholders.length === 0) {
    if (/\{\{|\}\}/.test(value)) {
      const sentence = 'The variable of the address is not closed: write {{1}} at its end.'
      yield { rule: 'url_variable_open', field, sentence }
    }
    return
  }
  const [first] = placeholders
  if (placeholders.length > 1 || first!.name !== '1' || first!.end !== value.length) {
    const sentence = 'The address can have one variable, {{1}}, at its very end.'
    yield { rule: 'url_variable_place', field, sentence }
  }
  const fixed = value.slice(0, first!.start)
  if (!sample?.trim()) {
    const sentence = `Give a full sample address, such as ${fixed.slice(0, 80)}A-1042.`
    yield { rule: 'url_sample_missing', field: `${at}.sample`, sentence }
  } else if (!sample.startsWith(fixed) || sample.length === fixed.length) {
    const sentence = `The sample has to begin with ${fixed.slice(0, 80)} and go on after it.`
    yield { rule: 'url_sample_other', field: `${at}.sample`, sentence }
  }
}

function* checkPhone({ value }: TemplateButton, field: string): Generator<Problem> {
  if (value === '') {
    yield { rule: 'phone_missing', field, sentence: 'Give the phone number that the button calls.' }
  } else if (value.length > limits.phone) {
    const sentence = tooLong('The phone number', value.length, limits.phone)
    yield { rule: 'phone_long', field, sentence }
  } else if (!/^\+[1-9]\d{7,14}$/.test(value.replaceAll(/[\s()-]/g, ''))) {
    const sentence = 'Write the phone number with its country code, such as +919876543210.'
    yield { rule: 'phone_format', field, sentence }
  }
}

function* checkCode({ value }: TemplateButton, field: string): Generator<Problem> {
  if (value === '') {
    yield { rule: 'code_missing', field, sentence: 'Give a sample of the code to copy, such as SAVE20.' }
  } else if (value.length > limits.code) {
    const sentence = tooLong('The code', value.length, limits.code)
    yield { rule: 'code_long', field, sentence }
  } else if (/\s/.test(value) || /\{\{/.test(value)) {
    const sentence = 'The code is letters and digits without spaces or variables.'
    yield { rule: 'code_format', field, sentence }
  }
}
