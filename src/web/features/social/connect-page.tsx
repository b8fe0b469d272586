import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  type ConnectResult,
  platformNames,
  platforms,
  type SocialAccount,
  socialAccounts,
} from '#contract/social/social.ts'
import { Banner } from '#web/components/banner.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import { AccountBanner, mostUrgent } from './accounts/account-banner.tsx'
import { problemText, resultText, scopeName, skippedText } from './accounts/account-text.ts'
import { ChooseAccounts } from './accounts/choose-accounts.tsx'
import { NetworkSection } from './accounts/network-section.tsx'
import { useConnect, useLoginResult } from './accounts/social-login.ts'
import './social.css'

export default function ConnectPage() {
  const list = useQuery(queryFor(socialAccounts.list))
  const login = useLoginResult()
  const { connect, connecting } = useConnect()
  const disconnect = useDisconnect()
  useLoadFailure(list.error)
  // Without a good answer nothing is shown that may no longer be so.
  const accounts = list.isError ? [] : list.data?.accounts
  const urgent = mostUrgent(accounts ?? [])
  const reconnect = (account: SocialAccount) => connect(account.way)
  return (
    <>
      <PageHeader
        title={t('social.connect.title')}
        lede={accounts && accounts.length > 0 ? <Summary accounts={accounts} /> : t('social.connect.lede')}
        actions={
          <Button
            icon={<Icon of={IconRefresh} size="small" />}
            busy={list.isFetching && !list.isLoading && t('social.connect.refreshing')}
            onClick={() => void list.refetch()}
          >
            {t('social.connect.refresh')}
          </Button>
        }
      />
      <div className="social-bans">
        {login.finishing ? <Banner kind="waiting">{t('social.connect.connecting')}</Banner> : null}
        {login.result?.status === 'error' ? (
          <LoginFailure key={login.result.problem} result={login.result} />
        ) : null}
        {list.isError && isRefused(list.error) ? (
          <Banner
            kind="error"
            action={
              <LinkButton size="small" to="/login">
                {t('social.connect.logIn')}
              </LinkButton>
            }
          >
            {t('social.connect.notLoggedIn')}
          </Banner>
        ) : null}
        {urgent ? <AccountBanner account={urgent} onReconnect={() => reconnect(urgent)} /> : null}
      </div>
      {platforms.map((platform, index) => (
        <NetworkSection
          key={platform}
          platform={platform}
          first={index === 0}
          setup={list.data?.networks.find((one) => one.platform === platform)}
          accounts={accounts?.filter((account) => account.platform === platform)}
          connecting={connecting}
          onConnect={connect}
          onReconnect={reconnect}
          onDisconnect={(account) => void disconnect(account)}
        />
      ))}
      {login.result?.status === 'choose' ? (
        <ChooseAccounts result={login.result} onDone={login.take} onClose={login.clear} />
      ) : null}
    </>
  )
}

/** How many accounts can post, and what needs the person. */
function Summary({ accounts }: { accounts: readonly SocialAccount[] }) {
  const soon = accounts.filter(({ state }) => state === 'expiring')
  const dead = accounts.filter(({ state }) => state === 'reconnect').length
  const days = Math.min(...soon.map(({ days_left }) => days_left ?? Number.POSITIVE_INFINITY))
  const usable = accounts.filter(({ can_post }) => can_post).length
  return (
    <>
      {t.rich('social.connect.usable', { ...tags, usable, all: accounts.length })}
      {soon.length === 0 ? null : (
        <>
          {' '}
          {Number.isFinite(days)
            ? t.rich('social.connect.soonDays', { ...tags, count: soon.length, days })
            : t.rich('social.connect.soon', { ...tags, count: soon.length })}
        </>
      )}
      {dead === 0 ? null : <> {t.rich('social.connect.dead', { ...tags, count: dead })}</>}
    </>
  )
}

/** What a login connected nothing for, and what to do. A cancelled one is no error. */
function LoginFailure({ result }: { result: ConnectResult }) {
  const sentence = resultText(result.status, result.reason)
  const place = useRef<HTMLDivElement>(null)
  // The browser comes back to where the page was scrolled to, which may be below it.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={place}>
      <Banner kind={result.reason === 'cancelled' ? 'waiting' : 'error'}>
        <b>{sentence}</b> {problemText(result.problem)}
        {result.missing_scopes.length > 0 ? (
          <span className="sm">
            {' '}
            {t('social.result.missing', { scopes: result.missing_scopes.map(scopeName).join(', ') })}
          </span>
        ) : null}
        {result.skipped.length > 0 ? (
          <span className="sm"> {result.skipped.map(skippedText).join(' ')}</span>
        ) : null}
      </Banner>
    </div>
  )
}

/** The server answered, and not with the accounts. */
const isRefused = (error: unknown): boolean => error instanceof ApiError && error.kind === 'answer'

function useLoadFailure(error: unknown): void {
  useEffect(() => {
    if (error && !isRefused(error)) toast.error(t('social.connect.loadFailed'))
  }, [error])
}

function useDisconnect(): (account: SocialAccount) => Promise<void> {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: ({ platform, id }: SocialAccount) =>
      call(socialAccounts.disconnect, { body: { platform, id } }),
    onSuccess: () => toast.success(t('social.disconnect.done')),
    onError: (error) =>
      toast.error(
        sentenceFor(error, {
          failed: t('social.disconnect.failed'),
          unreachable: t('social.disconnect.unreachable'),
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(socialAccounts.list) }),
  })
  return async (account) => {
    const network = platformNames[account.platform]
    const yes = await confirm({
      title: t('social.disconnect.title', { name: account.page_name }),
      consequence:
        account.posts_waiting > 0
          ? t('social.disconnect.waiting', { count: account.posts_waiting, network })
          : t('social.disconnect.consequence', { network }),
      confirm: t('social.disconnect.confirm'),
      cancel: t('social.disconnect.keep'),
    })
    if (yes) remove.mutate(account)
  }
}
