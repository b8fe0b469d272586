import type { PublishingLimit } from '#contract/social/limits.ts'
import { platformNames } from '#contract/social/social.ts'
import { Banner } from '#web/components/banner.tsx'
import { t } from '#web/messages/t.ts'
import { useLimits } from '../social.queries.ts'
import { type Composer, scheduledTime } from './composer-form.ts'
import { useSettled } from './network-fields.tsx'

export type LimitNow = PublishingLimit & { when: 'today' | 'then' }

/** How long a time may be typed before what is left around it is asked for, in ms. */
const pauseMs = 600

/** What is left of the daily limits at the time of a post; a time in the past is refused elsewhere. */
function useLimitsAt(account_id: number[], at: string | null, post?: number): LimitNow[] {
  const settled = useSettled(at, pauseMs)
  const isLater = settled !== null && Date.parse(settled) > Date.now()
  const limits = useLimits({
    account_id,
    ...(isLater && { at: settled }),
    ...(post !== undefined && { without_post: post }),
  })
  return limits
    .filter((limit) => account_id.includes(limit.account_id))
    .map((limit) => ({ ...limit, when: isLater ? 'then' : 'today' }))
}

/** At the composer's time. The queue and a series choose their times themselves: nothing is said of today then. */
export function useComposerLimits(form: Composer, account_id: number[], zone: string): LimitNow[] {
  const isKnown = !form.scheduled || form.when === 'time'
  return useLimitsAt(isKnown ? account_id : [], form.scheduled ? scheduledTime(form, zone) : null)
}

/** At the time of a post that is edited, which is not counted itself. */
export const usePostLimits = (post: { id: number; account_id: number }, at: string | null): LimitNow[] =>
  useLimitsAt([post.account_id], at, post.id)

const words = ({ left, total, format, when }: LimitNow) => ({
  left,
  total,
  kind: format === 'reel' ? 'reel' : 'post',
  when,
})

/** How many posts an account still takes; marked when it takes none. */
export const LimitLine = ({ limit }: { limit: LimitNow }) => (
  <small className={limit.left === 0 ? 'bad' : undefined}>{t('social.compose.limit', words(limit))}</small>
)

/** Said before a post is sent that would not fit. */
export function LimitWarning({ limits }: { limits: readonly LimitNow[] }) {
  const full = limits.filter(({ left }) => left === 0)
  if (full.length === 0) return null
  return (
    <div className="limit-warning" role="status">
      <Banner kind="yours">
        {full.map((limit) => (
          <p key={limit.account_id}>
            {t('social.compose.limitUsed', {
              ...words(limit),
              name: limit.page_name,
              network: platformNames[limit.platform],
            })}
          </p>
        ))}
      </Banner>
    </div>
  )
}
