// `npm run restore -- BACKUP`: brings a backup back onto an empty install.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { StartError } from '#server/platform/errors.ts'
import { createLog } from '#server/platform/log.ts'
import { keyIdOf } from '#server/platform/secrets.ts'
import { restoreBackup } from '#server/restore.ts'
import { keyFrom, reportFaults, say } from './backup-keys.ts'

const usage = `npm run restore -- BACKUP                           onto an empty DATA_DIR, or an empty database of DATABASE_URL
npm run restore -- BACKUP --replace                 onto this DATA_DIR; its database is kept beside it
npm run restore -- BACKUP --identity FILE           opens a backup that was encrypted for a key
npm run restore -- BACKUP --passphrase-file FILE    opens one that was encrypted with a passphrase`

const options = {
  replace: { type: 'boolean' },
  identity: { type: 'string' },
  'passphrase-file': { type: 'string' },
} as const

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [path] = positionals
  if (path === undefined || positionals.length > 1) throw new StartError(usage)
  const restored = await restoreBackup(readConfig(process.env), resolve(path), {
    key: await keyFrom(values),
    replace: values.replace ?? false,
    log: createLog('error'),
  })
  const { manifest, rows, files, movedTo } = restored
  say(`Restored what was there on ${manifest.madeAt}: ${rows} rows and ${files} files.`)
  if (movedTo) say(`The database from before is in ${movedTo}. Delete it when you do not need it any more.`)
  if (manifest.bucket) say(`Uploaded files are in the bucket ${manifest.bucket}: set MEDIA_STORE to it.`)
  // The restored file may have brought other keys.
  const { encryptionKey, otherEncryptionKeys } = readConfig(process.env)
  if (![encryptionKey, ...otherEncryptionKeys()].some((key) => keyIdOf(key) === manifest.keyId))
    say('Stored tokens were encrypted with another ENCRYPTION_KEY. Set it before you start.')
  say(
    'Start Tidings now. Nothing is sent twice: what was under way is compared with the record of what left, or waits for you.',
  )
}

reportFaults(run, usage)
