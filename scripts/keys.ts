// `npm run keys -- rotate | retire`: changes the keys that encrypt stored tokens and sign logins, for the operator on a terminal.
import type { App } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import {
  KeysRefused,
  type Refusal,
  type Rotated,
  retireKeys,
  rotateKeys,
} from '#server/features/keys/keys.ts'
import { StartError } from '#server/platform/errors.ts'
import { newEncryptionKey, newJwtSecret } from '#server/platform/keys/key-file.ts'
import { runBeside } from './beside.ts'

const usage = `npm run keys -- rotate   makes new keys and encrypts everything that is stored again; go on after a stop by the same command
npm run keys -- retire   removes the old keys when nothing uses them any more`

const acts = ['rotate', 'retire'] as const

function readArguments(): (typeof acts)[number] {
  const [act, ...more] = process.argv.slice(2)
  const known = acts.find((one) => one === act)
  if (known && more.length === 0) return known
  throw new StartError(usage)
}

const keys = (): Config => readConfig(process.env)
const say = (...lines: string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`)
}
const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`

async function run(app: App, act: (typeof acts)[number]): Promise<void> {
  try {
    if (act === 'rotate') sayRotated(await rotateKeys(app, keys(), keys), keys())
    else await retire(app)
  } catch (error) {
    if (!(error instanceof KeysRefused)) throw error
    throw new StartError(sentenceOf(error.refusal, keys().secretsFile))
  }
}

function sentenceOf(refusal: Refusal, file: string): string {
  const same = `Give this command the same DATA_DIR, ENCRYPTION_KEY and ENCRYPTION_KEY_PREVIOUS as the server (${file} is what it reads now).`
  switch (refusal.why) {
    case 'other_keys':
      return `No stored secret can be opened with these keys. ${same}`
    case 'at_work':
      return 'Another `npm run keys` is at work. Wait for its end.'
    case 'earlier_version':
      return 'A process of an earlier version is running. Restart every process of Tidings, then run this again.'
    case 'unknown_key':
      return `A running process (ROLE=${refusal.role}) uses a key that is not here (${refusal.key}). ${same}`
    case 'old_key_in_use': {
      const roles = refusal.roles.map((role) => `ROLE=${role}`).join(', ')
      return `${counted(refusal.roles.length, 'running process uses', 'running processes use')} an old key (${roles}). Restart them, then run this again.`
    }
    case 'still_encrypted':
      return `${counted(refusal.count, 'stored secret is', 'stored secrets are')} still encrypted with an old key. Run \`npm run keys -- rotate\` first.`
    case 'set_in_environment':
      return `The encryption key comes from the environment: ENCRYPTION_KEY. Change it there:
1. Set ENCRYPTION_KEY_PREVIOUS to the value that ENCRYPTION_KEY has now.
2. Set ENCRYPTION_KEY=${newEncryptionKey()}
3. Where JWT_SECRET is set too: set JWT_SECRET_PREVIOUS to its value, and JWT_SECRET=${newJwtSecret()}
4. Stop every process of Tidings (web and worker), then start them all with these values.
5. Run \`npm run keys -- rotate\` again, with the same values. It encrypts everything with the new key.`
  }
}

function sayRotated({ made, changed, unreadable, behind, lost }: Rotated, config: Config): void {
  if (made.encryption)
    say(`A new encryption key is in ${config.secretsFile}. The old one is kept there and still opens.`)
  if (made.jwt)
    say(`A new signing key is in ${config.secretsFile}. Logins of the old one stay valid until they end.`)
  say(`${counted(changed, 'secret was', 'secrets were')} encrypted with the new key.`)
  for (const { table, column, count } of unreadable)
    say(
      `${counted(count, 'secret', 'secrets')} in ${table}.${column} cannot be opened. Connect or enter again what it belongs to.`,
    )
  for (const [id, count] of lost)
    say(
      `${counted(count, 'secret needs', 'secrets need')} the key ${id}, which is not here. Connect those accounts again.`,
    )
  const steps = [
    ...(made.encryption || made.jwt
      ? [`Make a backup of ${config.secretsFile} now: earlier ones do not have the new key.`]
      : []),
    ...(made.encryption && config.givenKeys.jwt
      ? [
          'JWT_SECRET comes from the environment: set JWT_SECRET_PREVIOUS to its value and JWT_SECRET to a new one before the restart.',
        ]
      : []),
    ...(behind.length > 0
      ? [
          `Restart every process of Tidings, one after the other, in any order: ${behind.map(({ role }) => `ROLE=${role}`).join(', ')}. Until then they read everything, and write with the old key, which is kept.`,
          'Run `npm run keys -- rotate` again: it encrypts what they wrote with the old key.',
        ]
      : []),
    'Run `npm run keys -- retire` to remove the old key.',
  ]
  say('', 'What to do now:', ...steps.map((step, index) => `${index + 1}. ${step}`))
}

async function retire(app: App): Promise<void> {
  const config = keys()
  const { removed, logins } = await retireKeys(app, config)
  say('Nothing is encrypted with an old key any more.')
  if (removed.encryption > 0) say(`The old encryption key was removed from ${config.secretsFile}.`)
  if (removed.jwt > 0) say(`The old signing key was removed from ${config.secretsFile}.`)
  if (config.givenKeys.encryption)
    say('Remove ENCRYPTION_KEY_PREVIOUS from the environment, and restart when it suits you.')
  if (logins)
    say(
      `The old signing key stays: ${counted(logins.count, 'login is', 'logins are')} signed with it, the last until ${logins.until.toISOString().slice(0, 10)}. Run this again then.`,
    )
  else if (config.givenKeys.jwt) say('JWT_SECRET_PREVIOUS is not needed any more either.')
  say(
    `Make a backup of the database and of ${config.secretsFile} together: earlier backups need the old key.`,
  )
}

runBeside(readArguments, run, usage)
