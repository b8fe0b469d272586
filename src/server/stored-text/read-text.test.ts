import { expect, it } from 'vitest'
import { inLanguage } from '#server/messages/language.ts'
import { explainError } from '#server/providers/meta/errors/error-catalogue.ts'
import { explanationOf, readText } from './read-text.ts'
import { storedClock, textOf } from './stored-text.ts'

const stored = <T>(text: T): T => JSON.parse(JSON.stringify(text)) as T

it('reads a stored text in the language and by the clock of its reader', () => {
  const date = storedClock('Asia/Kolkata').day(new Date('2026-11-20T20:00:00Z'))
  const text = stored(textOf('onboarding.doctor.token.until', { date, days: 1 }))
  expect(readText(text)).toBe('Valid until 21 Nov 2026, 1 day left.')
  expect(inLanguage('es', () => readText(text))).toBe('Válido hasta el 21 nov 2026, queda 1 día.')
  expect(inLanguage('pt-BR', () => readText(text))).toMatch(/^Válido até 21 de nov\. de 2026, resta 1 dia\.$/)
})

it('joins lists by the grammar of the language', () => {
  const text = stored(
    textOf('onboarding.doctor.permissions.missing', { scopes: { list: ['first', 'second'] } }),
  )
  expect(readText(text)).toBe('Missing: first and second.')
  expect(inLanguage('es', () => readText(text))).toBe('Falta: first y second.')
})

it('keeps several texts, and text from before codes', () => {
  const text = stored([textOf('onboarding.doctor.noAnswer'), 'Meta says: no.'])
  expect(readText(text)).toBe('Meta did not answer. Meta says: no.')
})

it('reads a provider’s code in place of its explanation', () => {
  const sentence = 'WhatsApp cannot charge you for messages.'
  expect(readText({ meta: { code: 131042 }, part: 'sentence' })).toBe(sentence)
  const text = stored(explanationOf({ explanation: explainError({ code: 131042 }) }, 'sentence'))
  expect(text).toEqual({ key: 'providers.errors.code131042.sentence' })
  expect(readText(text)).toBe(sentence)
})
