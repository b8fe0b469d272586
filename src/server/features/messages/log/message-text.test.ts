import { expect, it } from 'vitest'
import { inLanguage } from '#server/messages/language.ts'
import { explanationFor } from './message-text.ts'

const failed = { status: 'failed', error_code: null, error_title: null }

it.each([
  ['value_missing', /^A part of this message has no value/, /^Uma parte desta mensagem não tem valor/],
  ['error_unreachable', /^WhatsApp could not be reached/, /^Não foi possível falar com o WhatsApp/],
  ['written_off', /marked as failed/, /./],
])('a failure without a provider’s code is explained by ours: %s', (reason, english, portuguese) => {
  const words = () => explanationFor({ ...failed, reason }).explanation
  expect(words()).toMatch(english)
  expect(inLanguage('pt-BR', words)).toMatch(portuguese)
  expect(inLanguage('pt-BR', words)).not.toBe(words())
})

it('text from before codes is shown as it is', () => {
  const error_title = 'The variable {{1}} of the body has no value.'
  expect(explanationFor({ ...failed, reason: null, error_title }).explanation).toBe(error_title)
})
