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

type Running = ResponseOf<typeof dashboard.stats>['running'][number]

/** Campaigns that go out at this moment, with live bars. */
export function RunningNow({ campaigns, now }: { campaigns: readonly Running[]; now: Date }) {
  const [only] = campaigns
  return (
    <Section
      first
      title="Running now"
      aside={
        campaigns.length === 1 && only ? (
          <Link className="sm" to={`/campaigns/${only.id}`}>
            Open campaign
          </Link>
        ) : (
          <Link className="sm" to="/campaigns?view=all&status=Running">
            See all
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
            <span className="sm t2">{paceWords(campaign, now)}</span>
          </div>
          <OutcomeBar outcomes={barOf(campaign.outcomes)} />
          <Figures parts={shortFiguresOf(campaign.outcomes, campaign.id)} />
        </Fragment>
      ))}
    </Section>
  )
}

function paceWords({ pace, waiting }: Running, now: Date): string {
  if (waiting) return waiting.sentence
  if (!pace.rate) return 'Nothing leaves just now'
  return pace.done_at
    ? `${formatRate(pace.rate)}, done ${formatAhead(pace.done_at, now)}`
    : formatRate(pace.rate)
}
