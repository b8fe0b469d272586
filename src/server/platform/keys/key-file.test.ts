import { expect, it } from 'vitest'
import { Kept, withKeysOf } from './key-file.ts'

const kept = (encryptionKey: string, previousEncryptionKeys: string[], jwtSecret: string) =>
  Kept.parse({ encryptionKey, previousEncryptionKeys, jwtSecret, verifyToken: `of ${jwtSecret}` })

it('keeps the present keys with those of a backup, the oldest last', () => {
  const both = (previousEncryptionKeys: string[], encryptionKey = 'new') => ({
    ...kept(encryptionKey, previousEncryptionKeys, 'present'),
    previousJwtSecrets: ['backup'],
  })
  expect(withKeysOf(kept('new', [], 'present'), kept('old', ['oldest'], 'backup'))).toEqual(
    both(['old', 'oldest']),
  )
  expect(withKeysOf(kept('new', ['old'], 'present'), kept('old', [], 'backup'))).toEqual(both(['old']))
  expect(withKeysOf(kept('new', [], 'present'), kept('new', [], 'backup'))).toEqual(both([]))
  expect(withKeysOf(kept('old', [], 'present'), kept('new', ['old'], 'backup'))).toEqual(both(['old']))
})
