import { useParams } from 'react-router'
import { type AudienceNow, type Campaign, campaigns } from '#contract/campaigns.ts'
import { Banner } from '#web/components/banner.tsx'
import { ErrorState, ScreenError } from '#web/components/error-state.tsx'
import { Figures } from '#web/components/figures/figures.tsx'
import { OutcomeBar } from '#web/components/figures/outcome-bar.tsx'
import { barOf, figuresOf } from '#web/components/figures/outcome-parts.ts'
import { useSeconds } from '#web/components/figures/use-seconds.ts'
import { LinkButton } from '#web/components/forms/button.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { Badge, campaignTone } from '#web/components/status.tsx'
import { formatAgo, formatAhead, formatMoment, formatNear } from '#web/format/time.ts'
import { useLive } from '#web/net/stream.ts'
import { useConnection } from '#web/session/business.queries.ts'
import { useCampaign, useCampaignCache, useExpectedAudience } from '../campaigns.queries.ts'
import { TrialPanel } from '../trial/trial-panel.tsx'
import { UndoStart } from '../undo-start.tsx'
import { CampaignActions } from './campaign-actions.tsx'
import { CampaignCost } from './campaign-cost.tsx'
import { CampaignLede } from './campaign-lede.tsx'
import { CampaignPace } from './campaign-pace.tsx'
import { CampaignReplies } from './campaign-replies.tsx'
import { CampaignSide } from './campaign-side.tsx'
import { CampaignStory } from './campaign-story.tsx'
import { ExportButton } from './export-button.tsx'
import { FailureCauses } from './failure-causes.tsx'
import { NewVersionPanel } from './new-version.tsx'
import { UnknownMessages } from './unknown-messages.tsx'
import '../campaigns.css'
import '#web/features/campaigns/campaign.css'
import { t } from '#web/messages/t.ts'

/** One campaign, live: its figures, pace, failures and history. */
export default function CampaignPage() {
  const id = Number(useParams().id)
  const cache = useCampaignCache()
  const known = Number.isSafeInteger(id) && id > 0
  const live = useLive(
    campaigns.live,
    { params: { id } },
    {
      enabled: known,
      onEvent: ({ event, data }) => {
        if (event === 'campaign') {
          cache.put(JSON.parse(data) as Campaign)
        }
      },
    },
  )
  const page = useCampaign(known ? id : 0, known, live.refetchInterval)
  if (!known || (page.isError && !page.data)) {
    return (
      <>
        <PageHeader title={t('campaigns.page.title')} crumbs={crumbs()} />
        <ScreenError
          thing="campaign"
          back={crumbs()[0]}
          error={page.error}
          words={{ failed: t('app.error.load'), unreachable: t('campaigns.page.unreachable') }}
          onRetry={() => page.refetch()}
        />
      </>
    )
  }
  if (!page.data) {
    return (
      <>
        <PageHeader title={t('campaigns.page.title')} crumbs={crumbs()} />
        <SkeletonLines lines={8} label={t('campaigns.loadingCampaign')} />
      </>
    )
  }
  return (
    <>
      {page.isError ? (
        <ErrorState error={page.error} onRetry={() => page.refetch()} dataFrom={page.dataUpdatedAt} />
      ) : null}
      <CampaignView campaign={page.data.campaign} />
    </>
  )
}

const crumbs = () => [{ to: '/campaigns?view=all', name: t('campaigns.page.crumb') }]

