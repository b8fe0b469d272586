/** A span of milliseconds from which each delay is drawn. */
export type Span = readonly [least: number, most: number]

/** How fast things happen. All in milliseconds. */
export type Delays = {
  /** From acceptance to each status reaching the webhook. */
  sent: Span
  delivered: Span
  read: Span
  /** From submitting a template to its verdict. */
  review: Span
  /** From reading a message to answering it. */
  reply: Span
  /** From an action on an account to its webhook. */
  account: Span
  /** How long `POST …/messages` takes to answer. */
  answer: Span
}

/** How the sandbox behaves; every part can be changed while it runs. */
export type Settings = {
  delays: Delays
  /** False: messages are accepted, and no statuses follow. */
  statuses: boolean
  /** False: the digits of a number are ignored and every message is read. For benches. */
  fates: boolean
  /** `share` of the statuses of one number due together travel in POSTs of up to `max`; the rest alone. */
  batch: { share: number; max: number }
  /** Messages a second for each number: as its throughput level says, a number, or no limit. */
  throughput: 'number' | 'unlimited' | number
  /** What is let through above the limit within a moving second, as a share: Meta publishes no window. */
  throughputTolerance: number
  /** One message in six seconds to one person, with bursts of up to 45 borrowed from later. */
  pairRate: boolean
  /** Meta has switched on parent user ids, which linked portfolios share. */
  parentUserIds: boolean
  /** The 24 h limit of unique people for each business. */
  tiers: boolean
  /** 5,000 management calls an hour for each account (200 without a registered number), 100 template creations an hour. */
  managementLimits: boolean
  /** The Graph version of webhook payloads: up to 23 statuses carry `conversation`. */
  webhookVersion: number
  webhook: {
    connections: number
    timeoutMs: number
    /** How long a webhook that is not answered 200 is tried again. Meta: 36 hours to 7 days. */
    retryForMs: number
  }
  /** The moods of the directories' servers. */
  directories: {
    nominatim: 'ok' | 'blocked' | 'busy' | 'down' | 'cut'
    /** `timeout` answers 200 with a remark and a part of the places, as the real one does. */
    overpass: 'ok' | 'busy' | 'overloaded' | 'timeout' | 'cut'
    /** After so many requests the mood is ok again; 0 keeps it. */
    times: number
    delayMs: Span
    /** One search a second, a client that says who it is, two queries at a time. */
    strict: boolean
  }
  /** The social networks: how slow they are, and what each is like. */
  social: {
    delayMs: Span
    facebook: SocialMood
    instagram: SocialMood
    google: SocialMood & {
      /** False: none is given, as without the consent screen. */
      refreshTokens: boolean
      /** A refresh token's life: 7 for an app in testing; 0 has no end. */
      refreshDays: number
      /** False: each upload is locked private, as for projects without YouTube's audit. */
      audited: boolean
      /** Uploads a day, until the quota is used up. */
      uploadsADay: number
    }
    /** Refresh tokens are given to few apps only. */
    linkedin: SocialMood & { refreshTokens: boolean }
    /** How the networks publish. */
    posts: {
      /** How long videos and containers are processed. */
      processingMs: Span
      /** `error`: processing fails; `expired`: a container is a day old at once. */
      processing: 'ok' | 'error' | 'expired'
      /** A subcode with which Facebook and Instagram refuse the request that publishes; 0: none. */
      refuseWith: number
      /** What `X-App-Usage` and `X-Business-Use-Case-Usage` say, in per cent; 0: no header. */
      usage: number
      /** Posts an Instagram account may publish in 24 hours. */
      aDay: number
      /** A new post is in no list before. */
      readLagMs: number
    }
    /** How the networks count. */
    insights: {
      /** Metrics and fields that are no longer known, with commas between. */
      retired: string
      /** Posts with fewer viewers have no insights. */
      tooFewBelow: number
      /** Instagram accounts hide their likes. */
      likesHidden: boolean
      /** The last so many requests of a batch are not answered. */
      batchCut: number
    }
  }
  /** How many accepted messages the ledger remembers; the oldest are forgotten first. */
  ledgerRows: number
  /** Whether the ledger keeps what each message said, not only to whom. */
  keepContent: boolean
}

/**
 * How a social network's API answers. `cut` breaks the connection before anything is done, `cut_after` once it is;
 * `down` is a page with status 503, `busy` a 429. After `times` requests it is ok again; 0 keeps it.
 */
export type SocialMood = {
  mood: 'ok' | 'down' | 'busy' | 'cut' | 'cut_after'
  times: number
  /** Only requests whose method and path contain this: `POST /v25.0/123/feed` contains `/feed`. */
  only: string
  /** The share of them that it hits. */
  share: number
  /** So many of them go well first. */
  skip: number
}

/** What goes wrong, as shares between 0 and 1 of all messages. */
export type Faults = {
  /** Codes answered at once, nothing accepted. Below 600: a bare HTTP status with an HTML page. */
  refuse: Record<string, number>
  /** Codes answered although the message was accepted: its statuses still come. */
  refuseAfter: Record<string, number>
  /** Codes of a `failed` status that comes later. */
  fail: Record<string, number>
  /** What 4, 613, 80007 and 80008 say in `estimated_time_to_regain_access`. */
  regainMinutes: number
  /** The `Retry-After` of bare HTTP refusals; 0: none. */
  retryAfterSeconds: number
  slow: { share: number; ms: Span }
  /** The connection breaks after the message was accepted: its statuses still come. */
  cutAfter: number
  /** The connection breaks before anything was accepted. */
  cutBefore: number
  statuses: {
    doubled: number
    shuffled: number
    late: { share: number; ms: Span }
    /** The `sent` status is posted before the request is answered. */
    early: number
    lost: number
  }
}

