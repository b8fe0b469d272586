import { useSyncExternalStore } from 'react'
import type { User } from '#contract/accounts.ts'
import { chooseLanguage } from '../messages/language.ts'
import { onboardingKeys, readKey, removeKey, writeKey } from './storage.ts'
import { judgeToken } from './token.ts'

/** Who is signed in. A token without a user was adopted from an address; the guard then asks who it is. */
export type Session = {
  token: string
  user: User | null
}

/**
 * Why the last session ended: by the person's own wish, because its time was over, or because the server no longer
 * knows it.
 */
export type SessionEnd = 'logout' | 'expired' | 'refused'

type State = {
  session: Session | null
  /** The install demands a second factor, and this person has none yet. */
  needsFactor?: boolean
  ended: SessionEnd | null
  /** Whose session ended. */
  endedUserId: number | null
}

const listeners = new Set<() => void>()
let state: State = { session: restore(), ended: null, endedUserId: null }
if (!state.session && readKey('token')) endSession('expired')

function set(next: State): void {
  state = next
  for (const listener of listeners) listener()
}

/** What storage holds: a session is restored if its token is a good one. */
function restore(): Session | null {
  const token = readKey('token')
  if (!token || judgeToken(token, new Date()) !== 'good') return null
  return { token, user: storedUser() }
}

function storedUser(): User | null {
  const text = readKey('user')
  if (!text) return null
  try {
    const user = JSON.parse(text) as Partial<User> | null
    return user && typeof user.name === 'string' && typeof user.email === 'string' ? (user as User) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

export function currentSession(): Session | null {
  return state.session
}

/** Follows the session; a change in another tab counts too. */
export function useSession(): State {
  return useSyncExternalStore(subscribe, () => state)
}

/** The signed-in person. For screens behind the guard, where there is one. */
export function useUser(): User | null {
  return useSession().session?.user ?? null
}

/** Calls `listener` after every change of the session. Returns how to stop. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** After a login, a signup, or a change of the person's own data. */
export function startSession(token: string, user: User): void {
  writeKey('token', token)
  writeUser(user)
  set({ session: { token, user }, ended: null, endedUserId: null })
}

/** The session goes on with another token, in the other tabs as well. */
export function renewToken(token: string): void {
  if (!state.session) return
  writeKey('token', token)
  set({ ...state, session: { ...state.session, token } })
}

/** After a call that is refused for it; and when the person has one. */
export function noteNeedsFactor(needsFactor: boolean): void {
  if (state.session && (state.needsFactor ?? false) !== needsFactor) set({ ...state, needsFactor })
}

/** Takes over a token that another tab has stored and told nobody of yet. @returns whether there was one. */
export function followStorage(): boolean {
  const session = restore()
  if (!session || session.token === state.session?.token) return false
  set({ session, ended: null, endedUserId: null })
  return true
}

/** Takes a token that came with the address; who it belongs to is asked afterwards. */
export function adoptToken(token: string): void {
  removeKey('user')
  removeKey('user_id')
  writeKey('token', token)
  set({ session: { token, user: null }, ended: null, endedUserId: null })
}

export function updateUser(user: User): void {
  if (!state.session) return
  writeUser(user)
  set({ ...state, session: { ...state.session, user } })
}

function writeUser(user: User): void {
  keepAvatars(user.avatar === false ? 'off' : 'on')
  writeKey('user', JSON.stringify(user))
  writeKey('user_id', String(user.user_id))
  if (user.language) void chooseLanguage(user.language)
}

/** By this cookie the server leaves the avatar service out of the page's security policy. */
function keepAvatars(choice: 'on' | 'off'): void {
  const isSecure = location.protocol === 'https:'
  const year = `max-age=${365 * 86_400}; samesite=strict`
  const plain = isSecure
    ? 'avatars=; path=/marketing; max-age=0'
    : `avatars=${choice}; path=/marketing; ${year}`
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https, an install on a LAN has none
  document.cookie = plain
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  if (isSecure) document.cookie = `__Host-avatars=${choice}; path=/; ${year}; secure`
}

/** Ends the session on this machine: user, token, user_id and what onboarding kept. */
export function endSession(ended: SessionEnd): void {
  const endedUserId = state.session?.user?.user_id ?? (Number(readKey('user_id')) || null)
  removeKey('user')
  removeKey('token')
  removeKey('user_id')
  for (const key of onboardingKeys) removeKey(key)
  set({ session: null, ended, endedUserId })
}

/** Whether the session ended without the person wanting it: what then fails on the screen is no news. */
export function sessionRanOut(): boolean {
  return state.session === null && (state.ended === 'refused' || state.ended === 'expired')
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== null && event.key !== 'token' && event.key !== 'user') return
    const session = restore()
    if (session?.token === state.session?.token && event.key === 'token') return
    set({ session, ended: session ? null : 'logout', endedUserId: null })
  })
}
