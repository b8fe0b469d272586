import { Link } from 'react-router'
import type { dashboard } from '#contract/dashboard.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { doneOf } from '#web/components/figures/outcome-parts.ts'
import { counted, formatNumber, formatPercent } from '#web/format/number.ts'
import { formatTime } from '#web/format/time.ts'

type Figures = ResponseOf<typeof dashboard.stats>

/** The news: what goes out now, else what waits for a word, else what today brought. */
export function DashboardLede({ figures }: { figures: Figures }) {
  const [running] = figures.running
  if (running) {
    const { done, of } = doneOf(running.outcomes)
    const { failed } = running.outcomes
    return (
      <>
        <b>{running.name}</b> {running.waiting ? 'waits' : 'is going out now'}: {formatPercent(done, of)} done
        {running.pace.done_at ? (
          <>
            , finished at about <b>{formatTime(running.pace.done_at, figures.timezone)}</b>
          </>
        ) : null}
        .
        {failed ? (
          <>
            {' '}
            It did not reach <b>{counted(failed, 'person', 'people')}</b>.
          </>
        ) : null}
      </>
    )
  }
  const [turn] = figures.your_turn
  if (turn?.kind === 'campaign') {
    return (
      <>
        <Link to={turn.to}>
          <b>{turn.name}</b>
        </Link>{' '}
        waits for you: {turn.sentence}
      </>
    )
  }
  const { sent, read } = figures.today
  if (sent) {
    return (
      <>
        <b>{counted(sent, 'message', 'messages')}</b> went out today, and <b>{formatNumber(read)}</b>{' '}
        {read === 1 ? 'was' : 'were'} read.
      </>
    )
  }
  const { scheduled } = figures.campaigns
  if (scheduled) {
    return (
      <>
        Nothing goes out at this moment. <b>{counted(scheduled, 'campaign', 'campaigns')}</b>{' '}
        {scheduled === 1 ? 'is' : 'are'} scheduled.
      </>
    )
  }
  return figures.stats.leads ? (
    <>
      Nothing has gone out today. <b>{counted(figures.leads.with_consent, 'person', 'people')}</b> would like
      to hear from you.
    </>
  ) : (
    <>
      <Link to="/lead-generator">Bring in the people you know</Link>, and the first good news can go out
      today.
    </>
  )
}
