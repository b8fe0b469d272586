import { describe, expect, it } from 'vitest'
import type { MetaTemplate } from '#contract/templates.ts'
import { buttonTargets, sentPreview } from './sent-preview.ts'

const template: Pick<MetaTemplate, 'components' | 'variables' | 'samples'> = {
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
    { type: 'BODY', text: 'Hello {{1}}, it costs {{2}}.' },
    { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://shop.example/t/{{1}}' }] },
  ],
  variables: [
    { key: 'header.1', name: '1', where: 'header', label: '{{1}}', sample: 'A-1' },
    { key: '1', name: '1', where: 'body', label: '{{1}}', sample: 'Asha' },
    { key: '2', name: '2', where: 'body', label: '{{2}}', sample: '10' },
    { key: 'button.0', name: '0', where: 'button', index: 0, label: 'the address of “Track”', sample: 'x' },
  ],
  samples: { header: {}, body: {} },
}

describe('the preview of a single send', () => {
  it('shows the values where they are sent, the header first', () => {
    const preview = sentPreview(template, ['B-7', 'Meena', '1,204', 'B-7'])
    expect(preview.header).toEqual({ kind: 'text', text: 'Order B-7' })
    expect(preview.values).toEqual({ '1': 'Meena', '2': '1,204' })
    expect(buttonTargets(template, ['B-7', 'Meena', '1,204', 'B-7'])).toEqual([
      'the address of “Track”: https://shop.example/t/B-7',
    ])
  })
  it('shows samples before anything is typed', () => {
    expect(sentPreview(template, []).header).toEqual({ kind: 'text', text: 'Order A-1' })
  })
})