/** Quick enough to watch, slow enough to see the steps. */
export const defaultSettings: Settings = {
  delays: {
    sent: [200, 400],
    delivered: [700, 1300],
    read: [2000, 6000],
    review: [1500, 2500],
    reply: [1000, 2500],
    account: [200, 500],
    answer: [0, 0],
  },
  statuses: true,
  fates: true,
  batch: { share: 0.2, max: 20 },
  throughput: 'number',
  throughputTolerance: 0.05,
  pairRate: true,
  parentUserIds: false,
  tiers: true,
  managementLimits: true,
  webhookVersion: 24,
  webhook: { connections: 64, timeoutMs: 20_000, retryForMs: 36 * 3600_000 },
  directories: { nominatim: 'ok', overpass: 'ok', times: 0, delayMs: [0, 0], strict: true },
  social: {
    delayMs: [0, 0],
    facebook: { mood: 'ok', times: 0, only: '', share: 1, skip: 0 },
    instagram: { mood: 'ok', times: 0, only: '', share: 1, skip: 0 },
    google: {
      mood: 'ok',
      times: 0,
      only: '',
      share: 1,
      skip: 0,
      refreshTokens: true,
      refreshDays: 0,
      audited: true,
      uploadsADay: 100,
    },
    linkedin: { mood: 'ok', times: 0, only: '', share: 1, skip: 0, refreshTokens: false },
    posts: { processingMs: [0, 0], processing: 'ok', refuseWith: 0, usage: 0, aDay: 50, readLagMs: 0 },
    insights: { retired: '', tooFewBelow: 0, likesHidden: false, batchCut: 0 },
  },
  ledgerRows: 200_000,
  keepContent: true,
}

/** Nothing goes wrong but what goes wrong every day: a few statuses doubled or out of order. */
export const defaultFaults: Faults = {
  refuse: {},
  refuseAfter: {},
  fail: {},
  regainMinutes: 1,
  retryAfterSeconds: 0,
  slow: { share: 0, ms: [5_000, 15_000] },
  cutAfter: 0,
  cutBefore: 0,
  statuses: { doubled: 0.01, shuffled: 0.02, late: { share: 0, ms: [10_000, 60_000] }, early: 0, lost: 0 },
}

/** What may be said of an object of settings: any part of it. */
export type Partly<T> = {
  [K in keyof T]?: T[K] extends readonly unknown[] ? T[K] : T[K] extends object ? Partly<T[K]> : T[K]
}

/** Settings that take one of a few words. */
const choices: Record<string, string[]> = {
  'social.posts.processing': ['ok', 'error', 'expired'],
  'directories.nominatim': ['ok', 'blocked', 'busy', 'down', 'cut'],
  'directories.overpass': ['ok', 'busy', 'overloaded', 'timeout', 'cut'],
  ...Object.fromEntries(
    ['facebook', 'instagram', 'google', 'linkedin'].map((network) => [
      `social.${network}.mood`,
      ['ok', 'down', 'busy', 'cut', 'cut_after'],
    ]),
  ),
}

/**
 * `base` with what `change` says replaced, as a new object. Throws a sentence on a name that does not exist
 * or a value of another kind, so that a misspelt setting is never taken for one that works.
 */
export function changed<T extends object>(base: T, change: unknown, where = ''): T {
  if (!isObject(change)) throw new Error(`${where || 'The body'} must be a JSON object.`)
  const result: Record<string, unknown> = { ...(base as Record<string, unknown>) }
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined) continue
    const path = where ? `${where}.${key}` : key
    const old = result[key]
    const open = where === 'refuse' || where === 'refuseAfter' || where === 'fail'
    if (!open && !(key in result)) {
      throw new Error(`${path} does not exist here. Known: ${Object.keys(result).join(', ')}.`)
    }
    if (open) result[key] = checkedShare(path, value)
    else if (key === 'refuse' || key === 'fail') result[key] = changed({}, value, key)
    else if (Array.isArray(old)) result[key] = checkedSpan(path, value)
    else if (isObject(old)) result[key] = changed(old, value, path)
    else if (path === 'throughput') result[key] = checkedThroughput(value)
    else if (choices[path] && !choices[path].includes(String(value))) {
      throw new Error(`${path} must be one of: ${choices[path].join(', ')}.`)
    } else if (typeof value !== typeof old) throw new Error(`${path} must be a ${typeof old}.`)
    else result[key] = value
  }
  return result as T
}

/** True for a plain object: neither null nor a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function checkedSpan(path: string, value: unknown): Span {
  if (typeof value === 'number' && value >= 0) return [value, value]
  if (Array.isArray(value) && value.length === 2) {
    const [least, most] = value as unknown[]
    if (typeof least === 'number' && typeof most === 'number' && least >= 0 && most >= least)
      return [least, most]
  }
  throw new Error(`${path} must be milliseconds: one number, or [least, most].`)
}

function checkedShare(path: string, value: unknown): number {
  if (typeof value !== 'number' || value < 0 || value > 1)
    throw new Error(`${path} must be a share from 0 to 1.`)
  return value
}

function checkedThroughput(value: unknown): number | 'number' | 'unlimited' {
  if (value === 'number' || value === 'unlimited') return value
  if (typeof value === 'number' && value > 0) return value
  throw new Error(
    "throughput must be 'number' (as each number's level says), 'unlimited', or messages a second.",
  )
}
