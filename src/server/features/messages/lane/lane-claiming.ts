import type { App } from '#server/app.ts'
import { keepClaims } from '../journal/claim-lines.ts'
import { hasLostClaims, settleSentBefore } from '../journal/lost-claims.ts'
import type { LaneKey } from '../model/lane-pause.ts'
import { type Claimed, listDispatches, type OpenDispatch } from './claim/claim.ts'
import { createClaims } from './claim/lane-claims.ts'
import type { Contents } from './claim/lane-contents.ts'
import type { LaneState } from './lane-state.ts'
import type { Sends } from './send/lane-sends.ts'
import type { Pacer } from './send/pacing.ts'
import { returnUnsent } from './send/settle.ts'

/** Messages are claimed for so long ahead: what a killed process leaves unknown is at most that, and what is under way. */
const claimAheadMs = 150
const smallestClaim = 2
const largestClaim = 1000
/** Where the disk took no record of a claim, it is made again after so long. */
const unkeptAgainMs = 5_000

/** With all claimed that was due, a claim for each answer would find nothing: a note of more ends the wait. */
const spentForMs = 100

/** Without a limit of its own: so many at a time. */
const claimWithoutLimit = 500

export type Claiming = {
  /** The lane's campaigns that are not done. Claimed messages of those that may not go are given back. */
  campaigns: () => Promise<OpenDispatch[]>
  /** Whether enough is claimed for now. */
  hasEnough: () => boolean
  /** Claims the next messages, with what they say made ready. */
  next: (campaigns: readonly OpenDispatch[]) => Promise<Claimed[]>
  /** The last claim took all that was due, and nothing was noted since: asks again in so many milliseconds. */
  spentMs: () => number
  /** There may be more to claim. */
  noted: () => void
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
  /** A lane ends whenever the database is compared with what was sent, so this holds for all of its time. */
  let hasLost: boolean | undefined
  let notes = 0
  let spentUntil = Number.NEGATIVE_INFINITY

  const withoutSentBefore = async (claimed: Claimed[]): Promise<Claimed[]> => {
    hasLost ??= await hasLostClaims(app, lane.businessId)
    if (!hasLost || claimed.length === 0) return claimed
    const others = await settleSentBefore(app, lane.businessId, claimed)
    return claimed.filter(({ id }) => others.has(id))
  }

  /** What is not on the disk does not leave: after a loss of the database nothing would show that it did. */
  const kept = async (claimed: Claimed[]): Promise<Claimed[]> => {
    try {
      await keepClaims(app, lane, claimed)
      return claimed
    } catch (error) {
      await returnUnsent(
        app,
        lane,
        claimed.map((message) => ({ message, afterMs: unkeptAgainMs, reason: null })),
      )
      throw error
    }
  }
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
      const before = notes
      const wanted = claimSize(pacer) - sends.waiting()
      const given = await claims.next(campaigns, wanted)
      if (campaigns.length === 0 && given.length < wanted && notes === before)
        spentUntil = performance.now() + spentForMs
      // The statement that gave them also showed that the lane is ours.
      if (given.length > 0) state.confirmed(at)
      const claimed = await kept(await withoutSentBefore(given))
      await contents.load(claimed)
      return claimed
    },
    spentMs: () => Math.max(0, spentUntil - performance.now()),
    noted() {
      notes++
      spentUntil = Number.NEGATIVE_INFINITY
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
