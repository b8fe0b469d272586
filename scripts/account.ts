// `npm run account -- list | reset | unlock | sign-out | no-two-factor | delete-business | keep-business EMAIL`: the accounts of an install, for its operator on a terminal.

import { graceDays } from '#contract/security/closing.ts'
import type { App } from '#server/app.ts'
import {
  businessOf,
  liftTwoFactor,
  listAccounts,
  mailDeletion,
  makeResetLink,
  planDeletion,
  signOutEverywhere,
  takeDeletionBack,
  unlockAccount,
} from '#server/features/accounts/accounts.ts'
import { pauseAll } from '#server/pause-all.ts'
import { StartError } from '#server/platform/errors.ts'
import { runBeside } from './beside.ts'

const usage = `npm run account -- list           who has an account
npm run account -- reset EMAIL    a link that sets a new password once
npm run account -- unlock EMAIL   lets a person log in again after too many wrong passwords
npm run account -- sign-out EMAIL         ends all sessions of a person
npm run account -- no-two-factor EMAIL   turns two-factor authentication off, for a lost phone
npm run account -- delete-business EMAIL   deletes the whole business of this account, after some days
npm run account -- keep-business EMAIL     takes that back`

const acts = ['reset', 'unlock', 'sign-out', 'no-two-factor', 'delete-business', 'keep-business'] as const
type Given = { act: 'list' } | { act: (typeof acts)[number]; email: string }

function readArguments(): Given {
  const [act, email, ...more] = process.argv.slice(2)
  if (act === 'list' && email === undefined) return { act }
  const known = acts.find((one) => one === act)
  if (known && email && more.length === 0) return { act: known, email: email.trim().toLowerCase() }
  throw new StartError(usage)
}

/** A terminal acts on control characters; a name shall not. */
const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ')

async function run(app: App, given: Given): Promise<void> {
  if (given.act === 'list') {
    const accounts = await listAccounts(app)
    for (const { email, name, business, seen_at } of accounts) {
      const seen = seen_at ? `last here ${seen_at.toISOString().slice(0, 10)}` : 'not here yet'
      process.stdout.write(`${printable(email)}  ${printable(name)}, ${printable(business)}, ${seen}\n`)
    }
    if (accounts.length === 0) process.stdout.write('No accounts yet.\n')
    return
  }
  if (given.act === 'reset') {
    const link = await makeResetLink(app, given.email)
    if (!link) throw new StartError(`No account has the email ${printable(given.email)}.`)
    process.stdout.write(`This link sets a new password once. Give it to nobody else:\n${link}\n`)
    return
  }
  if (given.act === 'sign-out') {
    const ended = await signOutEverywhere(app, given.email)
    if (ended === undefined) throw new StartError(`No account has the email ${printable(given.email)}.`)
    process.stdout.write(`${ended} ${ended === 1 ? 'session has' : 'sessions have'} ended.\n`)
    return
  }
  if (given.act === 'delete-business' || given.act === 'keep-business') {
    const business = await businessOf(app, given.email)
    if (!business) throw new StartError(`No account has the email ${printable(given.email)}.`)
    if (given.act === 'delete-business') {
      await planDeletion(app, { businessId: business.id }, pauseAll)
      process.stdout.write(
        `Everything of ${printable(business.name)} is deleted in ${graceDays} days. Its campaigns and sequences are paused.\n`,
      )
      await mailDeletion(app, business.id)
    } else {
      await takeDeletionBack(app, { businessId: business.id })
      process.stdout.write(`${printable(business.name)} stays.\n`)
    }
    return
  }
  if (given.act === 'no-two-factor') {
    const wasOn = await liftTwoFactor(app, given.email)
    if (wasOn === undefined) throw new StartError(`No account has the email ${printable(given.email)}.`)
    process.stdout.write(wasOn ? 'The password alone is enough now.\n' : 'It was not on.\n')
    return
  }
  const was = await unlockAccount(app, given.email)
  if (was === undefined) throw new StartError(`No account has the email ${printable(given.email)}.`)
  process.stdout.write(was ? 'They can log in again.\n' : 'This account was not locked.\n')
}

runBeside(readArguments, run, usage)
