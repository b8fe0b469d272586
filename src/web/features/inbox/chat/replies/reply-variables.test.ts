import { describe, expect, it } from 'vitest'
import { fillReply, openVariables } from './reply-variables.ts'

describe('the variables of a quick reply', () => {
  it('take their value, else their fallback', () => {
    const values = { first_name: 'Asha', 'Shoe size': '38', name: ' ' }
    expect(fillReply('Hi {{first_name|there}}, size {{ shoe SIZE }}', values)).toEqual({
      text: 'Hi Asha, size 38',
      missing: [],
    })
    expect(fillReply('Hi {{name|there}}{{nickname|}}!', values)).toEqual({ text: 'Hi there!', missing: [] })
  })

  it('stay and are named where there is neither', () => {
    expect(fillReply('Dear {{name}}, {{name}}: {{order}}', {})).toEqual({
      text: 'Dear {{name}}, {{name}}: {{order}}',
      missing: ['name', 'order'],
    })
    expect(openVariables('Dear {{Name}}, use {{ 1 }} or {{x}}', ['name', 'agent'])).toEqual(['Name'])
  })

  it('leave what is no variable, and values that look like one', () => {
    expect(fillReply('{ {name} } {{}} {{a{b}}', { name: 'x' }).text).toBe('{ {name} } {{}} {{a{b}}')
    expect(fillReply('{{name}}', { name: '{{agent}} $& $1' }).text).toBe('{{agent}} $& $1')
  })
})
