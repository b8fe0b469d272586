import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '#server/app.ts'
import { findSender, getSender, type Sender } from '#server/features/onboarding/onboarding.ts'
import { AppError } from '#server/platform/errors.ts'
import { registerTag } from '../model/callback-data.ts'
import { lanesChannel } from '../model/job-names.ts'
import { endPause, type LaneKey, notConnectedCode, pauseLane } from '../model/lane-pause.ts'
import { getSendingSettings, type SendingSettings } from '../model/sending-settings.ts'
import { settleDueUnknowns } from '../outcome/unknown.ts'
import { type Claimed, lastAddressed, listDispatches, nextDueMs, type OpenDispatch } from './claim/claim.ts'
import { createClaims } from './claim/lane-claims.ts'
import { createContents } from './claim/lane-contents.ts'
import { type Departures, openDepartures, readDepartures, removeDepartures } from './departures.ts'
import { drainDispatch, endDispatch, hasWaiting, settleLostSingles } from './draining.ts'
import { createHealth } from './lane-health.ts'
import {
  claimClock,
  confirmLane,
  leaseMs,
  type Ownership,
  recoverLane,
  releaseLane,
  takeLane,
  takeOverMs,
} from './lane-owner.ts'
import { createSends, type Sends } from './send/lane-sends.ts'
import { createSettler, type Settler } from './send/lane-settling.ts'
import { createPacer, createPairRate, createUnderWay, type Pacer } from './send/pacing.ts'
import { askToFit } from './switch-content.ts'

/** Messages are claimed for so long ahead: what a killed process leaves unknown is at most that, and what is under way. */
const claimAheadMs = 150
const smallestClaim = 2
const largestClaim = 1000
/** Without a limit of its own: so many at a time. */
const claimWithoutLimit = 500
/** How often the lane confirms that it is still its own, at the least. */
const confirmEveryMs = 800
const refreshEveryMs = 10_000
const refreshAtMostEveryMs = 300
const settleUnknownsEveryMs = 2_000
/** A lane with nothing to do stays for so long: the next single send finds it awake. */
const lingerMs = 20_000
/** A wait that is longer than this is left to the sweep, which wakes the lane again. */
const longestWaitMs = 60_000
/** As long as requests under way are waited for when the process stops. */
const stopGraceMs = 8_000
/** Well within the longest a job may run. */
const longestRunMs = 12 * 3600_000
/** A count of a whole campaign is not repeated more often. */
const drainEveryMs = 1_000

/**
 * One phone number's loop: claim → send → settle, until there is nothing to do.
 * @throws the signal's reason when it aborts: the job goes back, for another process.
 */
export async function runLane(app: App, lane: LaneKey, signal: AbortSignal): Promise<void> {
  const sender = await usableSender(app, lane)
  if (!sender) return
  await registerTag(app)
  const ownership = await takeLane(app, lane)
  const { takenOver, previous } = ownership
  const settings = await getSendingSettings(app, lane.businessId)
  const run = createRun(app, lane, ownership, sender, settings)
  const unlisten = app.notes.listen(lanesChannel, (phoneNumberId) => {
    if (phoneNumberId === lane.phoneNumberId) run.noted()
  })
  signal.addEventListener('abort', run.wake)
  // Whoever ends before it knows what the owner before left under way leaves the lane as it found it: taken over.
  let inOrder = !takenOver
  try {
    if (takenOver) {
      await sleep(takeOverMs, undefined, { signal })
      const departed = previous === null ? undefined : await readDepartures(app, previous)
      await recoverLane(app, lane, settings, departed)
      if (previous !== null) await removeDepartures(app, previous)
      inOrder = true
      run.pacer.assumeFull(performance.now())
    }
    await run.begin()
    await run.loop(signal)
  } finally {
    unlisten()
    signal.removeEventListener('abort', run.wake)
    await run.end(inOrder)
  }
  signal.throwIfAborted()
}

/** A number that cannot send waits and says why; connecting it ends the wait and wakes the lane. */
async function usableSender(app: App, lane: LaneKey): Promise<Sender | undefined> {
  let sender: Sender | undefined
  try {
    sender = await getSender(app, lane.businessId, lane.phoneNumberId)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await pauseLane(app, lane, {
      scope: 'number',
      ms: 7 * 86_400_000,
      code: notConnectedCode,
      sentence: error.message,
    })
    // Whoever connected it in between may have ended the wait before it began.
    sender = await findSender(app, lane.businessId, lane.phoneNumberId)
  }
  if (sender) await endPause(app, lane, [notConnectedCode])
  return sender
}

