import { expect, it } from 'vitest'
import { fileFault } from './file-limits.ts'

const mib = 1024 * 1024
const file = (type: string, size: number) => ({ name: 'file', type, size }) as File

it.each([
  ['image/jpeg', 5],
  ['image/png', 5],
  ['video/mp4', 16],
  ['video/3gpp', 16],
  ['audio/aac', 16],
  ['audio/amr', 16],
  ['audio/mpeg', 16],
  ['audio/mp3', 16],
  ['audio/mp4', 16],
  ['audio/x-m4a', 16],
  ['audio/ogg', 16],
  ['application/pdf', 20],
  ['application/msword', 20],
  ['text/plain', 20],
  ['', 20],
])('%s has at most %i MB: a byte more is refused with both sizes', (type, most) => {
  expect(fileFault(file(type, most * mib))).toBeUndefined()
  const above = most < 10 ? `${most}.1` : most + 1
  expect(fileFault(file(type, most * mib + 1))).toBe(`The file has ${above} MB. The limit is ${most} MB.`)
})

it.each(['image/gif', 'image/heic', 'video/webm', 'audio/flac'])(
  '%s is refused whatever its size',
  (type) => {
    expect(fileFault(file(type, 100))).toContain("WhatsApp can't send this kind of file.")
  },
)
