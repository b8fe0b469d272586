import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'

/** Fewer letters and digits beside a name do not make a password of it. */
const ownCharacters = 4
const product = 'tidings'

let common: Set<string> | undefined

/** The list of 49,000 is read when the first password is set, not at each start. */
async function commonPasswords(): Promise<Set<string>> {
  if (!common) {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    common = new Set(dictionary['passwords-common'])
  }
  return common
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()

/** What others know of the person, each as it could stand in a password. */
function knownOf({ name, email }: { name: string; email: string }): string[] {
  const parts = plain(`${name} ${email.replace('@', ' ')}`).split(/[\s.@_+-]+/)
  const whole = [name, email, email.split('@')[0] ?? ''].map((text) => plain(text).replaceAll(/\s+/g, ''))
  return [...new Set([...whole, ...parts, product])].filter((word) => word.length >= 4)
}

/** A name or address with nothing but a few characters added. */
function isMadeOf(password: string, known: readonly string[]): boolean {
  const letters = (text: string) => text.replaceAll(/[^\p{L}\p{M}]/gu, '').length
  return known.some((word) => {
    if (!password.includes(word)) return false
    const rest = password.replaceAll(word, '')
    return letters(rest) < ownCharacters && rest.length < word.length + 2 * ownCharacters
  })
}

/**
 * Whether a new password is one that is guessed first: in the list of common ones, one character over and over, or the
 * person's name, address or our own name with a few characters added. Source: NIST SP 800-63B 3.1.1.2.
 * @throws AppError `invalid_input` at `field`.
 */
export async function checkNewPassword(
  password: string,
  person: { name: string; email: string },
  field: 'password' | 'new_password' = 'password',
): Promise<void> {
  const text = plain(password)
  const key = new Set(text).size < 3 || (await commonPasswords()).has(text) ? 'common' : undefined
  const fault = key ?? (isMadeOf(text, knownOf(person)) ? 'personal' : undefined)
  if (!fault) return
  const sentence = t(`security.password.${fault}`)
  throw new AppError('invalid_input', sentence, { fields: { [field]: sentence } })
}
