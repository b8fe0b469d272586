import { describe, expect, it } from 'vitest'
import { providerCategory } from '#contract/templates/draft.ts'
import { templateLimits } from '#contract/templates/limits.ts'
import { checkTemplate, parameterFormatOf } from '#contract/templates/rules.ts'
import { categoryFor } from '#sandbox/templates/template-review.ts'
import { checkSubmission } from '#sandbox/templates/template-rules.ts'
import { componentsOf } from '../content/components.ts'
import { draftOfPredefined, findPredefined, predefinedTemplates } from './library.ts'

const languages = ['en_US', 'hi', 'es']

describe('the library', () => {
  it('has at least 24 templates, each in English, Hindi and Spanish', () => {
    const names = new Set(predefinedTemplates.map(({ template_name }) => template_name))
    expect(names.size).toBeGreaterThanOrEqual(24)
    for (const name of names) {
      const found = predefinedTemplates.filter((one) => one.template_name === name)
      expect(found.map(({ language }) => language).sort(), name).toEqual([...languages].sort())
      expect(
        new Set(found.map(({ body, otp }) => otp?.button_text ?? body)).size,
        `${name} is translated`,
      ).toBe(3)
    }
  })

  it('covers the four use cases and one-time codes', () => {
    const useCases = new Set(predefinedTemplates.map(({ use_case }) => use_case))
    expect([...useCases]).toEqual([
      'order_updates',
      'appointment_reminders',
      'promotions',
      'lead_follow_up',
      'one_time_codes',
    ])
  })

  it.each(predefinedTemplates.map((one) => [one.template_name, one.language, one] as const))(
    '%s in %s breaks no rule',
    (_name, _language, template) => {
      expect(checkTemplate(draftOfPredefined(template))).toEqual([])
      expect(template.title.length).toBeLessThanOrEqual(templateLimits.title)
      expect(template.body.length).toBeLessThanOrEqual(templateLimits.body)
    },
  )

  it('has no two templates with the same words: the second would be rejected', () => {
    const words = predefinedTemplates
      .filter(({ otp }) => !otp)
      .map(({ body, footer }) => `${body}\n${footer}`)
    expect(new Set(words).size).toBe(words.length)
  })

  it('says in each promotion how to stop them', () => {
    const silent = predefinedTemplates.filter(
      ({ use_case, footer }) => use_case === 'promotions' && !footer.includes('STOP'),
    )
    expect(silent).toEqual([])
  })

  it('finds another region of the same language', () => {
    expect(findPredefined('order_confirmed', 'es_MX')?.language).toBe('es')
    expect(findPredefined('order_confirmed', 'fr')).toBeUndefined()
    expect(findPredefined('no_such', 'en_US')).toBeUndefined()
  })

  it.each(predefinedTemplates.map((one) => [one.template_name, one.language, one] as const))(
    '%s in %s is taken by the stand-in for the provider, and stays in its category',
    (_name, _language, template) => {
      const draft = draftOfPredefined(template)
      const category = providerCategory(draft.category)
      const submission = checkSubmission(
        { name: draft.name, language: draft.language, category, parameter_format: parameterFormatOf(draft) },
        JSON.parse(JSON.stringify(componentsOf(draft))),
      )
      // An order's news that reads like advertising would cost several times as much.
      expect(categoryFor(submission)).toBe(category)
    },
  )
})
