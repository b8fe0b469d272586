import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '#server/app.ts'
import { noteAccepted, noteNotTaken } from '../../journal/claim-lines.ts'
import type { Pause } from '../../model/failure-policy.ts'
import type { LaneKey } from '../../model/lane-pause.ts'
import type { SendingSettings } from '../../model/sending-settings.ts'
import { type RefusalEffects, type Refused, settleRefused } from '../../outcome/refusals.ts'
import type { Claimed } from '../claim/claim.ts'
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

type SettlerOptions = {
  settings: () => SendingSettings
  /** How often in a row the lane was made to wait. */
  streak: () => number
  /** After each set: whether any was accepted, and what the refusals ask of the lane. */
  settled: (set: readonly Settled[], effects: RefusalEffects & { pause: Pause | undefined }) => void
}

/** Sets that are written side by side: while one waits for the disk the next is put together. */
const writers = 2

/** Gathers answers and writes them in sets. */
export function createSettler(app: App, lane: LaneKey, options: SettlerOptions): Settler {
  let queue: Settled[] = []
  let writing = 0
  let ended = false
  const wakes: (() => void)[] = []
  const idle: (() => void)[] = []

  const run = async (): Promise<void> => {
    for (;;) {
      if (queue.length === 0) {
        if (writing === 0) for (const resolve of idle.splice(0)) resolve()
        if (ended) return
        await new Promise<void>((resolve) => {
          wakes.push(resolve)
        })
        continue
      }
      if (queue.length < largestSet / 4) await sleep(gatherMs)
      const set = queue.slice(0, largestSet)
      queue = queue.slice(largestSet)
      if (set.length === 0) continue
      // Once, and ahead of the database: what is noted holds also where the database forgets it.
      noteOutcomes(app, lane, set)
      writing += set.length
      await writeUntilDone(set)
      writing -= set.length
    }
  }

  const writeUntilDone = async (set: readonly Settled[]): Promise<void> => {
    for (let retryMs = 50; ; retryMs = Math.min(retryMs * 2, longestRetryMs)) {
      try {
        const effects = await write(app, lane, set, options)
        options.settled(set, effects)
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
  const wake = (): void => {
    for (const resolve of wakes.splice(0)) resolve()
  }

  for (let writer = 0; writer < writers; writer++) void run()
  return {
    add(settled) {
      queue.push(settled)
      if (wakes.length > 0) wake()
    },
    pending: () => queue.length + writing,
    drained: () =>
      queue.length + writing === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            idle.push(resolve)
          }),
    end() {
      ended = true
      wake()
    },
  }
}

function noteOutcomes(app: App, lane: LaneKey, set: readonly Settled[]): void {
  noteAccepted(
    app,
    lane,
    set.flatMap((one) => (one.kind === 'accepted' ? [one.accepted] : [])),
  )
  noteNotTaken(
    app,
    lane,
    set.flatMap((one) => {
      if (one.kind === 'unsent') return [one.unsent.message]
      return one.kind === 'refused' && one.refused.refusal.delivery !== 'unknown' ? [one.message] : []
    }),
  )
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
  if (refused.length === 0) return { pause: undefined, stopped: false, providerFaults: 0, newFaults: 0 }
  return await settleRefused(app, lane, refused, settings(), streak())
}
