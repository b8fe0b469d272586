import type { App } from '#server/app.ts'
import type { LaneKey } from '../model/lane-pause.ts'
import { type Claimed, listDispatches, type OpenDispatch } from './claim/claim.ts'
import { createClaims } from './claim/lane-claims.ts'
import type { Contents } from './claim/lane-contents.ts'
import type { LaneState } from './lane-state.ts'
import type { Sends } from './send/lane-sends.ts'
import type { Pacer } from './send/pacing.ts'

/** Messages are claimed for so long ahead: what a killed process leaves unknown is at most that, and what is under way. */
const claimAheadMs = 150
const smallestClaim = 2
const largestClaim = 1000
/** Without a limit of its own: so many at a time. */
const claimWithoutLimit = 500

export type Claiming = {
  /** The lane's campaigns that are not done. Claimed messages of those that may not go are given back. */
  campaigns: () => Promise<OpenDispatch[]>
  /** Whether enough is claimed for now. */
  hasEnough: () => boolean
  /** Claims the next messages, with what they say made ready. */
  next: (campaigns: readonly OpenDispatch[]) => Promise<Claimed[]>
  /** Something was changed: asks again at once whether there is room in the 24 h limit. */
  askAgain: () => void
  /** So long no new person may be written to; 0: there is room. */
  limitedMs: () => number
}

type Parts = { fence: number; state: LaneState; pacer: Pacer; contents: Contents; sends: Sends }

/** What a lane takes from the outbox, and how much at a time. */
export function createClaiming(app: App, lane: LaneKey, parts: Parts): Claiming {
  const { fence, state, pacer, contents, sends } = parts
  const claims = createClaims(app, lane, fence, state.sender)
  return {
    async campaigns() {
      const campaigns = await listDispatches(app, lane)
      const closed = new Set(campaigns.filter((one) => one.state !== 'open').map((one) => one.campaign_id))
      if (closed.size > 0) sends.requeue(({ campaignId }) => campaignId !== null && closed.has(campaignId))
      return campaigns
    },
    hasEnough: () => sends.waiting() > fewWaiting(pacer),
    async next(campaigns) {
      const at = performance.now()
      const claimed = await claims.next(campaigns, claimSize(pacer) - sends.waiting())
      // The statement that gave them also showed that the lane is ours.
      if (claimed.length > 0) state.confirmed(at)
      await contents.load(claimed)
      return claimed
    },
    askAgain: claims.askAgain,
    limitedMs: claims.limitedMs,
  }
}

function claimSize(pacer: Pacer): number {
  const rate = pacer.rate(performance.now())
  if (rate === null) return claimWithoutLimit
  return Math.min(largestClaim, Math.max(smallestClaim, Math.ceil((rate * claimAheadMs) / 1000)))
}

/** With no more than so many waiting, the next ones are claimed. */
export const fewWaiting = (pacer: Pacer): number => claimSize(pacer) / 2
