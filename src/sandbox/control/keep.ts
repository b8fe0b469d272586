import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { review } from '../templates/template-review.ts'
import type { Accounts } from '../world/accounts.ts'
import type { Sent } from '../world/ledger.ts'
import { type KeptPosts, keepPosts, restorePosts } from '../world/social-posts.ts'
import type { SocialCode, SocialToken } from '../world/social-world.ts'
import type { Template } from '../world/template-store.ts'
import type { Due, Part } from '../world/world.ts'

/** How much of the ledger and of undelivered webhooks outlives an orderly restart. */
export const keptRows = 20_000
/** How much is written while running: little, since writing holds up a process that is the product's as well. */
export const keptRowsMeanwhile = 2_000
const format = 2

type KeptSent = Omit<Sent, 'phone' | 'template'> & { phone: string; template: string | null }

type Kept = {
  format: number
  install: string
  nextMessage: number
  accounts: { [K in keyof Accounts]: unknown[] }
  templates: Template[]
  social?: { tokens: SocialToken[]; codes: SocialCode[]; posts?: KeptPosts }
  locks: [string, number][]
  userIdVersions?: [string, number][]
  sent: KeptSent[]
  dues: { at: number; message: number; due: Omit<Due, 'sent'> }[]
  webhooks: { appId: string; url: string; body: string; firstAt: number }[]
}

/** What a restart keeps, and what puts it back. */
type KeptParts = Part<
  | 'install'
  | 'settings'
  | 'accounts'
  | 'templates'
  | 'ledger'
  | 'statuses'
  | 'webhooks'
  | 'userIdVersions'
  | 'social'
  | 'keep'
  | 'later'
>

/**
 * Writes what should outlive a restart, whole and at once, so that a killed process leaves the old file or the new:
 * the newest `rows` messages, and older ones of which statuses are still due.
 */
export function saveWorld(
  world: Part<
    'install' | 'accounts' | 'templates' | 'ledger' | 'statuses' | 'webhooks' | 'userIdVersions' | 'social'
  >,
  path: string,
  rows: number,
) {
  const dues = world.statuses.timetable.entries().slice(0, keptRows)
  const sent = new Map<number, Sent>()
  for (const { thing } of dues) sent.set(thing.sent.number, thing.sent)
  for (const row of world.ledger.newest(rows)) sent.set(row.number, row)
  const kept: Kept = {
    format,
    install: world.install,
    nextMessage: world.ledger.peek(),
    accounts: Object.fromEntries(
      Object.entries(world.accounts).map(([kind, rows]) => [kind, [...rows.values()]]),
    ) as Kept['accounts'],
    templates: [...world.templates.byId.values()].map(({ needs: _needs, ...template }) => template),
    social: {
      tokens: [...world.social.tokens.values()],
      codes: [...world.social.codes.values()],
      posts: keepPosts(world.social.posts),
    },
    locks: [...world.templates.locks],
    userIdVersions: [...world.userIdVersions],
    sent: [...sent.values()]
      .sort((a, b) => a.number - b.number)
      .map((row) => ({ ...row, phone: row.phone.id, template: row.template?.id ?? null })),
    dues: dues.map(({ at, thing: { sent: message, ...due } }) => ({ at, message: message.number, due })),
    webhooks: world.webhooks.waiting().slice(0, rows),
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.new`, JSON.stringify(kept), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** Reads what a sandbox before this one wrote; undefined if there is nothing that can be read. */
export function readKept(path: string, log: (line: string) => void): Kept | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cause
  }
  try {
    const kept = JSON.parse(text) as Kept
    if (kept.format === format) return kept
    log(`The sandbox's file ${path} is of another format; starting anew.`)
  } catch (cause) {
    log(`The sandbox's file ${path} cannot be read (${String(cause)}); starting anew.`)
  }
  return undefined
}

/** Puts back what was kept. Statuses that fell due meanwhile are sent at once. */
export function restoreWorld(world: KeptParts, kept: Kept) {
  world.install = kept.install
  // A process that was killed may have given out numbers after its last write.
  world.ledger.startFrom(kept.nextMessage + 1_000_000)
  for (const [kind, rows] of Object.entries(kept.accounts)) {
    const map = world.accounts[kind as keyof Accounts] as Map<string, unknown> | undefined
    for (const row of rows as { id?: string; value?: string }[]) map?.set(row.id ?? row.value ?? '', row)
  }
  for (const template of kept.templates) {
    world.templates.add(template)
    if (template.status === 'PENDING') review(world, template)
  }
  for (const token of kept.social?.tokens ?? []) world.social.tokens.set(token.value, token)
  for (const code of kept.social?.codes ?? []) world.social.codes.set(code.value, code)
  if (kept.social?.posts) restorePosts(world.social.posts, kept.social.posts)
  for (const [key, until] of kept.locks) world.templates.locks.set(key, until)
  for (const [digits, version] of kept.userIdVersions ?? []) world.userIdVersions.set(digits, version)
  const byNumber = new Map<number, Sent>()
  for (const row of kept.sent) {
    const phone = world.accounts.phones.get(row.phone)
    if (!phone) continue
    const sent: Sent = { ...row, phone, template: world.templates.byId.get(row.template ?? '') ?? null }
    byNumber.set(sent.number, sent)
    world.ledger.add(sent)
  }
  world.ledger.counts.accepted = byNumber.size
  for (const { at, message, due } of kept.dues) {
    const sent = byNumber.get(message)
    if (sent) world.statuses.timetable.put(at, { ...due, sent })
  }
  for (const { appId, url, body, firstAt } of kept.webhooks) world.webhooks.restore(appId, url, body, firstAt)
}
