import { IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { SocialAccount } from '#contract/social/social.ts'
import { platformNames } from '#contract/social/social.ts'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import { AccountFace } from '../accounts/account-face.tsx'
import { accountLine } from '../accounts/account-text.ts'
import { LimitLine, type LimitNow } from './limits.tsx'

/** The accounts that a post goes to. One that cannot post says why. */
export function AccountPicker({
  accounts,
  chosen,
  limits = [],
  error,
  onChange,
}: {
  accounts: readonly SocialAccount[]
  chosen: readonly number[]
  /** What is left of the daily limits of those that are chosen. */
  limits?: readonly LimitNow[]
  error: string | undefined
  onChange: (ids: number[]) => void
}) {
  return (
    <section className="sec first">
      <div className="row n sp acc-h">
        <span className="lab" id="accounts-label">
          {t('social.compose.accounts')}
        </span>
        <Link className="sm" to="/social/connect">
          {t('social.compose.connect')}
        </Link>
      </div>
      <fieldset aria-labelledby="accounts-label" aria-describedby={error ? 'accounts-fault' : undefined}>
        <div className="accs">
          {accounts.map((account) => (
            <label className="acc" key={account.id}>
              <input
                type="checkbox"
                aria-label={`${platformNames[account.platform]}, ${account.page_name}`}
                checked={chosen.includes(account.id)}
                disabled={!account.can_post && !chosen.includes(account.id)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(checked ? [...chosen, account.id] : chosen.filter((id) => id !== account.id))
                }
              />
              <AccountFace account={account} />
              <span className="acc-n">
                <b title={account.page_name}>{account.page_name}</b>
                <small>{account.can_post ? accountLine(account) : t('social.compose.reconnect')}</small>
                {limits
                  .filter(({ account_id }) => account_id === account.id)
                  .map((limit) => (
                    <LimitLine key={limit.account_id} limit={limit} />
                  ))}
              </span>
              <span className="tick">
                <Icon of={IconCheck} />
              </span>
            </label>
          ))}
        </div>
        {error ? (
          <p className="hint err" id="accounts-fault">
            {error}
          </p>
        ) : null}
      </fieldset>
    </section>
  )
}
