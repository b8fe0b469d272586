import type { User } from '#contract/accounts.ts'
import type { AnyLanguage, Language } from '#contract/messages/language.ts'
import { chosenLanguage } from '#server/messages/language.ts'

/** What `toUser` reads of a row. */
export const userColumns = [
  'users.id',
  'users.business_id',
  'users.name',
  'users.email',
  'users.avatar',
  'users.language',
] as const

export type Opened = { token: string; user: User }

/** A row as the API answers it. */
export function toUser({
  id,
  name,
  email,
  avatar,
  language,
}: Omit<User, 'user_id' | 'role' | 'language'> & { language: string | null }): User {
  return { id, user_id: id, name, email, role: 'admin', avatar, language: language as Language | null }
}

/** What `mailLanguage` reads of a row. */
export type MailReader = { language: string | null; browser_language: string | null }
export const mailColumns = ['users.language', 'users.browser_language'] as const

/**
 * The language of a mail to a person: the one they chose, else the one that their browser asked for last, else English.
 * @param person of a mail that they ask for just now: with the request's as `browser_language`.
 */
export function mailLanguage(person: MailReader | undefined): AnyLanguage {
  return chosenLanguage(person?.language ?? person?.browser_language ?? null)
}

/** The operator of the install is the first person who signed up. */
export function isOperator(userId: number): boolean {
  return userId === 1
}
