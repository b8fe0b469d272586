import { describe, expect, it } from 'vitest'
import { splitParameters, valuesOf } from './send-values.ts'

describe('parameters', () => {
  it('are parted at commas and trimmed', () => {
    expect(splitParameters(' Asha ,  A-1042')).toEqual(['Asha', 'A-1042'])
    expect(splitParameters('  ')).toEqual([])
    expect(splitParameters('a,')).toEqual(['a', ''])
  })
  it('fill the gaps in their order', () => {
    expect(valuesOf('Hello {{1}}, order {{2}}', 'Asha')).toEqual({ 1: 'Asha', 2: '' })
  })
})
