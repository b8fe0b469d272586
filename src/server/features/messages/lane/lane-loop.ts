import type { App } from '#server/app.ts'
import type { LaneKey } from '../model/lane-pause.ts'
import { settleDueUnknowns } from '../outcome/unknown.ts'
import { nextDueMs, type OpenDispatch } from './claim/claim.ts'
import type { Claiming } from './lane-claiming.ts'
import type { Finishing } from './lane-finishing.ts'
import { confirmEveryMs, type LaneState } from './lane-state.ts'
import type { Waiting } from './lane-waiting.ts'
import type { Sends } from './send/lane-sends.ts'
import type { Settler } from './send/lane-settling.ts'
import type { Pacer } from './send/pacing.ts'

const settleUnknownsEveryMs = 2_000
/** A lane with nothing to do stays for so long: the next single send finds it awake. */
const lingerMs = 20_000
/** A wait that is longer than this is left to the sweep, which wakes the lane again. */
const longestWaitMs = 60_000
/** Well within the longest a job may run. */
const longestRunMs = 12 * 3600_000

type LoopParts = {
  state: LaneState
  waiting: Waiting
  claiming: Claiming
  finishing: Finishing
  pacer: Pacer
  sends: Sends
  settler: Settler
}

/** Claims, sends and waits in turns, until there is nothing to do, the lane is lost, or the signal aborts. */
export async function runLoop(app: App, lane: LaneKey, parts: LoopParts, signal: AbortSignal): Promise<void> {
  const { state, waiting, claiming, finishing, pacer, sends, settler } = parts
  const until = performance.now() + longestRunMs
  let idleSince = performance.now()
  let unknownsAt = Number.NEGATIVE_INFINITY

  const hasNoneInHand = (): boolean => sends.waiting() + sends.underWay() === 0

  const update = async (): Promise<void> => {
    await state.update(hasNoneInHand(), {
      confirmed: () => (waiting.isPaused() ? sends.requeue() : sends.pump()),
      changed: claiming.askAgain,
      refreshed: (sender, at) => pacer.setLimit(sender.throughput_per_second, at),
    })
    if (performance.now() - unknownsAt > settleUnknownsEveryMs) {
      unknownsAt = performance.now()
      await settleDueUnknowns(app, lane)
    }
  }

  /** Nothing could be claimed and nothing is under way. @returns whether the lane may end. */
  const waitForWork = async (campaigns: readonly OpenDispatch[]): Promise<boolean> => {
    const limitedMs = claiming.limitedMs()
    const dueMs = await nextDueMs(app, lane)
    const isSoonDue = dueMs !== undefined && dueMs > 0 && dueMs < longestWaitMs
    if (limitedMs > longestWaitMs && !isSoonDue && settler.pending() === 0) {
      await finishing.drain(campaigns, true)
      return true
    }
    await finishing.drain(campaigns)
    await finishing.settleLost()
    const isBusy = settler.pending() > 0 || campaigns.some((one) => one.state !== 'held')
    if (isBusy || (dueMs ?? Number.POSITIVE_INFINITY) < longestWaitMs) idleSince = performance.now()
    else if (performance.now() - idleSince > lingerMs) return true
    await waiting.rest(Math.max(limitedMs > 0 ? 500 : 10, Math.min(dueMs ?? 500, isBusy ? 250 : 1000)))
    return false
  }

  /** One turn. @returns whether the lane may end. */
  const turn = async (): Promise<boolean> => {
    await update()
    if (state.isLost()) return true
    const pausedMs = waiting.pausedMs()
    const isIdle = hasNoneInHand() && settler.pending() === 0
    if (state.isOver() || (pausedMs > longestWaitMs && isIdle)) {
      // A campaign whose last message has left is done, however long its number waits.
      if (isIdle) await finishing.drain(await claiming.campaigns(), true)
      return true
    }
    if (pausedMs > 0) {
      await waiting.rest(Math.min(pausedMs, confirmEveryMs))
      return false
    }
    const campaigns = await claiming.campaigns()
    if (campaigns.length > 1) await finishing.endFinished(campaigns)
    if (claiming.hasEnough()) {
      await waiting.rest(confirmEveryMs)
      return false
    }
    const spentMs = campaigns.length === 0 && !hasNoneInHand() ? claiming.spentMs() : 0
    if (spentMs > 0) {
      await waiting.rest(spentMs)
      return false
    }
    const claimed = await claiming.next(campaigns)
    if (claimed.length > 0) {
      idleSince = performance.now()
      sends.offer(claimed)
      return false
    }
    if (!hasNoneInHand()) {
      await waiting.rest(50)
      return false
    }
    return await waitForWork(campaigns)
  }

  while (!signal.aborted && !state.isLost() && !state.isOver() && performance.now() < until) {
    try {
      if (await turn()) return
    } catch (error) {
      app.log.warn(
        { err: error, phoneNumberId: lane.phoneNumberId },
        'a lane could not go on; it tries again',
      )
      await waiting.rest(500)
    }
  }
}
