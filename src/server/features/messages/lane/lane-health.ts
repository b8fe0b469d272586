import type { App } from '#server/app.ts'
import type { Notes } from '#server/platform/notify.ts'
import { textOf } from '#server/stored-text/stored-text.ts'
import { providerFailingCode } from '../model/failure-policy.ts'
import { type LaneKey, pauseLane } from '../model/lane-pause.ts'
import type { RefusalEffects } from '../outcome/refusals.ts'
import type { Settled } from './send/lane-settling.ts'

/** After this many provider faults in a row the lane pauses, so that messages do not use up their tries. */
const faultsInARow = 8
const pausesSeconds = [2, 4, 8, 15, 30, 60]
/** After a pause at most this many requests run at once until one is accepted. */
const probes = 2

export type Health = {
  /** How often in a row the lane had to wait. */
  streak: () => number
  /** The most requests at once while the provider may still be failing. */
  probing: () => number | undefined
  settled: (set: readonly Settled[], effects: RefusalEffects) => void
}

type HealthOptions = {
  slow: () => void
  paused: (ms: number) => void
  isPaused: () => boolean
  progressed: () => void
}

/** The backoff of a number. A lane ends during a long wait, and the next one continues from here. */
type Backoff = { streak: number; pauses: number; waitsUntil: number }

/** A wait that begins later than this after the last one starts a new backoff. */
const sameBackoffMs = 10 * 60_000

/** By number, in this process: another one that takes a lane over starts with short waits. */
const backoffs = new WeakMap<Notes, Map<string, Backoff>>()

function backoffOf({ notes }: App, { phoneNumberId }: LaneKey): Backoff {
  const known = backoffs.get(notes) ?? new Map<string, Backoff>()
  backoffs.set(notes, known)
  let backoff = known.get(phoneNumberId)
  if (!backoff || performance.now() - backoff.waitsUntil > sameBackoffMs) {
    backoff = { streak: 0, pauses: 0, waitsUntil: Number.NEGATIVE_INFINITY }
    known.set(phoneNumberId, backoff)
  }
  return backoff
}

/** Decides from the provider's answers when a lane waits, probes with few requests, or sends at full speed. */
export function createHealth(
  app: App,
  lane: LaneKey,
  { slow, paused, isPaused, progressed }: HealthOptions,
): Health {
  const backoff = backoffOf(app, lane)
  let faults = 0

  const wait = (ms: number): void => {
    backoff.waitsUntil = Math.max(backoff.waitsUntil, performance.now() + ms)
    paused(ms)
  }
  const pauseForFaults = (): void => {
    const ms = pausesSeconds[Math.min(backoff.pauses, pausesSeconds.length - 1)]! * 1000
    backoff.pauses++
    faults = 0
    wait(ms)
    const reason = textOf('messages.waiting.providerFailing')
    pauseLane(app, lane, { scope: 'number', ms, code: providerFailingCode, reason }).catch((error: unknown) =>
      app.log.warn({ err: error }, 'a pause could not be stored'),
    )
  }

  return {
    // Requests already sent when the pause began are refused too: they do not extend the wait.
    streak: () => (isPaused() ? Math.max(0, backoff.streak - 1) : backoff.streak),
    probing: () => (backoff.pauses > 0 || backoff.streak > 1 ? probes : undefined),
    settled(set, effects) {
      const accepted = set.some(({ kind }) => kind === 'accepted')
      if (accepted) progressed()
      if (effects.pause) {
        if (!isPaused()) backoff.streak++
        if (effects.pause.code === 'paced') slow()
        wait(effects.pause.ms)
      } else if (accepted && !isPaused()) {
        backoff.streak = 0
        backoff.pauses = 0
      }
      // Repeated failures of the same people do not count, except while the provider is failing.
      const telling = backoff.pauses > 0 ? effects.providerFaults : effects.newFaults
      faults = accepted ? 0 : faults + telling
      if (faults >= faultsInARow && !isPaused()) pauseForFaults()
    },
  }
}
