import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefreshResult, type SocialAccount, socialAccounts } from '#contract/social/social.ts'
import { Banner } from '#web/components/banner.tsx'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatNear } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { AccountHead, Life } from './accounts/account-card.tsx'
import { lifeText, reasonText } from './accounts/account-text.ts'
import { useConnect, useLoginResult } from './accounts/social-login.ts'
import './social.css'

/** The access of each connected account: how long it lasts, when it was checked, and a way to renew it. */
export default function RefreshTokensPage() {
  const list = useQuery(queryFor(socialAccounts.list))
  const queries = useQueryClient()
  const refresh = useMutation({
    mutationFn: (id: number | undefined) =>
      call(socialAccounts.refresh, { body: id === undefined ? {} : { id } }),
    onSuccess: ({ results }) => {
      void queries.invalidateQueries({ queryKey: keyOf(socialAccounts.list) })
      report(results)
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: t('social.refresh.failed') })),
  })
  const { connect, connecting } = useConnect()
  // LinkedIn's login ends in a window of its own: the screen that opened it takes the result.
  useLoginResult()
  const accounts = list.data?.accounts
  const isBusy = (id: number | undefined) => refresh.isPending && refresh.variables === id
  return (
    <>
      <PageHeader
        title={t('social.refresh.title')}
        lede={t('social.refresh.lede')}
        actions={
          accounts && accounts.length > 0 ? (
            <Button
              icon={<Icon of={IconRefresh} size="small" />}
              busy={isBusy(undefined) && t('social.connect.refreshing')}
              onClick={() => refresh.mutate(undefined)}
            >
              {t('social.refresh.all')}
            </Button>
          ) : undefined
        }
      />
      {list.isError ? <ErrorState error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isLoading ? <SkeletonRows label={t('social.refresh.loading')} /> : null}
      {accounts?.length === 0 ? (
        <Empty
          title={t('social.refresh.empty')}
          actions={
            <LinkButton kind="yours" to="/social/connect">
              {t('social.refresh.connect')}
            </LinkButton>
          }
        >
          {t('social.refresh.emptyText')}
        </Empty>
      ) : null}
      <div className="acards">
        {accounts?.map((account) => (
          <AccessCard
            key={account.id}
            account={account}
            busy={isBusy(account.id) || isBusy(undefined)}
            onRefresh={() => refresh.mutate(account.id)}
            connecting={connecting === account.way}
            onReconnect={() => connect(account.way)}
          />
        ))}
      </div>
      {accounts?.some(({ state }) => state === 'reconnect') ? (
        <div className="mt4">
          <Banner
            kind="waiting"
            action={
              <LinkButton size="small" to="/social/connect">
                {t('social.refresh.open')}
              </LinkButton>
            }
          >
            {t('social.refresh.deadNote')}
          </Banner>
        </div>
      ) : null}
    </>
  )
}

const looks: Record<SocialAccount['state'], string> = { connected: '', expiring: ' soon', reconnect: ' dead' }

function AccessCard({
  account,
  busy,
  onRefresh,
  connecting,
  onReconnect,
}: {
  account: SocialAccount
  busy: boolean
  onRefresh: () => void
  connecting: boolean
  onReconnect: () => void
}) {
  const zone = useZone()
  const needsLogin = account.state === 'reconnect'
  return (
    <article className={`acard${looks[account.state]}`} aria-label={account.page_name}>
      <AccountHead account={account} />
      {needsLogin ? (
        <span className="sm">{reasonText(account.reason, account.platform)}</span>
      ) : (
        <>
          <Life account={account} />
          <span className="sm t2">{lifeText(account, zone)}</span>
        </>
      )}
      <div className="ft">
        <span className="sm t3">
          {account.checked_at
            ? t('social.account.checkedAt', { time: formatNear(account.checked_at, zone, new Date()) })
            : t('social.account.notChecked')}
        </span>
        <span className="row n">
          {needsLogin || (account.state === 'expiring' && account.renewal !== 'by_itself') ? (
            <Button size="small" busy={connecting && t('social.connect.connecting')} onClick={onReconnect}>
              {t('social.account.reconnect')}
            </Button>
          ) : null}
          <Button
            size="small"
            kind={needsLogin ? 'quiet' : 'default'}
            busy={busy && t('social.connect.refreshing')}
            onClick={onRefresh}
          >
            {t('social.refresh.one')}
          </Button>
        </span>
      </div>
    </article>
  )
}

/** One sentence of what came of it, the worst first. */
function report(results: readonly RefreshResult[]): void {
  const count = (outcome: RefreshResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length
  const dead = count('reconnect')
  const unreachable = count('unreachable')
  const works = count('refreshed') + count('checked')
  if (dead > 0) toast.error(t('social.refresh.needLogin', { count: dead }))
  else if (unreachable > 0) toast.error(t('social.refresh.unreachable', { count: unreachable }))
  else if (works > 0) toast.success(t('social.refresh.good', { count: works }))
  else toast.success(t('social.refresh.underWay'))
}
