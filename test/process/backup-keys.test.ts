import { generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, it } from 'vitest'
import { keyFrom, lockFrom } from '../../scripts/backup-keys.ts'

it('makes no backup that is readable where a key was meant', async () => {
  const recipient = await identityToRecipient(await generateIdentity())
  expect(await lockFrom({ recipient })).toEqual({ recipient })
  expect(await lockFrom({})).toBeUndefined()
  for (const wrong of ['', recipient.slice(0, -1), 'AGE-SECRET-KEY-1'])
    await expect(lockFrom({ recipient: wrong })).rejects.toThrow(/^--recipient must be the public key/)
  await expect(lockFrom({ 'passphrase-file': '' })).rejects.toThrow(/cannot be read/)
  await expect(keyFrom({ identity: '' })).rejects.toThrow(/cannot be read/)
})
