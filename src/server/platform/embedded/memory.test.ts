import { expect, it } from 'vitest'
import { buffersMb } from './memory.ts'

it('gives the database an eighth of the memory, never less than 256 MB nor more than 2 GB', () => {
  const gigabyte = 1024 ** 3
  expect([1, 2, 4, 8, 64].map((size) => buffersMb(size * gigabyte))).toEqual([256, 256, 512, 1024, 2048])
})
