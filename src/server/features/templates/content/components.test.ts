import { describe, expect, it } from 'vitest'
import { providerCategory, type TemplateDraft } from '#contract/templates/draft.ts'
import { parameterFormatOf } from '#contract/templates/rules.ts'
import { matchTemplate } from '#sandbox/templates/template-match.ts'
import { checkSubmission } from '#sandbox/templates/template-rules.ts'
import { newTemplate } from '#sandbox/world/seed.ts'
import { buildTemplateComponents } from '#server/providers/meta/calls/message-payload.ts'
import { draftOfPredefined, predefinedTemplates } from '../library/library.ts'
import { componentsOf, draftOf, foreignPartsOf } from './components.ts'
import { templateValues, unsendablePart, variablesOf } from './variables.ts'

const full: TemplateDraft = {
  name: 'full',
  language: 'en_US',
  category: 'MARKETING',
  header: { format: 'TEXT', text: 'Order {{1}}' },
  body: 'Hello {{2}}, your order {{1}} is on its way to you now, {{2}}, and comes soon.',
  footer: 'Thank you',
  buttons: [
    { type: 'QUICK_REPLY', text: 'Where is it?', value: '' },
    { type: 'URL', text: 'Shop', value: 'https://shop.example/' },
    {
      type: 'URL',
      text: 'Track',
      value: 'https://shop.example/t/{{1}}',
      sample: 'https://shop.example/t/A-1',
    },
    { type: 'PHONE_NUMBER', text: 'Call us', value: '+91 98765 43210' },
    { type: 'COPY_CODE', text: 'Copy offer code', value: 'SAVE20' },
  ],
  samples: { header: { '1': 'A-7' }, body: { '1': 'A-1', '2': 'Asha' } },
  otp: null,
}
const named: TemplateDraft = {
  ...full,
  header: { format: 'TEXT', text: 'For {{name}}' },
  body: 'Hello {{name}}, your order {{order}} is on its way to you now.',
  samples: { header: { name: 'Asha' }, body: { name: 'Asha', order: 'A-1' } },
}

const asProvider = (draft: TemplateDraft) => ({
  name: draft.name,
  language: draft.language,
  category: providerCategory(draft.category),
  parameter_format: parameterFormatOf(draft),
  components: componentsOf(draft, { header: '4::handle' }),
})

describe('a template at the provider', () => {
  it('has its samples in the order of the numbers, not of their first use', () => {
    const body = asProvider(full).components.find(({ type }) => type === 'BODY')
    expect(body?.example).toEqual({ body_text: [['A-1', 'Asha']] })
  })

  it.each([
    ['positional', full],
    ['named', named],
    ...predefinedTemplates
      .filter(({ otp }) => !otp)
      .map((one) => [`${one.name} ${one.language}`, draftOfPredefined(one)] as const),
  ] as const)('comes back as it was written: %s', (_name, draft) => {
    const back = draftOf(asProvider(draft))
    const phone = (one: TemplateDraft) => ({
      ...one,
      buttons: one.buttons.map((button) => ({ ...button, value: button.value.replaceAll(' ', '') })),
    })
    expect(phone(back)).toEqual(phone(draft))
  })

  it('names the file of its header by its handle', () => {
    const [header] = componentsOf({ ...full, header: { format: 'VIDEO', media_id: 3 } }, { header: '4::abc' })
    expect(header).toEqual({ type: 'HEADER', format: 'VIDEO', example: { header_handle: ['4::abc'] } })
  })

  it('says which of its parts cannot be edited or sent here', () => {
    const components = [
      { type: 'BODY', text: 'Hi' },
      { type: 'CAROUSEL' },
      { type: 'BUTTONS', buttons: [{ type: 'FLOW' }, { type: 'SPM' }] },
    ]
    expect(foreignPartsOf(components as never)).toEqual(['FLOW', 'SPM'])
    expect(unsendablePart({ components })).toBe('product')
    expect(unsendablePart({ components: [{ type: 'HEADER', format: 'LOCATION' }] })).toBeUndefined()
    expect(unsendablePart(asProvider(full))).toBeUndefined()
  })
})

describe('the variables of a template', () => {
  it('have keys of their own, though header, text and buttons count from 1 each', () => {
    expect(variablesOf(asProvider(full)).map(({ key, sample }) => [key, sample])).toEqual([
      ['header.1', 'A-7'],
      ['1', 'A-1'],
      ['2', 'Asha'],
      ['button.2', 'https://shop.example/t/A-1'],
      ['button.4', 'SAVE20'],
    ])
  })

  it.each([
    ['positional', full],
    ['named', named],
    ...predefinedTemplates.map((one) => [`${one.name} ${one.language}`, draftOfPredefined(one)] as const),
  ] as const)('filled with their samples make a message that is taken: %s', (_name, draft) => {
    const template = asProvider(draft)
    const { components } = checkSubmission(template, JSON.parse(JSON.stringify(template.components)))
    const approved = {
      ...newTemplate('1', template.name, template.language, template.category, components),
      parameterFormat: template.parameter_format,
    }
    const values = Object.fromEntries(variablesOf(template).map(({ key, sample }) => [key, sample]))
    const message = buildTemplateComponents(template, templateValues(template, values))
    expect(() => matchTemplate(approved, message, 23)).not.toThrow()
  })
})
