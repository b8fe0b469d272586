import { GraphError } from '../graph/graph-errors.ts'
import type { TemplateComponent } from '../world/template-store.ts'
import { formatErrors, missingField, tooLong } from './template-errors.ts'
import { placeholdersIn } from './template-match.ts'

/** Checks the buttons of a template: the number of each kind, their order, and each button. */
export function checkButtons(component: TemplateComponent) {
  const buttons = component.buttons
  if (!Array.isArray(buttons) || buttons.length === 0) throw missingField('BUTTONS buttons')
  if (buttons.length > 10) throw formatErrors.buttons('more than 10 entries')
  const kinds = buttons.map((button) => String(button.type ?? '').toUpperCase())
  const count = (kind: string) => kinds.filter((each) => each === kind).length
  if (count('URL') > 2) throw formatErrors.buttons('more than two of type URL')
  if (count('PHONE_NUMBER') > 1) throw formatErrors.buttons('more than one of type PHONE_NUMBER')
  if (count('COPY_CODE') > 1) throw formatErrors.buttons('more than one of type COPY_CODE')
  const quick = kinds.map((kind) => kind === 'QUICK_REPLY')
  const changes = quick.filter((isQuick, index) => index > 0 && isQuick !== quick[index - 1]).length
  if (changes > 1) throw formatErrors.buttons('quick replies between other buttons: group them')
  buttons.forEach((button, index) => {
    button.type = kinds[index]!
    checkButton(button)
  })
}

function checkButton(button: NonNullable<TemplateComponent['buttons']>[number]) {
  if (button.type !== 'COPY_CODE') {
    if (typeof button.text !== 'string' || button.text.trim() === '') throw missingField('button text')
    if (button.text.length > 25) throw tooLong('Button text', 25, button.text.length)
    if (placeholdersIn(button.text).length > 0 || /\n|\p{Extended_Pictographic}/u.test(button.text))
      throw formatErrors.buttons('variables, new lines or emojis in their text')
  }
  switch (button.type) {
    case 'QUICK_REPLY':
    case 'FLOW':
    case 'CATALOG':
    case 'MPM':
    case 'SPM':
    case 'VOICE_CALL':
    case 'REQUEST_CONTACT_INFO':
      return
    case 'PHONE_NUMBER':
      if (!/^\+?[\d ()-]{5,20}$/.test(String(button.phone_number ?? '')))
        throw formatErrors.buttons('a phone number that is none, or has more than 20 characters')
      return
    case 'COPY_CODE': {
      const example = Array.isArray(button.example) ? (button.example as unknown[])[0] : button.example
      if (typeof example !== 'string' || example === '') throw missingField('COPY_CODE example')
      if (example.length > 20) throw tooLong('Copy code example', 20, example.length)
      return
    }
    case 'URL':
      checkUrlButton(button)
      return
    default:
      throw new GraphError(100, {
        message: `(#100) Param buttons[0]['type'] must be one of {QUICK_REPLY, URL, PHONE_NUMBER, COPY_CODE, OTP, FLOW, …} - got "${button.type}".`,
      })
  }
}

function checkUrlButton(button: NonNullable<TemplateComponent['buttons']>[number]) {
  const url = String(button.url ?? '')
  if (!/^https?:\/\/[^\s]+$/.test(url))
    throw formatErrors.buttons('an address that does not begin with http:// or https://')
  if (url.length > 2000) throw tooLong('Button URL', 2000, url.length)
  if (/^https?:\/\/(wa\.me|api\.whatsapp\.com)\//.test(url))
    throw formatErrors.buttons('direct links to WhatsApp')
  const names = placeholdersIn(url)
  if (names.length === 0) return
  if (names.length > 1 || !url.endsWith('}}') || names[0] !== '1')
    throw formatErrors.buttons('a variable elsewhere than at the end of the address')
  const example = Array.isArray(button.example) ? (button.example as unknown[])[0] : undefined
  if (typeof example !== 'string' || example === '') throw missingField('URL button example')
}
