import { useSyncExternalStore } from 'react'
import {
  type AnyLanguage,
  type Language,
  pickLanguage,
  provideLanguage,
  testLanguage,
} from '#contract/messages/language.ts'
import { t as shared } from '#contract/messages/t.ts'
import { readKey, removeKey, writeKey } from '../session/storage.ts'
import { t } from './t.ts'

const listeners = new Set<() => void>()
let current: AnyLanguage = 'en'

/** The sentences of a language beside English, each loaded when somebody reads it. */
const loaders: Partial<Record<AnyLanguage, () => Promise<void>>> = {
  hi: async () => {
    const [own, common] = await Promise.all([
      import('./hi/index.ts'),
      import('#contract/messages/hi/index.ts'),
    ])
    t.add('hi', own.hi)
    shared.add('hi', common.hi)
  },
  es: async () => {
    const [own, common] = await Promise.all([
      import('./es/index.ts'),
      import('#contract/messages/es/index.ts'),
    ])
    t.add('es', own.es)
    shared.add('es', common.es)
  },
  'pt-BR': async () => {
    const [own, common] = await Promise.all([
      import('./pt-br/index.ts'),
      import('#contract/messages/pt-br/index.ts'),
    ])
    t.add('pt-BR', own.ptBR)
    shared.add('pt-BR', common.ptBR)
  },
}

/** What the person chose on this device or in their settings, else what the browser asks for. */
const wanted = (): AnyLanguage => {
  const chosen = readKey('language')
  return pickLanguage(chosen ? [chosen] : navigator.languages)
}

/** Loads the sentences of the wanted language. The page is English where they cannot be loaded. */
export async function loadLanguage(): Promise<void> {
  provideLanguage({ language: () => current, locale: regional })
  const language = wanted()
  try {
    await loaders[language]?.()
    current = language
  } catch (error) {
    console.warn('The sentences of this language could not be loaded.', error)
    current = 'en'
  }
  document.documentElement.lang = current
  for (const listener of listeners) listener()
}

/** Remembers the chosen language on this device and switches to it; `null` follows the browser. */
export async function chooseLanguage(language: Language | null): Promise<void> {
  if ((readKey('language') ?? null) === language) return
  if (language) writeKey('language', language)
  else removeKey('language')
  await loadLanguage()
}

/** The language of the page; the component is drawn again when it changes. */
export function useLanguage(): AnyLanguage {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
}

/** The browser's own locale where it speaks the chosen language: `en-IN`, `es-MX`. */
function regional(): string {
  const language = current.split('-')[0]
  const tag =
    typeof navigator === 'undefined'
      ? undefined
      : navigator.languages?.find((one) => one.split('-')[0] === language)
  return tag ?? (current === testLanguage ? 'en' : current)
}
