import { createTranslator } from 'use-intl/core'
import { type AnyLanguage, currentLanguage, currentLocale, testLanguage } from './language.ts'
import { pseudoMessages } from './pseudo.ts'
import type { Messages, Translated } from './shape.ts'

/**
 * `t('leads.title')` is a sentence in the reader's language; parameters are typed from the English one. Call
 * it when a sentence is shown, never while a module loads: the language is not known then.
 */
export type Catalogue<M extends Messages> = ReturnType<typeof createTranslator<M>> & {
  /** Brings in another language; until then its readers get English. */
  add: (language: AnyLanguage, messages: Translated<M>) => void
}

/** A catalogue of sentences that starts with English. */
export function createCatalogue<const M extends Messages>(english: M): Catalogue<M> {
  type Translator = ReturnType<typeof createTranslator<M>>
  const messages = new Map<AnyLanguage, Translated<M>>([['en', english as Translated<M>]])
  const translators = new Map<string, Translator>()

  function translator(): Translator {
    const wanted = currentLanguage()
    if (wanted === testLanguage && !messages.has(wanted)) {
      messages.set(wanted, pseudoMessages(english) as Translated<M>)
    }
    const language = messages.has(wanted) ? wanted : 'en'
    const locale = language === wanted ? currentLocale() : 'en'
    const existing = translators.get(`${language} ${locale}`)
    if (existing) return existing
    const created = createTranslator<M>({
      locale,
      messages: messages.get(language) as unknown as M,
    })
    translators.set(`${language} ${locale}`, created)
    return created
  }

  // The types of the calls are the translator's: these functions only choose the language.
  type Call = (...args: unknown[]) => unknown
  const parts = {
    rich: (...args: unknown[]) => (translator().rich as Call)(...args),
    markup: (...args: unknown[]) => (translator().markup as Call)(...args),
    raw: (...args: unknown[]) => (translator().raw as Call)(...args),
    has: (...args: unknown[]) => (translator().has as Call)(...args),
    add: (language: AnyLanguage, more: Translated<M>) => {
      messages.set(language, more)
      translators.clear()
    },
  }
  const t = (...args: unknown[]) => (translator() as unknown as Call)(...args)
  return Object.assign(t, parts) as unknown as Catalogue<M>
}
