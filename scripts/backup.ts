// `npm run backup`: one file with the database, the keys and the files, made while Tidings runs.
import { stat, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { checkBackup, makeBackup } from '#server/backup.ts'
import { readConfig } from '#server/config.ts'
import { StartError } from '#server/platform/errors.ts'
import { keyFrom, lockFrom, pathOf, reportFaults, say } from './backup-keys.ts'

const usage = `npm run backup                              writes backups/tidings-DATE.tar.zst
npm run backup -- --to FILE_OR_FOLDER       writes it elsewhere
npm run backup -- --new-key FILE            makes a key pair: keep FILE away from this machine
npm run backup -- --recipient age1…         encrypts the backup for the owner of that key
npm run backup -- --passphrase-file FILE    encrypts it with the passphrase in FILE
npm run backup -- --check BACKUP            reads a backup to its end (--identity FILE or --passphrase-file FILE)`

const options = {
  to: { type: 'string' },
  recipient: { type: 'string' },
  'passphrase-file': { type: 'string' },
  identity: { type: 'string' },
  'new-key': { type: 'string' },
  check: { type: 'string' },
} as const

async function run(): Promise<void> {
  const { values } = parseArgs({ options })
  if (values['new-key']) return await makeKey(values['new-key'])
  if (values.check) return await check(values.check, await keyFrom(values))
  const lock = await lockFrom(values)
  const started = Date.now()
  const path = await pathOf(values.to ?? 'backups', lock ? '.age' : '')
  const config = readConfig(process.env)
  const { manifest, rows, files, opens } = await makeBackup(config, path, lock)
  const { size } = await stat(path)
  const seconds = Math.ceil((Date.now() - started) / 1000)
  say(`${path}: ${rows} rows and ${files} files, ${Math.ceil(size / 1e6)} MB, in ${seconds} s.`)
  if (manifest.bucket)
    say(`The files in the bucket ${manifest.bucket} are not in it. Turn on versions for that bucket.`)
  if (config.givenKeys.encryption)
    say('ENCRYPTION_KEY and JWT_SECRET come from the environment and are not in it. Keep them as well.')
  if (!opens) {
    say(
      'The keys that were used open none of the stored tokens: restored, every account has to be connected again. Give this command the same DATA_DIR and ENCRYPTION_KEY as the server.',
    )
    process.exitCode = 1
  }
  if (!lock)
    say(
      'It is not encrypted: whoever has it can read all customers and open every connected account. Encrypt it with --recipient or --passphrase-file.',
    )
}

async function makeKey(file: string): Promise<void> {
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  await writeFile(file, `# public key: ${recipient}\n${identity}\n`, { flag: 'wx', mode: 0o600 }).catch(
    (cause: NodeJS.ErrnoException) => {
      throw new StartError(`${file} cannot be written: the system says ${cause.code}.`, { cause })
    },
  )
  say(
    `The key is in ${file}. Keep it away from this machine, twice: without it no backup opens.`,
    `Encrypt with: npm run backup -- --recipient ${recipient}`,
  )
}

async function check(path: string, key: Awaited<ReturnType<typeof keyFrom>>): Promise<void> {
  const { manifest, rows, files } = await checkBackup(path, key)
  const all = Object.values(rows).reduce((sum, one) => sum + one, 0)
  say(`${path} is whole: made ${manifest.madeAt}, ${all} rows and ${files} files.`)
}

reportFaults(run, usage)
