import type { App } from '#server/app.ts'
import { findSender, findSenderOrReason, type Sender } from '#server/features/onboarding/onboarding.ts'
import { endPause, type LaneKey, notConnectedCode, pauseLane } from '../model/lane-pause.ts'
import { getSendingSettings, type SendingSettings } from '../model/sending-settings.ts'
import { confirmLane, leaseMs } from './lane-owner.ts'
import type { Waiting } from './lane-waiting.ts'

/** How often the lane confirms that it is still its own, at the least. */
export const confirmEveryMs = 800
const refreshEveryMs = 10_000
const refreshAtMostEveryMs = 300

/** What a lane knows of itself: whether it is still this process's, its number, its business's settings. */
export type LaneState = {
  sender: () => Sender
  settings: () => SendingSettings
  /** Another process has the lane. */
  isLost: () => boolean
  /** The number cannot send any more. */
  isOver: () => boolean
  /** Whether a message may leave now: the lane is ours, confirmed within its lease, and not paused. */
  maySend: () => boolean
  /** The database showed at this time that the lane is ours. */
  confirmed: (at: number) => void
  /** A message was accepted: stored with the next confirmation. */
  progressed: () => void
  /** Something of this lane was changed: its number, its campaigns, a pause. */
  noted: () => void
  /** Confirms the lane and reads what changed, each when it is time or was noted. */
  update: (isIdle: boolean, on: UpdateEvents) => Promise<void>
}

type UpdateEvents = {
  /** The lane is confirmed; its pause is the database's. */
  confirmed: () => void
  /** A change was noted: what was asked of the database before may not hold any more. */
  changed: () => void
  /** The number was read again. */
  refreshed: (sender: Sender, at: number) => void
}

type Begin = { fence: number; sender: Sender; settings: SendingSettings; waiting: Waiting }

export function createState(app: App, lane: LaneKey, begin: Begin): LaneState {
  const { fence, waiting } = begin
  let { sender, settings } = begin
  let isLost = false
  let isOver = false
  let hasProgressed = false
  let isNoted = false
  let confirmedAt = Number.NEGATIVE_INFINITY
  let refreshedAt = performance.now()

  const confirm = async (on: UpdateEvents): Promise<void> => {
    const at = performance.now()
    const owned = await confirmLane(app, lane, fence, hasProgressed)
    if (!owned) {
      isLost = true
      return
    }
    hasProgressed = false
    confirmedAt = at
    waiting.setPause(owned.pausedMs, at)
    on.confirmed()
  }

  const refresh = async (on: UpdateEvents): Promise<void> => {
    refreshedAt = performance.now()
    settings = await getSendingSettings(app, lane.businessId)
    const found =
      (await findSender(app, lane.businessId, lane.phoneNumberId)) ?? (await usableSender(app, lane))
    if (!found) {
      isOver = true
      return
    }
    sender = found
    on.refreshed(sender, refreshedAt)
  }

  return {
    sender: () => sender,
    settings: () => settings,
    isLost: () => isLost,
    isOver: () => isOver,
    maySend: () => !isLost && !waiting.isPaused() && performance.now() - confirmedAt < leaseMs,
    confirmed(at) {
      confirmedAt = at
    },
    progressed() {
      hasProgressed = true
    },
    noted() {
      isNoted = true
    },
    async update(isIdle, on) {
      const now = performance.now()
      // An idle lane sends next by what was noted: a stale sender would be refused again.
      const refreshNoted = isNoted && (isIdle || now - refreshedAt > refreshAtMostEveryMs)
      if (now - confirmedAt > confirmEveryMs || isNoted) await confirm(on)
      if (now - refreshedAt <= refreshEveryMs && !refreshNoted) return
      if (isNoted) on.changed()
      isNoted = false
      await refresh(on)
    },
  }
}

/** A number that cannot send waits and says why; connecting it ends the wait and wakes the lane. */
export async function usableSender(app: App, lane: LaneKey): Promise<Sender | undefined> {
  const found = await findSenderOrReason(app, lane.businessId, lane.phoneNumberId)
  let sender = 'sender' in found ? found.sender : undefined
  if ('reason' in found) {
    await pauseLane(app, lane, {
      scope: 'number',
      ms: 7 * 86_400_000,
      code: notConnectedCode,
      reason: found.reason,
    })
    // It may have been connected in between, which ended the wait before it began.
    sender = await findSender(app, lane.businessId, lane.phoneNumberId)
  }
  if (sender) await endPause(app, lane, [notConnectedCode])
  return sender
}
