import { expect, it } from 'vitest'
import { hasOwnUndo } from './own-undo.ts'

/** An element by its tag and the attributes around it, the innermost first. */
const element = (tag: string, ...around: [name: string, value: string][]) => ({
  matches: (selectors: string) => selectors.split(', ').includes(tag),
  closest: (selector: string) => {
    const found = around.find(([name, value]) => [`[${name}]`, `[${name}="${value}"]`].includes(selector))
    return found ? { getAttribute: () => found[1] } : null
  },
})

it('takes a change of the flow back from the canvas and from the fields of a step alone', () => {
  expect(hasOwnUndo(element('div'))).toBe(false)
  expect(hasOwnUndo(element('button', ['data-undo', 'flow']))).toBe(false)
  expect(hasOwnUndo(element('textarea', ['data-undo', 'flow']))).toBe(false)
  // The name of the flow, the test phone, a secret value, a dialog.
  expect(hasOwnUndo(element('input'))).toBe(true)
  expect(hasOwnUndo(element('textarea'))).toBe(true)
  expect(hasOwnUndo(element('input', ['data-undo', 'own'], ['data-undo', 'flow']))).toBe(true)
  expect(hasOwnUndo(element('button', ['role', 'dialog']))).toBe(true)
})
