import { IconFlag } from '@tabler/icons-react'
import { platformNames, type SocialAccount } from '#contract/social/social.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Badge, type Tone } from '#web/components/status.tsx'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { AccountFace } from './account-face.tsx'
import { accountLine, footLine, lifeText, missingLine, reasonText } from './account-text.ts'
import { UsedToday } from './used-today.tsx'

const tones: Record<SocialAccount['state'], Tone> = {
  connected: 'delivered',
  expiring: 'yours',
  reconnect: 'failed',
}
const looks: Record<SocialAccount['state'], string> = { connected: '', expiring: ' soon', reconnect: ' dead' }

/** One connected account: who it is, how its access stands, and what can be done. */
export function AccountCard({
  account,
  onReconnect,
  onDisconnect,
}: {
  account: SocialAccount
  onReconnect: () => void
  onDisconnect: () => void
}) {
  const zone = useZone()
  const { state } = account
  return (
    <article
      className={`acard${looks[state]}`}
      aria-label={t('social.account.label', {
        name: account.page_name,
        network: platformNames[account.platform],
      })}
    >
      <AccountHead account={account} />
      {state === 'reconnect' ? (
        <span className="sm">{reasonText(account.reason, account.platform)}</span>
      ) : (
        <>
          <Life account={account} />
          <span className="sm t2">{lifeText(account, zone)}</span>
        </>
      )}
      {account.scopes_missing.length > 0 && state !== 'reconnect' ? (
        <span className="sm miss" title={account.scopes_missing.map(({ scope }) => scope).join(', ')}>
          <Icon of={IconFlag} size="small" />
          {missingLine(account.scopes_missing)}
        </span>
      ) : null}
      <div className="ft">
        <Foot account={account} />
        {state === 'connected' && account.can_post ? (
          <Button kind="quiet" size="small" onClick={onDisconnect}>
            {t('social.account.disconnect')}
          </Button>
        ) : (
          <span className="row n">
            <Button kind="quiet" size="small" onClick={onDisconnect}>
              {t('social.account.disconnect')}
            </Button>
            <Button size="small" onClick={onReconnect}>
              {t('social.account.reconnect')}
            </Button>
          </span>
        )}
      </div>
    </article>
  )
}

/** What waits, how long it has been connected; at Instagram how much of its limit is used. */
function Foot({ account }: { account: SocialAccount }) {
  const zone = useZone()
  const isCounted = account.platform === 'instagram' && account.state !== 'reconnect'
  if (!isCounted) return <span className="sm t3">{footLine(account, zone)}</span>
  const isQuiet = account.state === 'connected' && account.posts_waiting === 0
  return (
    <span className="sm t3 foot-lines">
      {isQuiet ? null : <span>{footLine(account, zone)}</span>}
      <UsedToday account={account} />
    </span>
  )
}

/** The account's picture or initial with its network's glyph, its name, and its state. */
export function AccountHead({ account }: { account: SocialAccount }) {
  const { state } = account
  return (
    <div className="hd">
      <AccountFace account={account} />
      <div className="grow">
        <b title={account.page_name}>{account.page_name}</b>
        <span className="sm t3">{accountLine(account)}</span>
      </div>
      <Badge tone={tones[state]}>{t(`social.account.state.${state}`)}</Badge>
    </div>
  )
}

const ticks = 30

/** How much of the access is left, in 30 ticks. Nothing is drawn where it has no end. */
export function Life({ account: { days_left: left, days_total: total } }: { account: SocialAccount }) {
  if (left === null || !total) return null
  const full = Math.min(ticks, Math.ceil((left / total) * ticks))
  return (
    <span className="life" aria-hidden="true">
      {Array.from({ length: ticks }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the ticks are alike and never change places
        <i key={index} className={index < full ? undefined : 'x'} />
      ))}
    </span>
  )
}
