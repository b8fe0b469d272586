import type { Accounts, Phone } from './accounts.ts'
import type { Chats } from './chats.ts'
import type { HeldEvent } from './dataset-events.ts'
import type { Fate, Step } from './fates.ts'
import type { Ledger, Sent } from './ledger.ts'
import type { Limits } from './limits.ts'
import type { Faults, Settings, Span } from './settings.ts'
import type { SocialWorld } from './social-world.ts'
import type { TemplateStore } from './template-store.ts'
import type { Timetable } from './timetable.ts'

/** One status on its way: which step of which message, and when it happened. */
export type Due = { sent: Sent; step: Step; code: number | null; happenedAt: number; hidden: boolean }

/** The statuses of accepted messages: planned when a message is accepted, reported when they fall due. */
export type Statuses = {
  plan: (sent: Sent, fate: Fate, early: boolean) => void
  /** The digits of a number, or of the number behind a business-scoped user id. */
  digitsOf: (to: string) => string
  timetable: Timetable<Due>
  reported: Record<Step, number>
  lost: { count: number }
}

/** Counts since the start or the last reset. */
type WebhookCounts = {
  posted: number
  accepted: number
  failed: number
  dropped: number
  waiting: number
  underWay: number
}

/** Sends events to the apps by POSTs signed with the app's secret, retried until answered with 200. */
export type Webhooks = {
  /** A change of field `messages`; `rest` is what follows `metadata` in its value. */
  messages: (phone: Phone, rest: string) => void
  /** A change of any other field. `entryId`: `entry[].id` where it is not the account's id. */
  field: (wabaId: string, field: string, value: Record<string, unknown>, entryId?: string) => void
  /** Asks the callback for its challenge; resolves to what went wrong, or null. */
  verify: (url: string, verifyToken: string) => Promise<string | null>
  counts: () => WebhookCounts
  /** Waiting deliveries, for keeping over a restart. */
  waiting: () => { appId: string; url: string; body: string; firstAt: number }[]
  restore: (appId: string, url: string, body: string, firstAt: number) => void
  clear: () => void
  close: () => Promise<void>
}

/** The state of the sandbox, one object shared by all parts. */
export type World = {
  /** Six hex digits that all message ids of this install share. */
  install: string
  settings: Settings
  faults: Faults
  accounts: Accounts
  templates: TemplateStore
  /** The state of the social networks. */
  social: SocialWorld
  ledger: Ledger
  limits: Limits
  statuses: Statuses
  webhooks: Webhooks
  /** Fates ordered by tests, by the number's digits. */
  orders: Map<string, Fate>
  /** How often a number was refused by its fate, for fates that give way after some tries. */
  refusals: Map<string, number>
  /** Which of their user ids a person has now, by the number's digits; absent: the first. */
  userIdVersions: Map<string, number>
  /** Resumable uploads under way: id → what is known of the file. */
  uploads: Map<
    string,
    { name: string; type: string; length: number; received: number; handle: string | null }
  >
  /** The bytes of files, by media id; forgotten at a restart. */
  files: Map<string, Buffer>
  /** What people wrote, for the phones that show it; forgotten at a restart. */
  chats: Chats
  /** Events of ads, by name and id; forgotten at a restart. */
  datasetEvents: Map<string, HeldEvent>
  /** Where webhooks may go; undefined: anywhere. */
  callbackOrigins: ReadonlySet<string> | undefined
  /** Where the sandbox itself answers, without a slash at the end. */
  url: string
  log: (line: string) => void
  /** Says that something changed that should outlive a restart. */
  keep: () => void
  /** Work that is put off; it vanishes when the sandbox is closed or reset. */
  later: (ms: number, work: () => void) => void
  /** How much work is put off. */
  putOff: () => number
}

/** The parts of the state that a function uses: it sees and changes no others. */
export type Part<Needs extends keyof World> = Pick<World, Needs>

/** A delay out of a span. */
export const within = ([least, most]: Span): number =>
  most === least ? least : least + Math.random() * (most - least)

/** True for `share` of all calls. */
export const happens = (share: number): boolean => share > 0 && Math.random() < share
