import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '#server/app.ts'
import type { Claimed } from './claim.ts'
import type { Pause } from './failure-policy.ts'
import type { LaneKey } from './lane-pause.ts'
import { type RefusalEffects, type Refused, settleRefused } from './refusals.ts'
import type { SendingSettings } from './sending-settings.ts'
import { type AcceptedMessage, returnUnsent, settleAccepted, type Unsent } from './settle.ts'

/** What became of one claimed message. */
export type Settled =
  | { kind: 'accepted'; accepted: AcceptedMessage }
  | { kind: 'refused'; message: Claimed; refused: Refused; startedAt: number }
  | { kind: 'unsent'; unsent: Unsent }

/** Answers are gathered for so long; one that comes alone waits no longer than this. */
const gatherMs = 20
/** As many rows as one statement changes. */
const largestSet = 1000
/** While the database is away the answers are kept and tried again; nothing of them is lost. */
const longestRetryMs = 2_000

export type Settler = {
  add: (settled: Settled) => void
  /** How many messages are not settled in the books yet, of all campaigns or of one. */
  pending: () => number
  /** Resolves when everything that was added so far is in the books. */
  drained: () => Promise<void>
  /** No more will be added; ends after the last. */
  end: () => void
}

export type SettlerOptions = {
  settings: () => SendingSettings
  /** How often in a row the lane was made to wait. */
  streak: () => number
  /** After each set: whether any was accepted, and what the refusals ask of the lane. */
  settled: (set: readonly Settled[], effects: RefusalEffects & { pause: Pause | undefined }) => void
}

/** Gathers answers and writes them in sets, one set at a time. */
export function createSettler(app: App, lane: LaneKey, options: SettlerOptions): Settler {
  let queue: Settled[] = []
  let writing = 0
  let ended = false
  let wake: (() => void) | undefined
  let idle: (() => void)[] = []

  const run = async (): Promise<void> => {
    for (;;) {
      if (queue.length === 0) {
        for (const resolve of idle.splice(0)) resolve()
        if (ended) return
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        wake = undefined
        continue
      }
      if (queue.length < largestSet / 4) await sleep(gatherMs)
      const set = queue.slice(0, largestSet)
      queue = queue.slice(largestSet)
      writing = set.length
      await writeUntilDone(set)
      writing = 0
    }
  }

  const writeUntilDone = async (set: readonly Settled[]): Promise<void> => {
    for (let retryMs = 50; ; retryMs = Math.min(retryMs * 2, longestRetryMs)) {
      try {
        options.settled(set, await write(app, lane, set, options))
        return
      } catch (error) {
        app.log.warn(
          { err: error, messages: set.length },
          'answers could not be stored yet; they are kept and stored again',
        )
        await sleep(retryMs)
      }
    }
  }

  void run()
  return {
    add(settled) {
      queue.push(settled)
      wake?.()
    },
    pending: () => queue.length + writing,
    drained: () =>
      queue.length + writing === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            idle = [...idle, resolve]
          }),
    end() {
      ended = true
      wake?.()
    },
  }
}

/** May run twice for the same set: each row is written only from the state it is expected in. */
async function write(
  app: App,
  lane: LaneKey,
  set: readonly Settled[],
  { settings, streak }: SettlerOptions,
): Promise<RefusalEffects> {
  await settleAccepted(
    app,
    lane,
    set.flatMap((one) => (one.kind === 'accepted' ? [one.accepted] : [])),
  )
  await returnUnsent(
    app,
    lane,
    set.flatMap((one) => (one.kind === 'unsent' ? [one.unsent] : [])),
  )
  const refused = set.flatMap((one) => (one.kind === 'refused' ? [one.refused] : []))
  if (refused.length === 0) return { pause: undefined, stopped: false, providerFaults: 0 }
  return await settleRefused(app, lane, refused, settings(), streak())
}
