import { expect, it } from 'vitest'
import { dataProblems } from '../scripts/check-data.ts'

it('every data file of src/ is what its schema says', async () => {
  expect(await dataProblems()).toEqual([])
})
