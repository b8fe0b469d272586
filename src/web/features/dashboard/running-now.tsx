import { Fragment } from 'react'
import { Link } from 'react-router'
import type { dashboard } from '#contract/dashboard.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { Figures } from '#web/components/figures/figures.tsx'
import { OutcomeBar } from '#web/components/figures/outcome-bar.tsx'
import { barOf, shortFiguresOf } from '#web/components/figures/outcome-parts.ts'
import { Section } from '#web/components/page.tsx'
import { formatRate } from '#web/format/number.ts'
import { formatAhead } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

type Running = ResponseOf<typeof dashboard.stats>['running'][number]

/** Running campaigns with live bars. */
export function RunningNow({ campaigns, now }: { campaigns: readonly Running[]; now: Date }) {
  const [only] = campaigns
  return (
    <Section
      first
      title={t('dashboard.running.title')}
      aside={
        campaigns.length === 1 && only ? (
          <Link className="sm" to={`/campaigns/${only.id}`}>
            {t('dashboard.running.open')}
          </Link>
        ) : (
          <Link className="sm" to="/campaigns?view=all&status=Running">
            {t('dashboard.running.all')}
          </Link>
        )
      }
    >
      {campaigns.map((campaign) => (
        <Fragment key={campaign.id}>
          <div className="row sp running-head">
            <Link className="b row-a" to={`/campaigns/${campaign.id}`}>
              {campaign.name}
            </Link>
            <span className="sm t2">{paceText(campaign, now)}</span>
          </div>
          <OutcomeBar outcomes={barOf(campaign.outcomes)} />
          <Figures parts={shortFiguresOf(campaign.outcomes, campaign.id)} />
        </Fragment>
      ))}
    </Section>
  )
}

function paceText({ pace, waiting }: Running, now: Date): string {
  if (waiting) return waiting.sentence
  if (!pace.rate) return t('dashboard.running.nothing')
  return pace.done_at
    ? t('dashboard.running.done', {
        rate: formatRate(pace.rate),
        ahead: formatAhead(pace.done_at, now),
      })
    : formatRate(pace.rate)
}
