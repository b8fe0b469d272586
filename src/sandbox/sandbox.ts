import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { type Control, createControl } from './control/control.ts'
import { createControlHandler } from './control/control-handler.ts'
import { createCustomerHandler } from './control/customer-handler.ts'
import { keptRows, keptRowsMeanwhile, readKept, restoreWorld, saveWorld } from './control/keep.ts'
import { createDirectoriesHandler } from './directories/directories-handler.ts'
import { createFilesHandler } from './files-handler.ts'
import { createManagementLimits } from './graph/management-limits.ts'
import { createHomeHandler } from './home-page.ts'
import { createLoginHandler } from './login/login-handler.ts'
import { createStatuses } from './messages/statuses.ts'
import { createWebhooks } from './messages/webhooks.ts'
import { createSamplesHandler } from './sample-files.ts'
import { createSandboxServer } from './server.ts'
import { createSocialHandler } from './social/social-handler.ts'
import type { Accounts } from './world/accounts.ts'
import { createChats } from './world/chats.ts'
import { createLedger } from './world/ledger.ts'
import { createLimits } from './world/limits.ts'
import { plantSeed, type SeedOptions, sandboxSeed } from './world/seed.ts'
import { changed, type Delays, defaultFaults, defaultSettings } from './world/settings.ts'
import { emptySocialWorld } from './world/social-world.ts'
import { createTemplateStore } from './world/template-store.ts'
import type { World } from './world/world.ts'

export { sandboxSeed } from './world/seed.ts'

export type SandboxOptions = {
  /** 0 takes any free port. */
  port: number
  host?: string
  /** How others reach the sandbox, if not by host and port: a proxy, another machine. */
  publicUrl?: string
  /** Where webhooks go from the start; the handshake comes before the first of them. */
  webhookUrl?: string
  verifyToken?: string
  seedOptions?: SeedOptions
  delays?: Partial<Delays>
  /** The secret the app signs webhooks with, one per install. Absent: the seed's, which is public. */
  appSecret?: string
  /**
   * The secret of the controls over HTTP. Absent: the controls are off, as in tests of the sandbox itself.
   */
  controlSecret?: string
  /** Webhooks go to these origins only. Absent: anywhere. */
  callbackOrigins?: readonly string[]
  /** A file in which accounts, tokens, templates and the end of the ledger outlive a restart. */
  dataFile?: string
  log?: (line: string) => void
}

/** A running sandbox: where it answers, how it is stopped, and the controls that tests turn. */
export type Sandbox = Control & {
  url: string
  port: number
  close: () => Promise<void>
}

const saveEveryMs = 1_000

/** Starts the fake Graph API; resolves once it answers. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const log = options.log ?? (() => undefined)
  const host = options.host ?? '127.0.0.1'
  const timers = new Set<NodeJS.Timeout>()
  let saveTimer: NodeJS.Timeout | null = null
  const save = () => {
    saveTimer = null
    if (options.dataFile) saveWorld(world, options.dataFile, keptRowsMeanwhile)
  }

  const world: World = {
    install: randomBytes(3).toString('hex').toUpperCase(),
    settings: structuredClone(defaultSettings),
    faults: structuredClone(defaultFaults),
    accounts: emptyAccounts(),
    templates: createTemplateStore(),
    social: emptySocialWorld(),
    ledger: createLedger(() => world.settings.ledgerRows),
    limits: createLimits(() => world.settings),
    statuses: createStatuses(() => world),
    webhooks: createWebhooks(() => world),
    orders: new Map(),
    refusals: new Map(),
    userIdVersions: new Map(),
    uploads: new Map(),
    files: new Map(),
    chats: createChats(),
    datasetEvents: new Map(),
    url: '',
    callbackOrigins: options.callbackOrigins && new Set(options.callbackOrigins),
    log,
    keep: () => {
      if (options.dataFile && saveTimer === null) saveTimer = setTimeout(save, saveEveryMs)
    },
    later: (ms, work) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        work()
      }, ms)
      timers.add(timer)
    },
    putOff: () => timers.size,
  }
  if (options.delays) world.settings = changed(world.settings, { delays: options.delays })

  const kept = options.dataFile ? readKept(options.dataFile, log) : undefined
  if (kept) restoreWorld(world, kept)
  else plantSeed(world.accounts, world.templates, options.seedOptions)
  const app = world.accounts.apps.get(sandboxSeed.app.id)
  if (app && options.webhookUrl) {
    const url = new URL(options.webhookUrl).href
    if (app.callbackUrl !== url) app.verified = false
    app.callbackUrl = url
  }
  if (app && options.verifyToken) app.verifyToken = options.verifyToken
  const setSecret = () => {
    const seeded = world.accounts.apps.get(sandboxSeed.app.id)
    if (seeded && options.appSecret) seeded.secret = options.appSecret
  }
  setSecret()

  const management = createManagementLimits()
  const control = createControl(world, management, {
    plant: () => {
      plantSeed(world.accounts, world.templates, options.seedOptions)
      setSecret()
    },
    forgetTimers: () => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  })
  const server = createSandboxServer(world, management, [
    createHomeHandler(world),
    // Before the controls: its forged message is under /sandbox/ too.
    createLoginHandler(world),
    createFilesHandler(world),
    createControlHandler(control, options.controlSecret),
    createDirectoriesHandler(world),
    createSocialHandler(world),
    createSamplesHandler(),
    createCustomerHandler(world),
  ])
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, host, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
  const { port } = server.address() as AddressInfo
  world.url = options.publicUrl?.replace(/\/$/, '') ?? `http://${reachable(host)}:${port}`
  log(`provider sandbox at ${world.url}`)

  // Accepted messages do not ask for a save each; while there are new ones, the file follows them.
  const follow = options.dataFile ? followLedger(world) : null

  return {
    ...control,
    url: world.url,
    port,
    close: async () => {
      if (follow) clearInterval(follow)
      if (saveTimer) clearTimeout(saveTimer)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
      if (options.dataFile) saveWorld(world, options.dataFile, keptRows)
      for (const timer of timers) clearTimeout(timer)
      world.statuses.timetable.stop()
      await world.webhooks.close()
    },
  }
}

/** The host part of an address by which a server listening at `host` is reached from this machine. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

const followEveryMs = 5_000

function followLedger(world: World): NodeJS.Timeout {
  let saved = world.ledger.peek()
  const timer = setInterval(() => {
    if (world.ledger.peek() === saved && world.statuses.timetable.size() === 0) return
    saved = world.ledger.peek()
    world.keep()
  }, followEveryMs)
  timer.unref()
  return timer
}

function emptyAccounts(): Accounts {
  return {
    apps: new Map(),
    businesses: new Map(),
    wabas: new Map(),
    phones: new Map(),
    tokens: new Map(),
    codes: new Map(),
    people: new Map(),
    media: new Map(),
  }
}
