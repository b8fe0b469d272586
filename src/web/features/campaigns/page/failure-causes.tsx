import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { FailureCause } from '#contract/campaigns/parts.ts'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { logsOf } from '#web/components/figures/outcome-parts.ts'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { Section } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatNumber } from '#web/format/number.ts'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { useCampaignCache } from '../campaigns.queries.ts'

/** Why messages failed, the most frequent cause first, each with what helps. */
export function FailureCauses({ campaign }: { campaign: Campaign }) {
  const cache = useCampaignCache()
  const input = { params: { id: campaign.id } }
  const retry = useMutation({
    mutationFn: (body: { codes?: (number | null)[]; at?: string }) =>
      call(campaigns.retryFailed, { ...input, body }),
    onSuccess: (answer) => {
      cache.put(answer.campaign)
      const later = answer.later_at ? formatMoment(answer.later_at, campaign.timezone) : ''
      toast.success(
        answer.later
          ? t('campaigns.page.failures.retryingSplit', {
              now: answer.queued - answer.later,
              later: answer.later,
              when: later,
            })
          : answer.queued
            ? t('campaigns.page.failures.retrying', { count: answer.queued })
            : t('campaigns.page.failures.retryAt', {
                when: formatMoment(answer.campaign.retry_at ?? '', campaign.timezone),
              }),
      )
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: t('campaigns.failed') })),
  })
  const mayRetry = campaign.actions.includes('retry_failed')
  const several =
    campaign.failures.filter(({ action }) => action !== 'people' && action !== 'none').length > 1
  return (
    <Section
      first
      title={t('campaigns.page.failures.title')}
      aside={
        <span className="row n">
          {mayRetry && several ? (
            <Button
              size="small"
              kind="quiet"
              busy={retry.isPending && t('campaigns.page.failures.busy')}
              onClick={() => retry.mutate({})}
            >
              {t('campaigns.page.failures.retryFailed')}
            </Button>
          ) : null}
          <Link className="sm" to={logsOf(campaign.id, { status: 'failed' })}>
            {t('campaigns.page.failures.seeAll', { count: campaign.outcomes.failed })}
          </Link>
        </span>
      }
    >
      {campaign.retry_at ? (
        <p className="t2 retry-note">
          {t('campaigns.page.failures.retryAt', { when: formatMoment(campaign.retry_at, campaign.timezone) })}
        </p>
      ) : null}
      <ul className="causes">
        {campaign.failures.map((cause) => (
          <li key={cause.sentence}>
            <Link className="causes-n" to={logsOf(campaign.id, { status: 'failed', codes: cause.codes })}>
              {formatNumber(cause.count)}
              <span className="sr">
                {t('campaigns.page.failures.countLabel', { count: cause.count, cause: cause.sentence })}
              </span>
            </Link>
            <div>
              <h3 className="h3">{cause.sentence.replace(/[.।]$/, '')}</h3>
              <p>{cause.advice}</p>
            </div>
            <Help
              cause={cause}
              campaign={campaign}
              mayRetry={mayRetry}
              busy={retry.isPending}
              onRetry={(at) => retry.mutate({ codes: cause.codes, at })}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What helps against one cause; after a fix elsewhere, the messages are retried from here. */
function Help({
  cause,
  campaign,
  mayRetry,
  busy,
  onRetry,
}: {
  cause: FailureCause
  campaign: Campaign
  mayRetry: boolean
  busy: boolean
  onRetry: (at?: string) => void
}) {
  const { action, count, codes, retry_after_seconds: seconds } = cause
  const retry = mayRetry ? (
    <Button size="small" disabled={busy} onClick={() => onRetry()}>
      {t('campaigns.page.failures.retry', { count })}
    </Button>
  ) : null
  if (action === 'reconnect' || action === 'template') {
    return (
      <div className="row causes-do">
        {action === 'reconnect' ? (
          <LinkButton size="small" to="/meta/waba-setup">
            {t('campaigns.page.failures.openSetup')}
          </LinkButton>
        ) : (
          <LinkButton size="small" to={`/templates/${campaign.template_id}`}>
            {t('campaigns.openTemplate')}
          </LinkButton>
        )}
        {retry}
      </div>
    )
  }
  if (retry && action === 'retry_later' && seconds) {
    return (
      <Button
        size="small"
        disabled={busy}
        onClick={() => onRetry(new Date(Date.now() + seconds * 1000).toISOString())}
      >
        {t(
          seconds >= 72_000 ? 'campaigns.page.failures.retryTomorrow' : 'campaigns.page.failures.retryLater',
        )}
      </Button>
    )
  }
  if (retry && action === 'retry') return retry
  return (
    <LinkButton size="small" to={logsOf(campaign.id, { status: 'failed', codes })}>
      {t('campaigns.page.failures.seePeople')}
    </LinkButton>
  )
}
