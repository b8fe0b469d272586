import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import type { Notes } from '#server/platform/notify.ts'
import { providerTroubleCode } from '../model/failure-policy.ts'
import { type LaneKey, pauseLane } from '../model/lane-pause.ts'
import type { RefusalEffects } from '../outcome/refusals.ts'
import type { Settled } from './send/lane-settling.ts'

/** So many faults of the provider in a row, and the lane takes a breath instead of spending everybody's tries. */
const faultsInARow = 8
const breathsSeconds = [2, 4, 8, 15, 30, 60]
/** After a breath so few requests are under way until one is accepted. */
const probes = 2

export type Health = {
  /** How often in a row the lane was made to wait. */
  streak: () => number
  /** The most requests under way while it is not known whether the provider is well again. */
  probing: () => number | undefined
  settled: (set: readonly Settled[], effects: RefusalEffects) => void
}

export type HealthOptions = {
  slow: () => void
  paused: (ms: number) => void
  isPaused: () => boolean
  progressed: () => void
}

/** How a number's trouble stands. A lane ends during a long wait, and the one after it goes on from here. */
type Trouble = { streak: number; breaths: number; waitsUntil: number }

/** After a wait that ended so long ago, another one is a new trouble. */
const sameTroubleMs = 10 * 60_000

/** By number, in this process: another one that takes a lane over begins with short waits. */
const troubles = new WeakMap<Notes, Map<string, Trouble>>()

function troubleOf({ notes }: App, { phoneNumberId }: LaneKey): Trouble {
  const known = troubles.get(notes) ?? new Map<string, Trouble>()
  troubles.set(notes, known)
  let trouble = known.get(phoneNumberId)
  if (!trouble || performance.now() - trouble.waitsUntil > sameTroubleMs) {
    trouble = { streak: 0, breaths: 0, waitsUntil: Number.NEGATIVE_INFINITY }
    known.set(phoneNumberId, trouble)
  }
  return trouble
}

/** Watches how the provider takes a lane's messages: when to wait, when to try with few, when all is well. */
export function createHealth(
  app: App,
  lane: LaneKey,
  { slow, paused, isPaused, progressed }: HealthOptions,
): Health {
  const trouble = troubleOf(app, lane)
  let faults = 0

  const wait = (ms: number): void => {
    trouble.waitsUntil = Math.max(trouble.waitsUntil, performance.now() + ms)
    paused(ms)
  }
  const takeBreath = (): void => {
    const ms = breathsSeconds[Math.min(trouble.breaths, breathsSeconds.length - 1)]! * 1000
    trouble.breaths++
    faults = 0
    wait(ms)
    const sentence = t('messages.waiting.providerTrouble')
    pauseLane(app, lane, { scope: 'number', ms, code: providerTroubleCode, sentence }).catch(
      (error: unknown) => app.log.warn({ err: error }, 'a pause could not be stored'),
    )
  }

  return {
    // What was under way when the pause began is refused like the first: it does not make the wait longer.
    streak: () => (isPaused() ? Math.max(0, trouble.streak - 1) : trouble.streak),
    probing: () => (trouble.breaths > 0 || trouble.streak > 1 ? probes : undefined),
    settled(set, effects) {
      const accepted = set.some(({ kind }) => kind === 'accepted')
      if (accepted) progressed()
      if (effects.pause) {
        if (!isPaused()) trouble.streak++
        if (effects.pause.code === 'paced') slow()
        wait(effects.pause.ms)
      } else if (accepted && !isPaused()) {
        trouble.streak = 0
        trouble.breaths = 0
      }
      // A few people who fail again and again say nothing about the provider; in the middle of its trouble all count.
      const telling = trouble.breaths > 0 ? effects.providerFaults : effects.newFaults
      faults = accepted ? 0 : faults + telling
      if (faults >= faultsInARow && !isPaused()) takeBreath()
    },
  }
}
