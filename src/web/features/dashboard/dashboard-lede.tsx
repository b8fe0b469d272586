import { Link } from 'react-router'
import type { dashboard } from '#contract/dashboard.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { doneOf } from '#web/components/figures/outcome-parts.ts'
import { formatPercent } from '#web/format/number.ts'
import { formatTime } from '#web/format/time.ts'
import { linkTo, tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import type { FirstRun } from './first-run/first-run.queries.ts'

type Figures = ResponseOf<typeof dashboard.stats>

const { b } = tags

/** The most important fact: a running campaign, else one that needs the user, else today's figures. */
export function DashboardLede({
  figures,
  steps,
}: {
  figures: Figures
  steps: FirstRun['steps'] | undefined
}) {
  const [running] = figures.running
  if (running) return <Running campaign={running} zone={figures.timezone} />
  const [turn] = figures.your_turn
  if (turn?.kind === 'campaign') {
    return t.rich('dashboard.lede.yourTurn', {
      link: (text) => (
        <Link to={turn.to}>
          <b>{text}</b>
        </Link>
      ),
      name: turn.name,
      reason: turn.sentence,
    })
  }
  if (steps) {
    return t.rich('firstRun.lede', { b, count: steps.filter(({ done_at }) => done_at === null).length })
  }
  const { sent, read } = figures.today
  if (sent) return t.rich('dashboard.lede.today', { b, sent, read })
  const { scheduled } = figures.campaigns
  if (scheduled) return t.rich('dashboard.lede.scheduled', { b, count: scheduled })
  return figures.stats.leads
    ? t.rich('dashboard.lede.consented', { b, count: figures.leads.with_consent })
    : t.rich('dashboard.lede.noLeads', { link: linkTo('/lead-generator') })
}

function Running({ campaign, zone }: { campaign: Figures['running'][number]; zone: string }) {
  const { name, waiting, pace, outcomes } = campaign
  const { done, of } = doneOf(outcomes)
  const state = waiting ? 'waiting' : 'running'
  const percent = formatPercent(done, of)
  return (
    <>
      {pace.done_at
        ? t.rich(`dashboard.lede.${state}Until`, { b, name, percent, time: formatTime(pace.done_at, zone) })
        : t.rich(`dashboard.lede.${state}`, { b, name, percent })}
      {outcomes.failed ? <> {t.rich('dashboard.lede.notReached', { b, count: outcomes.failed })}</> : null}
    </>
  )
}
