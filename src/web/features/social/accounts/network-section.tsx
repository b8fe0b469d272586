import { IconPlus } from '@tabler/icons-react'
import {
  type LoginWay,
  type NetworkSetup,
  type Platform,
  platformNames,
  type SocialAccount,
} from '#contract/social/social.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Bone } from '#web/components/skeleton.tsx'
import { t } from '#web/messages/t.ts'
import { AccountCard } from './account-card.tsx'
import { notSetUp } from './account-text.ts'
import { networkIcons } from './network-icons.ts'

const way = (name: LoginWay) => ({ way: name, configured: true, missing: [] })
/** Until the server says which ways there are, all are offered: so nothing moves when it does. */
const expectedWays: Record<Platform, NetworkSetup['ways']> = {
  facebook: [way('facebook')],
  instagram: [way('instagram_page'), way('instagram')],
  youtube: [way('youtube')],
  linkedin: [way('linkedin')],
}

/** One network: what it is for, how to connect it, and its accounts. */
export function NetworkSection({
  platform,
  setup,
  accounts,
  connecting,
  first,
  onConnect,
  onReconnect,
  onDisconnect,
}: {
  platform: Platform
  setup: NetworkSetup | undefined
  /** Undefined while they are loaded. */
  accounts: readonly SocialAccount[] | undefined
  connecting: LoginWay | null
  first: boolean
  onConnect: (way: LoginWay) => void
  onReconnect: (account: SocialAccount) => void
  onDisconnect: (account: SocialAccount) => void
}) {
  const id = `network-${platform}`
  const ways = setup?.ways ?? expectedWays[platform]
  const usable = ways.filter(({ configured }) => configured)
  return (
    <section className={`sec${first ? ' first' : ''}`} aria-labelledby={id}>
      <div className="nets">
        <div>
          <div className="net-h">
            <Icon of={networkIcons[platform]} />
            <h2 id={id}>{platformNames[platform]}</h2>
          </div>
          <p className="sm t3 mt2">{t(`social.networks.${platform}`)}</p>
          <div className="net-more">
            {usable.map(({ way }) => (
              <Button
                key={way}
                size="small"
                busy={connecting === way && t('social.connect.connecting')}
                icon={<Icon of={IconPlus} size="small" />}
                onClick={() => onConnect(way)}
              >
                {t(`social.connect.ways.${way}`)}
              </Button>
            ))}
            {setup && usable.length === 0 ? <p className="sm t2">{notSetUp(ways)}</p> : null}
          </div>
        </div>
        {accounts === undefined ? (
          <div
            className="acards"
            role="status"
            aria-label={t('social.networks.loading', { network: platformNames[platform] })}
          >
            <div className="acard">
              <Bone width="60%" height={14} />
              <Bone width="40%" height={10} />
              <Bone width="90%" height={10} />
            </div>
          </div>
        ) : accounts.length === 0 ? (
          <p className="no-accounts sm">{t('social.networks.none', { network: platformNames[platform] })}</p>
        ) : (
          <div className="acards">
            {accounts.map((account) => (
              <AccountCard
                key={account.id}
                account={account}
                onReconnect={() => onReconnect(account)}
                onDisconnect={() => onDisconnect(account)}
              />
            ))}
          </div>
        )}
      </div>
    </section>
  )
}
