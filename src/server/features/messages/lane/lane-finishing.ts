import type { App } from '#server/app.ts'
import type { LaneKey } from '../model/lane-pause.ts'
import type { OpenDispatch } from './claim/claim.ts'
import { drainDispatch, endDispatch, hasWaiting, type OwnDepartures, settleLostSingles } from './draining.ts'
import type { Sends } from './send/lane-sends.ts'
import type { Settler } from './send/lane-settling.ts'
import { askToFit } from './switch-content.ts'

/** A count of a whole campaign is not repeated more often. */
const drainEveryMs = 1_000

export type Finishing = {
  /** Ends campaigns whose last message is settled, also while another one keeps the number busy. */
  endFinished: (campaigns: readonly OpenDispatch[]) => Promise<void>
  /** Looks whether campaigns that gave nothing are done; not again at once, unless it is the last time. */
  drain: (campaigns: readonly OpenDispatch[], isLast?: boolean) => Promise<void>
  /** Settles single sends that no lane knows of any more. */
  settleLost: () => Promise<void>
}

type Parts = { fence: number; sends: Sends; settler: Settler; ownDepartures: OwnDepartures }

/** How a lane's campaigns come to their end. */
export function createFinishing(app: App, lane: LaneKey, parts: Parts): Finishing {
  const { fence, sends, settler, ownDepartures } = parts
  const drainedAt = new Map<number, number>()
  const endedAt = new Map<number, number>()
  return {
    async endFinished(campaigns) {
      for (const { campaign_id, state, cursor_id, last_id } of campaigns) {
        if (state !== 'open' || cursor_id < last_id || sends.holds(campaign_id)) continue
        if (!isTime(endedAt, campaign_id)) continue
        if (!(await hasWaiting(app, lane, campaign_id))) await endDispatch(app, lane.businessId, campaign_id)
      }
    },
    async drain(campaigns, isLast = false) {
      if (settler.pending() > 0) return
      for (const dispatch of campaigns) {
        const { campaign_id, state } = dispatch
        if (state === 'held' || sends.holds(campaign_id)) continue
        if (!isTime(drainedAt, campaign_id) && !isLast) continue
        if (state === 'open' && (await hasWaiting(app, lane, campaign_id))) {
          await askToFit(app, lane.businessId, campaign_id)
          continue
        }
        await drainDispatch(app, lane, dispatch, ownDepartures)
      }
    },
    async settleLost() {
      if (settler.pending() === 0) await settleLostSingles(app, lane, fence, ownDepartures)
    },
  }
}

/** Whether a campaign was not looked at for long enough; notes that it is now. */
function isTime(lookedAt: Map<number, number>, campaignId: number): boolean {
  const now = performance.now()
  if (now - (lookedAt.get(campaignId) ?? Number.NEGATIVE_INFINITY) < drainEveryMs) return false
  lookedAt.set(campaignId, now)
  return true
}
