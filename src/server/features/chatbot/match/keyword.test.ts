import { expect, it } from 'vitest'
import type { KeywordLanguage, RuleMatch } from '#contract/chatbot/chatbot.ts'
import { keywordIn } from './keyword.ts'

type Mode = Extract<RuleMatch, { kind: 'keyword' }>['mode']
const matches = (mode: Mode, word: string, text: string, language: KeywordLanguage = 'any') =>
  keywordIn(text, { kind: 'keyword', mode, words: [word], language }) !== undefined

it('compares whole words: "hi" is not in "shipping"', () => {
  expect(matches('contains', 'hi', 'Is shipping free?')).toBe(false)
  expect(matches('contains', 'hi', 'Oh, HI there!')).toBe(true)
  expect(matches('starts_with', 'order', 'Orderly people')).toBe(false)
  expect(matches('starts_with', 'order', 'Order 1042, please')).toBe(true)
  expect(matches('starts_with', 'order', 'My order 1042')).toBe(false)
  expect(matches('is', 'track order', '  Track   ORDER. ')).toBe(true)
  expect(matches('is', 'track order', 'Track my order')).toBe(false)
})

it('takes any of several words, and names the one it found', () => {
  const rule = { kind: 'keyword', mode: 'any_of', words: ['price', 'cost'], language: 'en' } as const
  expect(keywordIn('What does it cost?', { ...rule, words: [...rule.words] })).toBe('cost')
  expect(keywordIn('How are you?', { ...rule, words: [...rule.words] })).toBeUndefined()
})

it('ignores accents, case and simple endings of the language', () => {
  expect(matches('contains', 'información', 'INFORMACION por favor', 'es')).toBe(true)
  expect(matches('contains', 'price', 'Your PRICES?', 'en')).toBe(true)
  expect(matches('contains', 'gato', 'dos gatas', 'es')).toBe(true)
  expect(matches('contains', 'endereço', 'Qual é o endereco?', 'pt')).toBe(true)
  expect(matches('contains', 'hour', 'your hours', 'any')).toBe(true)
  expect(matches('contains', 'hour', 'houring', 'any')).toBe(false)
})

it('reads through characters that nobody sees, and overrides of direction', () => {
  for (const said of ['pri\u200bce', 'pr\u00adice?', '\u202eprice\u202c please', '\ufeffｐｒｉｃｅ']) {
    expect(matches('contains', 'price', said), said).toBe(true)
  }
})

it('finds words of scripts without spaces, and emoji', () => {
  expect(matches('contains', '营业', '请问营业时间?')).toBe(true)
  expect(matches('is', '👍', ' 👍 ')).toBe(true)
  expect(matches('is', 'कीमत', 'कीमत')).toBe(true)
})
