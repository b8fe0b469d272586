import { describe, expect, it } from 'vitest'
import { type Content, prepareContent } from './prepared-content.ts'

const content = (change: Partial<Content> = {}): Content => ({
  id: 1,
  provider_template_id: '1',
  template_name: 'order_shipped',
  language: 'en_US',
  category: 'UTILITY',
  parameter_format: 'POSITIONAL',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'For {{1}}' },
    { type: 'BODY', text: 'Hello {{1}}, your order {{2}} is on its way.' },
  ],
  slots: [
    { name: '1', where: 'header' },
    { name: '1', where: 'body' },
    { name: '2', where: 'body' },
  ],
  fixed: {},
  ...change,
})
const message = { id: 7, attempt: 2, recipient: '+919800000144', variables: ['Asha', 'Asha', 'A-1'] }
const write = (given: Content, to = message) => JSON.parse(prepareContent(given, {}, 'abcdef01')(to))

describe('a prepared message', () => {
  it('is what the provider takes, with our id and try in it', () => {
    expect(write(content())).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '+919800000144',
      type: 'template',
      template: {
        name: 'order_shipped',
        language: { code: 'en_US', policy: 'deterministic' },
        components: [
          { type: 'header', parameters: [{ type: 'text', text: 'Asha' }] },
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Asha' },
              { type: 'text', text: 'A-1' },
            ],
          },
        ],
      },
      biz_opaque_callback_data: 'abcdef01.7.2',
    })
  })

  it('is the same whether the text is made once or for each person', () => {
    const named = content({
      parameter_format: 'NAMED',
      components: [{ type: 'BODY', text: 'Hello {{name}}, {{what}}' }],
      slots: [
        { name: 'name', where: 'body' },
        { name: 'what', where: 'body' },
      ],
    })
    const values = ['A "quoted"\nname \\ 😀', '{{2}} $& \t end']
    const once = write(named, { ...message, variables: values })
    expect(once.template.components[0].parameters).toEqual([
      { type: 'text', parameter_name: 'name', text: 'A "quoted" name \\ 😀' },
      { type: 'text', parameter_name: 'what', text: '{{2}} $&   end' },
    ])
  })

  it('fills buttons and codes', () => {
    const button = content({
      components: [
        { type: 'BODY', text: 'Hello {{1}}' },
        { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}' }] },
      ],
      slots: [
        { name: '1', where: 'body' },
        { name: '0', where: 'button', index: 0 },
      ],
    })
    expect(write(button, { ...message, variables: ['Asha', 'A 1'] }).template.components[1]).toEqual({
      type: 'button',
      sub_type: 'url',
      index: '0',
      parameters: [{ type: 'text', text: 'A%201' }],
    })
    const whole = { ...message, variables: ['Asha', 'https://shop.example/A "1"?b=ü'] }
    expect(write(button, whole).template.components[1].parameters).toEqual([
      { type: 'text', text: 'A%20"1"?b=ü' },
    ])
    expect(() => write(button, { ...message, variables: ['Asha', ''] })).toThrow(
      'The address of the button “Track” has no value.',
    )
    const code = content({
      category: 'AUTHENTICATION',
      components: [{ type: 'BODY', text: '*{{1}}* is your code.' }],
      slots: [{ name: '1', where: 'body' }],
    })
    expect(write(code, { ...message, variables: ['4711'] }).template.components).toEqual([
      { type: 'body', parameters: [{ type: 'text', text: '4711' }] },
    ])
  })

  it('goes to a person who hides their number by their user id', () => {
    const sent = write(content(), { ...message, recipient: 'IN.1349abc' })
    expect(sent.recipient).toBe('IN.1349abc')
    expect(sent).not.toHaveProperty('to')
  })

  it('with an empty value is not written: the provider would refuse it', () => {
    expect(() => write(content(), { ...message, variables: ['Asha', ' ', 'A-1'] })).toThrow(
      'The variable {{1}} of the text has no value.',
    )
  })

  it('without variables is the same for everybody but address and id', () => {
    const plain = content({ components: [{ type: 'BODY', text: 'Hello' }], slots: [] })
    expect(write(plain, { ...message, variables: [] }).template).not.toHaveProperty('components')
  })
})
