import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, it } from 'vitest'
import { makeBackup } from '#server/backup.ts'
import { readConfig } from '#server/config.ts'
import { keyFrom, lockFrom, pathOf } from '../../scripts/backup-keys.ts'
import { openTestServer } from '../server.ts'

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

it('says whether its keys open what it holds', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-backup-keys-'))
  const server = await openTestServer({ keys: readConfig({ DATA_DIR: join(folder, 'data') }) })
  const opens = async (data: string) => {
    const source = readConfig({ DATA_DIR: join(folder, data), DATABASE_URL: server.databaseUrl })
    return (await makeBackup(source, join(folder, `${data}.tar.zst`), undefined)).opens
  }
  expect([await opens('data'), await opens('another')]).toEqual([true, false])
  // A database that the version before made has no such table.
  await server.app.pool.query('drop table bot_secrets')
  expect(await opens('data')).toBe(true)
  await server.close()
  await rm(folder, { recursive: true })
})
