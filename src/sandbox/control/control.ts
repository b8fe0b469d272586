import { type Click, click } from '../customers/clicks.ts'
import { type PersonaOrder, startPersona } from '../customers/personas.ts'
import type { ManagementLimits } from '../graph/management-limits.ts'
import { mayGoTo } from '../graph/phone-numbers.ts'
import { type AccountEvent, accountEvent } from '../world/account-events.ts'
import { type Phone, throughputOf } from '../world/accounts.ts'
import { orderedFate } from '../world/fates.ts'
import { sandboxSeed } from '../world/seed.ts'
import {
  changed,
  defaultFaults,
  defaultSettings,
  type Faults,
  type Partly,
  type Settings,
} from '../world/settings.ts'
import { emptySocialWorld, killTokens, type Network } from '../world/social-world.ts'
import type { World } from '../world/world.ts'
import {
  changeToken,
  type Inbound,
  inbound,
  phoneOf,
  type TemplateEvent,
  type TokenChange,
  templateEvent,
} from './control-actions.ts'
import { countAll, type LedgerQuery, type LedgerRow, readLedger, stateOf } from './control-reads.ts'

/** What tests turn: the same in the process and over HTTP under `/sandbox/…`. */
export type Control = {
  world: World
  /** Accepted messages from the oldest on; `next` continues after the last. */
  ledger: (query?: LedgerQuery) => { rows: LedgerRow[]; next: number | null; total: number }
  /** Totals, and which callback data were accepted more than once: it should be none. */
  counts: () => Record<string, unknown>
  state: () => Record<string, unknown>
  settings: (change?: Partly<Settings>) => Settings
  /** Replaces all faults: what is not named goes back to its default. */
  faults: (change?: Partly<Faults>) => Faults
  /** Orders a fate for one number, or lifts it (`null`). */
  fate: (phone: string, order: { refuse?: number; fail?: number; as?: string } | null) => void
  /** A person writes to a business number. Answers the message's id. */
  inbound: (message: Inbound) => string
  /** Starts a person who behaves in a certain way. Answers the ids of what they wrote at once. */
  persona: (order: PersonaOrder) => string[]
  /** Opens a link of the newest message to a person, and returns the response. */
  click: (order: Click) => ReturnType<typeof click>
  templateEvent: (event: TemplateEvent) => void
  accountEvent: (event: AccountEvent) => void
  /** Sets where webhooks go; the handshake comes before the next of them. */
  callback: (url: string | null, verifyToken?: string, appId?: string) => void
  /** The addresses the login may return to; null allows all. */
  redirects: (uris: string[] | null, appId?: string) => void
  number: (phoneId: string, change: Partial<Phone>) => void
  tier: (businessId: string, tier: string) => void
  /** Makes a token, or changes one (`value`): its permissions, its end, its death. Answers its value. */
  token: (change: TokenChange) => string
  /** Ends what a person gave at a social network: for Facebook and Instagram by a subcode of 190. Answers how many. */
  endSocial: (network: Network, person: string, deadBy: string) => number
  rates: (phoneId: string) => { limit: number; highest: number; seconds: unknown[] }
  /** Resolves when nothing is due: statuses and replies reported, reviews done, webhooks delivered. */
  settled: () => Promise<void>
  /** Back to the seed; `keepSettings` leaves settings and callback as they are. */
  reset: (what?: { keepSettings?: boolean; onlyLedger?: boolean }) => void
}

export function createControl(
  world: World,
  management: ManagementLimits,
  seed: { plant: () => void; forgetTimers: () => void },
): Control {
  return {
    world,
    ledger: (query = {}) => readLedger(world, query),
    counts: () => countAll(world),
    state: () => stateOf(world),
    settings: (change) => {
      if (change) world.settings = changed(world.settings, change)
      return world.settings
    },
    faults: (change) => {
      if (change) world.faults = changed(structuredClone(defaultFaults), change)
      return world.faults
    },
    fate: (phone, order) => {
      const digits = phone.replace(/\D/g, '')
      if (order === null) world.orders.delete(digits)
      else world.orders.set(digits, orderedFate(order))
    },
    inbound: (message) => inbound(world, message),
    persona: (order) =>
      startPersona(world, phoneOf(world, order.phone_number_id ?? sandboxSeed.phone.id), order),
    click: (order) => click(world, order),
    templateEvent: (event) => templateEvent(world, event),
    accountEvent: (event) => accountEvent(world, event),
    callback: (url, verifyToken, appId = sandboxSeed.app.id) => {
      const app = world.accounts.apps.get(appId)
      if (!app) throw new Error(`There is no app ${appId}.`)
      if (url !== null && !mayGoTo(world, url)) throw new Error('Webhooks go to the product only.')
      app.callbackUrl = url === null ? null : new URL(url).href
      if (verifyToken !== undefined) app.verifyToken = verifyToken
      app.verified = false
      world.keep()
    },
    redirects: (uris, appId = sandboxSeed.app.id) => {
      const app = world.accounts.apps.get(appId)
      if (!app) throw new Error(`There is no app ${appId}.`)
      app.redirectUris = uris
      world.keep()
    },
    number: (phoneId, change) => {
      Object.assign(phoneOf(world, phoneId), change)
      world.keep()
    },
    tier: (businessId, tier) => {
      const business = world.accounts.businesses.get(businessId)
      if (!business) throw new Error(`There is no business ${businessId}.`)
      business.tier = tier as typeof business.tier
      world.keep()
    },
    token: (change) => changeToken(world, change),
    endSocial: (network, person, deadBy) => {
      const ended = killTokens(world.social, network, person, deadBy)
      world.keep()
      return ended
    },
    rates: (phoneId) => ({
      limit: throughputOf(phoneOf(world, phoneId)),
      highest: world.limits.highest(phoneId),
      seconds: world.limits.seconds(phoneId),
    }),
    settled: async () => {
      for (;;) {
        const { waiting, underWay } = world.webhooks.counts()
        const due = world.statuses.timetable.size() + world.putOff()
        if (due === 0 && waiting === 0 && underWay === 0) return
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    reset: (what = {}) => {
      world.statuses.timetable.clear()
      world.webhooks.clear()
      world.ledger.clear()
      world.limits.clear()
      world.orders.clear()
      world.refusals.clear()
      world.userIdVersions.clear()
      world.chats.clear()
      Object.assign(world.statuses.reported, { sent: 0, delivered: 0, read: 0, failed: 0 })
      world.statuses.lost.count = 0
      if (what.onlyLedger) return
      seed.forgetTimers()
      management.clear()
      const callbacks = [...world.accounts.apps.values()].map(
        ({ id, callbackUrl, verifyToken, verified }) => ({ id, callbackUrl, verifyToken, verified }),
      )
      for (const rows of Object.values(world.accounts)) rows.clear()
      Object.assign(world.social, emptySocialWorld())
      world.templates.clear()
      seed.plant()
      if (what.keepSettings) {
        for (const { id, ...callback } of callbacks)
          Object.assign(world.accounts.apps.get(id) ?? {}, callback)
      } else {
        world.settings = structuredClone(defaultSettings)
        world.faults = structuredClone(defaultFaults)
      }
      world.keep()
    },
  }
}
