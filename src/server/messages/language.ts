import { AsyncLocalStorage } from 'node:async_hooks'
import { type AnyLanguage, pickLanguage, provideLanguage } from '#contract/messages/language.ts'

const languages = new AsyncLocalStorage<AnyLanguage>()
provideLanguage({ language: () => languages.getStore() ?? 'en' })

/** Runs `work` so that `t` speaks this language in it: of a request's reader, or of the person a mail goes to. */
export function inLanguage<T>(language: AnyLanguage, work: () => T): T {
  return languages.run(language, work)
}

/** The language that a person chose in their settings, where they did. */
export const chosenLanguage = (stored: string | null): AnyLanguage => pickLanguage(stored ? [stored] : [])
