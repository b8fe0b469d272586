import type { User } from '#contract/accounts.ts'
import type { Language } from '#contract/messages/language.ts'

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

/** The operator of the install is the first person who signed up. */
export function isOperator(userId: number): boolean {
  return userId === 1
}
