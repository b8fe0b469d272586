import { describe, expect, it } from 'vitest'
import { joinParameters, splitParameters } from './parameters.ts'

describe('comma-separated parameters', () => {
  it.each([
    ['Asha, A-1042', ['Asha', 'A-1042']],
    ['  ', []],
    ['a,', ['a', '']],
    ['"Rao, Asha", A-1042', ['Rao, Asha', 'A-1042']],
    ['"1,204","say ""hi"", please"', ['1,204', 'say "hi", please']],
    ['5" screen, "Asha" Rao, "open', ['5" screen', '"Asha" Rao', '"open']],
    ['"", x', ['', 'x']],
    ['"a,b",', ['a,b', '']],
  ])('%s', (text, values) => {
    expect(splitParameters(text)).toEqual(values)
  })

  it('are written so that they are read back', () => {
    for (const values of [['a', 'b, c'], ['"q"', ''], ['5" x', 'y'], ['x'], []]) {
      expect(splitParameters(joinParameters(values))).toEqual(values)
    }
  })
})
