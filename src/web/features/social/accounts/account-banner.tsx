import { platformNames, type SocialAccount } from '#contract/social/social.ts'
import { Banner } from '#web/components/banner.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { formatDate, formatMoment } from '#web/format/time.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { lifeText } from './account-text.ts'

/** The most urgent account that needs its person: dead ones before ending ones, with posts waiting first. */
export function mostUrgent(accounts: readonly SocialAccount[]): SocialAccount | undefined {
  const rank = ({ state, posts_waiting }: SocialAccount): number =>
    (state === 'reconnect' ? 2 : state === 'expiring' ? 1 : 0) + (posts_waiting > 0 ? 0.5 : 0)
  return accounts.toSorted((a, b) => rank(b) - rank(a)).find(({ state }) => state !== 'connected')
}

/** What is wrong with an account, what waits for it, and the way to mend it. */
export function AccountBanner({ account, onReconnect }: { account: SocialAccount; onReconnect: () => void }) {
  const zone = useZone()
  const network = platformNames[account.platform]
  const name = account.page_name
  const isDead = account.state === 'reconnect'
  const date = formatDate(account.reason_at ?? account.ends_at ?? account.connected_at, zone)
  const { posts_waiting: count, next_post_at: next } = account
  return (
    <Banner
      kind={isDead ? 'error' : 'yours'}
      action={
        <Button kind="yours" onClick={onReconnect}>
          {t('social.banner.reconnect', { network })}
        </Button>
      }
    >
      {isDead
        ? t.rich('social.banner.dead', { ...tags, network, date, name })
        : t.rich('social.banner.soon', { ...tags, network, name })}{' '}
      {isDead ? null : lifeText(account, zone)}
      {isDead && count > 0 ? `${t('social.banner.waiting', { count })} ` : null}
      {isDead && next ? t('social.banner.by', { time: formatMoment(next, zone) }) : null}
    </Banner>
  )
}
