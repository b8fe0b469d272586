import { useQuery } from '@tanstack/react-query'
import type { Outcomes } from '#contract/campaigns/parts.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { type Plan, subscription } from '#contract/subscription.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Figures } from '#web/components/figures/figures.tsx'
import { OutcomeBar } from '#web/components/figures/outcome-bar.tsx'
import { Progress } from '#web/components/figures/progress.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { Badge, type Tone } from '#web/components/status.tsx'
import { counted, formatNumber } from '#web/format/number.ts'
import { formatDate, formatTime } from '#web/format/time.ts'
import { queryFor } from '#web/net/api.ts'
import '#web/look/table.css'

type Answer = ResponseOf<typeof subscription.get>

export default function SubscriptionPage() {
  const usage = useQuery(queryFor(subscription.get))
  return (
    <>
      <PageHeader title="Subscription" lede={usage.data ? <Lede answer={usage.data} /> : null} />
      {usage.isError ? (
        <ErrorState error={usage.error} onRetry={() => usage.refetch()} dataFrom={usage.dataUpdatedAt} />
      ) : null}
      {usage.data ? (
        <Usage answer={usage.data} />
      ) : usage.isError ? null : (
        <SkeletonLines lines={8} label="Loading usage" />
      )}
    </>
  )
}

/** Messages that WhatsApp took, as the dashboard counts them: who was left out got none. */
const takenOf = ({ sent, delivered, read }: Outcomes): number => sent + delivered + read

function Lede({ answer: { usage, plan, timezone, month_from } }: { answer: Answer }) {
  return (
    <>
      <b>{counted(takenOf(usage.messages), 'message', 'messages')}</b> since{' '}
      {formatDate(month_from, timezone)}, on the plan <b>{plan.name}</b>
      {plan.limits.messages === null
        ? ', which has no limit.'
        : `, which has ${formatNumber(plan.limits.messages)} a month.`}
    </>
  )
}

const outcomes: readonly { key: Exclude<keyof Outcomes, 'planned'>; name: string; tone: Tone }[] = [
  { key: 'read', name: 'Read', tone: 'read' },
  { key: 'delivered', name: 'Delivered', tone: 'delivered' },
  { key: 'sent', name: 'Sent', tone: 'sent' },
  { key: 'sending', name: 'Sending', tone: 'sending' },
  { key: 'queued', name: 'Queued', tone: 'queued' },
  { key: 'failed', name: 'Failed', tone: 'failed' },
  { key: 'unknown', name: 'Unknown', tone: 'unknown' },
  { key: 'skipped', name: 'Skipped', tone: 'skipped' },
  { key: 'cancelled', name: 'Cancelled', tone: 'cancelled' },
]

function Usage({ answer }: { answer: Answer }) {
  const { usage, plan, plans, timezone } = answer
  const parts = outcomes.map(({ key, name, tone }) => ({ name, tone, count: usage.messages[key] }))
  return (
    <>
      <Section
        first
        title="Messages this month"
        aside={`As of ${formatTime(answer.as_of, timezone)} (${timezone})`}
      >
        <OutcomeBar outcomes={parts} />
        <Figures total={{ name: 'Planned', count: usage.messages.planned }} parts={parts} />
      </Section>
      <Section title="Usage and limits">
        <div className="limits">
          <Limit name="Messages" used={takenOf(usage.messages)} limit={plan.limits.messages} />
          <Limit name="Leads" used={usage.leads} limit={plan.limits.leads} />
          <Limit name="Campaigns" used={usage.campaigns} limit={plan.limits.campaigns} />
          <Limit name="Posts" used={usage.posts} limit={plan.limits.posts} />
        </div>
      </Section>
      <Section title="Plans">
        <Plans plans={plans} current={plan.id} />
        <p className="sm t3 mt4">
          This is your own server: nothing is billed here. WhatsApp bills you for the messages that it
          delivers.
        </p>
      </Section>
    </>
  )
}

function Limit({ name, used, limit }: { name: string; used: number; limit: number | null }) {
  if (limit === null) {
    return (
      <div className="row n sp sm">
        <span className="b">{name}</span>
        <span className="t2">{formatNumber(used)}, no limit</span>
      </div>
    )
  }
  return (
    <Progress
      name={name}
      value={limit === 0 ? 1 : used / limit}
      says={`${formatNumber(used)} of ${formatNumber(limit)}`}
    />
  )
}

function Plans({ plans, current }: { plans: readonly Plan[]; current: string }) {
  const limit = (value: number | null) => (value === null ? 'No limit' : formatNumber(value))
  return (
    <>
      <div className="only-s">
        {plans.map((plan) => (
          <div className="plan" key={plan.id}>
            <div className="row n sp b">
              {plan.name}
              {plan.id === current ? <Badge tone="delivered">Yours</Badge> : null}
            </div>
            <KeyValues
              rows={[
                ['Messages a month', limit(plan.limits.messages)],
                ['Leads', limit(plan.limits.leads)],
                ['Campaigns', limit(plan.limits.campaigns)],
                ['Posts', limit(plan.limits.posts)],
              ]}
            />
          </div>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard */}
      <section className="tw hide-s" tabIndex={0} aria-label="Plans table">
        <table>
          <thead>
            <tr>
              <th scope="col">Plan</th>
              <th scope="col">Messages a month</th>
              <th scope="col">Leads</th>
              <th scope="col">Campaigns</th>
              <th scope="col">Posts</th>
            </tr>
          </thead>
          <tbody>
            {plans.map((plan) => (
              <tr key={plan.id}>
                <td className="b">
                  <span className="row n nw">
                    {plan.name}
                    {plan.id === current ? <Badge tone="delivered">Yours</Badge> : null}
                  </span>
                </td>
                <td className="num t2 nw">{limit(plan.limits.messages)}</td>
                <td className="num t2 nw">{limit(plan.limits.leads)}</td>
                <td className="num t2 nw">{limit(plan.limits.campaigns)}</td>
                <td className="num t2 nw">{limit(plan.limits.posts)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
