import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, it } from 'vitest'
import { keyFrom, lockFrom, pathOf } from '../../scripts/backup-keys.ts'

it('makes no backup that is readable where a key was meant', async () => {
  const recipient = await identityToRecipient(await generateIdentity())
  expect(await lockFrom({ recipient })).toEqual({ recipient })
  expect(await lockFrom({})).toBeUndefined()
  for (const wrong of ['', recipient.slice(0, -1), 'AGE-SECRET-KEY-1'])
    await expect(lockFrom({ recipient: wrong })).rejects.toThrow(/^--recipient must be the public key/)
  await expect(lockFrom({ 'passphrase-file': '' })).rejects.toThrow(/cannot be read/)
  await expect(keyFrom({ identity: '' })).rejects.toThrow(/cannot be read/)
})

it('goes into the folder that is named, also where that is not there yet', async () => {
  const dated = /\/tidings-\d{4}-\d\d-\d\dT[\d-]{8}\.tar\.zst\.age$/
  const folder = join(tmpdir(), 'not-there-yet')
  for (const to of [folder, `${folder}/`, tmpdir(), 'backups'])
    expect(await pathOf(to, '.age')).toMatch(dated)
  expect(await pathOf(join(folder, 'shop.age'), '.age')).toBe(join(folder, 'shop.age'))
})