type Run = {
  pacer: Pacer
  wake: () => void
  /** Somebody changed something of this lane: its number, its campaigns, a pause. */
  noted: () => void
  begin: () => Promise<void>
  loop: (signal: AbortSignal) => Promise<void>
  /** @param inOrder the next owner need not look for what is left under way. */
  end: (inOrder: boolean) => Promise<void>
}

function createRun(
  app: App,
  lane: LaneKey,
  { fence, owner }: Ownership,
  firstSender: Sender,
  firstSettings: SendingSettings,
): Run {
  let sender = firstSender
  let settings = firstSettings
  /** Another process has the lane. */
  let lost = false
  /** The number cannot send any more. */
  let over = false
  let progressed = false
  let confirmedAt = Number.NEGATIVE_INFINITY
  let refreshedAt = performance.now()
  let unknownsAt = Number.NEGATIVE_INFINITY
  let pausedUntil = Number.NEGATIVE_INFINITY
  let woken = false
  let isNoted = false
  let wakeUp: (() => void) | undefined
  let departures: Departures | undefined
  const drainedAt = new Map<number, number>()
  const endedAt = new Map<number, number>()

  const pacer = createPacer(sender.throughput_per_second)
  const pairs = createPairRate()
  const health = createHealth(app, lane, {
    slow: () => pacer.slow(performance.now()),
    paused: (ms) => {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms)
    },
    isPaused: () => performance.now() < pausedUntil,
    progressed: () => {
      progressed = true
    },
  })
  const settler: Settler = createSettler(app, lane, {
    settings: () => settings,
    streak: health.streak,
    settled: (set, effects) => {
      health.settled(set, effects)
      if (effects.stopped) wake()
      sends.pump()
    },
  })
  const contents = createContents(app, lane, () => sender)
  const sends: Sends = createSends(app, {
    sender: () => sender,
    pacer,
    pairs,
    underWay: createUnderWay(),
    settler,
    mayGo: () => {
      const now = performance.now()
      return !lost && now >= pausedUntil && now - confirmedAt < leaseMs
    },
    probing: health.probing,
    writer: contents.writer,
    isMarketing: contents.isMarketing,
    leaves: (message) => departures?.note(message) ?? false,
    runningLow: () => wake(),
    low: () => claimSize() / 2,
  })

  const ownDepartures = () => readDepartures(app, owner)
  const wake = (): void => {
    woken = true
    wakeUp?.()
  }
  /** Sleeps until something happens, at most so long. */
  const rest = async (ms: number): Promise<void> => {
    if (!woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        wakeUp = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    woken = false
    wakeUp = undefined
  }

  const claimSize = (): number => {
    const rate = pacer.rate(performance.now())
    if (rate === null) return claimWithoutLimit
    return Math.min(largestClaim, Math.max(smallestClaim, Math.ceil((rate * claimAheadMs) / 1000)))
  }

  const confirm = async (): Promise<void> => {
    const at = performance.now()
    const state = await confirmLane(app, lane, fence, progressed)
    if (!state) {
      lost = true
      return
    }
    progressed = false
    confirmedAt = at
    pausedUntil = state.pausedMs > 0 ? at + state.pausedMs : Number.NEGATIVE_INFINITY
    if (performance.now() < pausedUntil) sends.requeue()
    else sends.pump()
  }

  const refresh = async (): Promise<void> => {
    refreshedAt = performance.now()
    settings = await getSendingSettings(app, lane.businessId)
    const found =
      (await findSender(app, lane.businessId, lane.phoneNumberId)) ?? (await usableSender(app, lane))
    if (!found) {
      over = true
      return
    }
    sender = found
    pacer.setLimit(sender.throughput_per_second, refreshedAt)
  }

  const claims = createClaims(app, lane, fence, () => sender)
  const claim = async (dispatches: readonly OpenDispatch[]): Promise<Claimed[]> => {
    const at = performance.now()
    const claimed = await claims.next(dispatches, claimSize() - sends.waiting())
    // The statement that gave them also showed that the lane is ours.
    if (claimed.length > 0) confirmedAt = at
    await contents.load(claimed)
    return claimed
  }

  /** A campaign whose last message is settled is done, also while another one keeps its number busy. */
  const endFinished = async (dispatches: readonly OpenDispatch[]): Promise<void> => {
    for (const { campaign_id, state, cursor_id, last_id } of dispatches) {
      if (state !== 'open' || cursor_id < last_id || sends.holds(campaign_id)) continue
      const now = performance.now()
      if (now - (endedAt.get(campaign_id) ?? Number.NEGATIVE_INFINITY) < drainEveryMs) continue
      endedAt.set(campaign_id, now)
      if (!(await hasWaiting(app, lane, campaign_id))) await endDispatch(app, lane.businessId, campaign_id)
    }
  }

  /** Looks whether campaigns that gave nothing are done; not again at once, unless it is the last time. */
  const drain = async (dispatches: readonly OpenDispatch[], isLast = false): Promise<void> => {
    if (settler.pending() > 0) return
    for (const dispatch of dispatches) {
      const { campaign_id, state } = dispatch
      const now = performance.now()
      if (state === 'held' || sends.holds(campaign_id)) continue
      const triedAt = drainedAt.get(campaign_id) ?? Number.NEGATIVE_INFINITY
      if (!isLast && now - triedAt < drainEveryMs) continue
      drainedAt.set(campaign_id, now)
      if (state === 'open' && (await hasWaiting(app, lane, campaign_id))) {
        await askToFit(app, lane.businessId, campaign_id)
        continue
      }
      await drainDispatch(app, lane, dispatch, ownDepartures)
    }
  }

  const tick = async (): Promise<void> => {
    const now = performance.now()
    // An idle lane sends next by what it was told of: a stale sender would be refused again.
    const isIdle = sends.waiting() + sends.underWay() === 0
    const wasNoted = isNoted && (isIdle || now - refreshedAt > refreshAtMostEveryMs)
    if (now - confirmedAt > confirmEveryMs || isNoted) await confirm()
    if (now - refreshedAt > refreshEveryMs || wasNoted) {
      if (isNoted) claims.askAgain()
      isNoted = false
      await refresh()
    }
    if (now - unknownsAt > settleUnknownsEveryMs) {
      unknownsAt = now
      await settleDueUnknowns(app, lane)
    }
  }

  return {
    pacer,
    wake,
    noted() {
      isNoted = true
      wake()
    },
    async begin() {
      departures = openDepartures(app, owner, await claimClock(app))
      const now = performance.now()
      for (const { person, agoMs } of await lastAddressed(app, lane)) pairs.note(person, now - agoMs)
    },
    async loop(signal) {
      const until = performance.now() + longestRunMs
      let idleSince = performance.now()
      while (!signal.aborted && !lost && !over && performance.now() < until) {
        try {
          await tick()
          if (lost) return
          const pausedMs = pausedUntil - performance.now()
          const isIdle = sends.waiting() + sends.underWay() + settler.pending() === 0
          if (over || (pausedMs > longestWaitMs && isIdle)) {
            // A campaign whose last message has left is done, however long its number waits.
            if (isIdle) await drain(await listDispatches(app, lane), true)
            return
          }
          if (pausedMs > 0) {
            await rest(Math.min(pausedMs, confirmEveryMs))
            continue
          }
          const dispatches = await listDispatches(app, lane)
          const closed = new Set(
            dispatches.filter(({ state }) => state !== 'open').map((one) => one.campaign_id),
          )
          if (closed.size > 0)
            sends.requeue(({ campaignId }) => campaignId !== null && closed.has(campaignId))
          if (dispatches.length > 1) await endFinished(dispatches)
          if (sends.waiting() > claimSize() / 2) {
            await rest(confirmEveryMs)
            continue
          }
          const claimed = await claim(dispatches)
          if (claimed.length > 0) {
            idleSince = performance.now()
            sends.offer(claimed)
            continue
          }
          if (sends.waiting() + sends.underWay() > 0) {
            await rest(50)
            continue
          }
          const limitedMs = claims.limitedMs()
          const dueMs = await nextDueMs(app, lane)
          const isSoonDue = dueMs !== undefined && dueMs > 0 && dueMs < longestWaitMs
          if (limitedMs > longestWaitMs && !isSoonDue && settler.pending() === 0) {
            await drain(dispatches, true)
            return
          }
          await drain(dispatches)
          if (settler.pending() === 0) await settleLostSingles(app, lane, fence, ownDepartures)
          const busy = settler.pending() > 0 || dispatches.some(({ state }) => state !== 'held')
          if (busy || (dueMs ?? Number.POSITIVE_INFINITY) < longestWaitMs) idleSince = performance.now()
          else if (performance.now() - idleSince > lingerMs) return
          await rest(Math.max(limitedMs > 0 ? 500 : 10, Math.min(dueMs ?? 500, busy ? 250 : 1000)))
        } catch (error) {
          app.log.warn(
            { err: error, phoneNumberId: lane.phoneNumberId },
            'a lane could not go on; it tries again',
          )
          await rest(500)
        }
      }
    },
    async end(inOrder) {
      sends.requeue()
      const deadline = performance.now() + stopGraceMs
      while (sends.underWay() > 0 && performance.now() < deadline) await sleep(20)
      sends.giveUp()
      settler.end()
      await settler.drained()
      if (!lost && inOrder) await releaseLane(app, lane, fence)
      departures?.end(!lost && inOrder)
    },
  }
}
