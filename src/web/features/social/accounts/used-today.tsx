import { platformNames, type SocialAccount } from '#contract/social/social.ts'
import { t } from '#web/messages/t.ts'
import { useLimits } from '../social.queries.ts'

/** How many of the posts that its network allows in 24 hours an account has made, as the network says now. */
export function UsedToday({ account }: { account: SocialAccount }) {
  const limit = useLimits({ account_id: [account.id] }).find(({ account_id }) => account_id === account.id)
  if (!limit) return null
  const { total, used_now: used, unknown } = limit
  return (
    <span>
      {used === null
        ? t('social.account.usedUnknown', {
            total,
            reason: t(`social.account.usedReason.${unknown ?? 'not_offered'}`, {
              network: platformNames[account.platform],
            }),
          })
        : t('social.account.used', { used, total })}
    </span>
  )
}