function CampaignView({ campaign }: { campaign: Campaign }) {
  const now = useSeconds(campaign.status === 'Running')
  const expected = useExpected(campaign)
  const { outcomes, timezone: zone } = campaign
  const { total, parts } = figuresOf(outcomes, campaign.id)
  return (
    <>
      <PageHeader
        title={campaign.name}
        crumbs={crumbs()}
        lede={<CampaignLede campaign={campaign} expected={expected} now={now} />}
        actions={<CampaignActions campaign={campaign} />}
      />
      {campaign.undo_until && campaign.undo_seconds !== null ? (
        <UndoStart key={campaign.undo_until} campaign={campaign} />
      ) : null}
      <Waits campaign={campaign} now={now} />
      {campaign.archived ? (
        <Banner
          kind="waiting"
          action={<LinkButton to="/meta/message-logs">{t('messages.logs.label')}</LinkButton>}
        >
          {t('campaigns.page.archived')}
        </Banner>
      ) : null}
      {campaign.new_version ? (
        <NewVersionPanel
          key={JSON.stringify(campaign.new_version.components)}
          campaign={campaign}
          version={campaign.new_version}
        />
      ) : null}
      <section aria-label={t('campaigns.page.results')} className="oc-sec">
        <div className="row sp oc-head">
          <div className="row">
            <Badge tone={campaignTone(campaign.status)}>{t(`campaigns.status.${campaign.status}`)}</Badge>
            {campaign.status === 'Running' && campaign.pace.progressed_at ? (
              <span className="sm t2">
                {t('campaigns.page.lastProgress', {
                  when: formatAgo(campaign.pace.progressed_at, zone, now),
                })}
              </span>
            ) : null}
          </div>
          <span className="sm t3">
            {campaign.started_at
              ? t('campaigns.page.started', { when: formatMoment(campaign.started_at, zone, 'seconds') })
              : t('campaigns.page.starts', { when: formatMoment(campaign.scheduled_at, zone) })}
          </span>
        </div>
        {outcomes.planned ? (
          <>
            <OutcomeBar outcomes={barOf(outcomes)} />
            <Figures total={total} parts={parts} />
            <div className="row sp mt3">
              <p className="sm t3">
                {t('campaigns.page.adds')} <span className="off-paper">{t('campaigns.page.openNumber')}</span>
              </p>
              <ExportButton campaignId={campaign.id} />
            </div>
          </>
        ) : (
          <WhoGetsIt campaign={campaign} expected={expected} />
        )}
      </section>
      {campaign.trial ? <TrialPanel campaign={campaign} trial={campaign.trial} /> : null}
      {outcomes.planned ? <CampaignPace campaign={campaign} /> : null}
      <div className="cols mt8">
        <div>
          {campaign.failures.length ? <FailureCauses campaign={campaign} /> : null}
          {outcomes.unknown ? <UnknownMessages campaign={campaign} /> : null}
          {outcomes.planned ? (
            <CampaignCost campaign={campaign} first={!campaign.failures.length && !outcomes.unknown} />
          ) : null}
          <CampaignReplies campaign={campaign} first={!campaign.failures.length && !outcomes.unknown} />
          <CampaignStory campaign={campaign} first={!campaign.failures.length && !outcomes.unknown} />
        </div>
        <aside aria-label={t('campaigns.page.side')}>
          <CampaignSide campaign={campaign} />
        </aside>
      </div>
    </>
  )
}

function useExpected({ id, status }: Campaign): AudienceNow | undefined {
  const count = useExpectedAudience(id, status === 'Scheduled')
  return (status === 'Scheduled' && count.data?.audience) || undefined
}

/** Before the start: the audience, who is left out now, and that people are counted again at the start. */
function WhoGetsIt({ campaign, expected }: { campaign: Campaign; expected: AudienceNow | undefined }) {
  const audience = campaign.audience_text
  const leftOut = (expected?.left_out ?? []).map(({ label, count }) =>
    t('campaigns.page.who.leftOutOne', { reason: label, count }),
  )
  const sentences = [
    expected
      ? t('campaigns.page.who.counted', { audience, count: expected.selected })
      : t('campaigns.page.who.audience', { audience }),
    ...(leftOut.length ? [t('campaigns.page.who.leftOut', { list: leftOut.join(', ') })] : []),
    t('campaigns.page.who.again'),
  ]
  return <p className="t2">{sentences.join(' ')}</p>
}

/** Status codes of a campaign that waits for its account or its number. */
const accountCodes = new Set(['account_stopped', 'number'])

/** Why nothing is sent: WhatsApp makes it wait (grey), or it waits for the user (marigold or red). */
function Waits({ campaign, now }: { campaign: Campaign; now: Date }) {
  const { status, status_reason, waiting, timezone: zone } = campaign
  const isBlocked = useConnection()?.notices.some(({ id }) => id === `blocked ${campaign.waba_id}`)
  // The notice above every page says already why the account is blocked and what to do.
  if (status === 'Paused' && isBlocked && accountCodes.has(campaign.status_code ?? '')) return null
  if ((status === 'Paused' || status === 'Scheduled') && status_reason) {
    const kind = campaign.status_code === 'template_in_review' ? 'waiting' : 'yours'
    return <Banner kind={kind}>{status_reason}</Banner>
  }
  if (status === 'Failed' && status_reason) return <Banner kind="error">{status_reason}</Banner>
  if (status !== 'Running' || !waiting) return null
  return (
    <Banner kind={waiting.until ? 'waiting' : 'yours'}>
      {isBlocked && waiting.code === 'not_connected' ? null : <b>{waiting.sentence}</b>}
      {` ${waitSentences(waiting, zone, now).join(' ')} `}
      {t('campaigns.page.waits.safe')}
    </Banner>
  )
}

/** Since when it waits and when it continues, as far as that is known. */
function waitSentences(
  { since: from, until: to }: NonNullable<Campaign['waiting']>,
  zone: string,
  now: Date,
): string[] {
  const since = from && formatNear(from, zone, now, 'seconds')
  const waited = since ? [t('campaigns.page.waits.since', { since, zone })] : []
  if (!to) return waited
  if (new Date(to) <= now) return [...waited, t('campaigns.page.waits.now')]
  const until = formatNear(to, zone, now, 'seconds')
  const ahead = formatAhead(to, now)
  return since
    ? [t('campaigns.page.waits.sinceUntil', { since, until, zone, ahead })]
    : [t('campaigns.page.waits.until', { until, zone, ahead })]
}
