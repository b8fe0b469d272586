import type { App } from '#server/app.ts'
import type { Sender } from '#server/features/onboarding/onboarding.ts'
import type { LaneKey } from '../../model/lane-pause.ts'
import { type Claimed, claimOfCampaign, claimSingles, type OpenDispatch } from './claim.ts'
import { claimKnown } from './claim-known.ts'
import { type Allowance, dailyLimitReason, endLimit, limitLane, setAside } from './daily-limit.ts'
import { keepQuiet, whoIsQuiet } from './quiet-people.ts'

/** At its limit, a lane asks again after so long whether there is room, and whether known people wait. */
const askAgainMs = 5_000
/** What is set aside for another number is given back sooner. */
const setAsideAgainMs = 1_000
/** So many claims are set aside at once. */
const claimsAhead = 40

export type Claims = {
  /** Claims the next messages, at most `wanted`; none of new people beyond the 24 h limit. */
  next: (dispatches: readonly OpenDispatch[], wanted: number) => Promise<Claimed[]>
  /** Something has changed: ask again at once. */
  askAgain: () => void
  /** So long no new person may be written to; 0: there is room. */
  limitedMs: () => number
}

/** What a lane may claim: single sends first, then campaigns in turns, within the people of its 24 hours. */
export function createClaims(app: App, lane: LaneKey, fence: number, sender: () => Sender): Claims {
  let allowance: Allowance | undefined
  /** As the database has it: an earlier run of the lane may have left it so. */
  let isLimited = true
  let limitedUntil = Number.NEGATIVE_INFINITY
  let askedAt = Number.NEGATIVE_INFINITY
  let knownAt = Number.NEGATIVE_INFINITY
  /** Of campaigns with quiet hours: who has them, and after which message it is still to be looked; null: after none. */
  const quietBy = new Map<number, { who: string; after: number | null }>()

  const unlimited = async (): Promise<void> => {
    limitedUntil = Number.NEGATIVE_INFINITY
    if (isLimited) await endLimit(app, lane)
    isLimited = false
  }

  const newPeopleAllowed = async (wanted: number): Promise<number> => {
    const limit = sender().messaging_limit
    if (limit === null) {
      allowance = undefined
      await unlimited()
      return wanted
    }
    const now = performance.now()
    const isUsedUp = allowance !== undefined && allowance.people <= 0 && allowance.nextMs !== undefined
    const againMs = allowance?.isSetAside ? setAsideAgainMs : askAgainMs
    if (isUsedUp && now < askedAt + againMs) return 0
    if (!allowance || allowance.people <= 0 || now >= allowance.until) {
      askedAt = now
      allowance = await setAside(app, lane, sender(), wanted * claimsAhead)
      if (allowance.nextMs !== undefined) {
        limitedUntil = now + allowance.nextMs
        isLimited = true
        await limitLane(app, lane, allowance.nextMs, dailyLimitReason(limit, allowance))
      } else await unlimited()
    }
    return Math.min(wanted, Math.max(0, allowance.people))
  }

  /**
   * Puts off what people who have quiet hours now would get. All that waits is looked through only when these are other
   * people than before. @returns false while there is more to look through.
   */
  const areKeptQuiet = async (dispatch: OpenDispatch): Promise<boolean> => {
    const { campaign_id, cursor_id } = dispatch
    const who = await whoIsQuiet(app, lane.businessId, dispatch)
    const before = quietBy.get(campaign_id)
    const from = before?.who === who ? before.after : who === '' ? null : cursor_id
    const after = from === null ? null : await keepQuiet(app, lane, dispatch, from)
    quietBy.set(campaign_id, { who, after })
    return after === null
  }

  /** People of the last 24 hours take nothing of the limit. */
  const ofKnown = async (dispatches: readonly OpenDispatch[], wanted: number): Promise<Claimed[]> => {
    const now = performance.now()
    if (!allowance || wanted <= 0 || now < knownAt + askAgainMs) return []
    const claimed = await claimKnown(app, lane, fence, dispatches, allowance.numbers, wanted)
    if (claimed.length === 0) knownAt = now
    return claimed
  }

  return {
    async next(dispatches, wanted) {
      if (wanted <= 0) return []
      const count = await newPeopleAllowed(wanted)
      let claimed: Claimed[] = []
      if (count > 0) {
        claimed = await claimSingles(app, lane, fence, count)
        for (const dispatch of dispatches) {
          if (claimed.length > 0) break
          if (dispatch.state !== 'open' || (dispatch.has_quiet && !(await areKeptQuiet(dispatch)))) continue
          claimed = await claimOfCampaign(app, lane, fence, dispatch, count)
          // What is due and was left, a second try for example, is for people who have quiet hours.
          if (claimed.length === 0 && quietBy.get(dispatch.campaign_id)?.who)
            await keepQuiet(app, lane, dispatch, dispatch.cursor_id)
        }
        if (allowance) allowance.people -= claimed.length
      }
      if (count < wanted && claimed.length === count)
        return [...claimed, ...(await ofKnown(dispatches, wanted - claimed.length))]
      return claimed
    },
    askAgain() {
      askedAt = Number.NEGATIVE_INFINITY
      knownAt = Number.NEGATIVE_INFINITY
    },
    limitedMs: () => Math.max(0, limitedUntil - performance.now()),
  }
}
