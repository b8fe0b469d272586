import type { Outcomes } from '#contract/campaigns/parts.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { Plan, subscription } from '#contract/subscription.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Figures } from '#web/components/figures/figures.tsx'
import { OutcomeBar } from '#web/components/figures/outcome-bar.tsx'
import { barOf } from '#web/components/figures/outcome-parts.ts'
import { Progress } from '#web/components/figures/progress.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { Badge } from '#web/components/status.tsx'
import { formatNumber } from '#web/format/number.ts'
import { formatDate, formatTime } from '#web/format/time.ts'
import '#web/look/table.css'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { useUsage } from './subscription.queries.ts'

type Answer = ResponseOf<typeof subscription.get>

export default function SubscriptionPage() {
  const usage = useUsage()
  return (
    <>
      <PageHeader title={t('subscription.title')} lede={usage.data ? <Lede answer={usage.data} /> : null} />
      {usage.isError ? (
        <ErrorState error={usage.error} onRetry={() => usage.refetch()} dataFrom={usage.dataUpdatedAt} />
      ) : null}
      {usage.data ? (
        <Usage answer={usage.data} />
      ) : usage.isError ? null : (
        <SkeletonLines lines={8} label={t('subscription.loading')} />
      )}
    </>
  )
}

/** Messages that WhatsApp accepted, as the dashboard counts them. */
const takenOf = ({ sent, delivered, read }: Outcomes): number => sent + delivered + read

function Lede({ answer: { usage, plan, timezone, month_from } }: { answer: Answer }) {
  const { messages: limit } = plan.limits
  const values = {
    b: tags.b,
    count: takenOf(usage.messages),
    date: formatDate(month_from, timezone),
    plan: plan.name,
  }
  return limit === null
    ? t.rich('subscription.lede', values)
    : t.rich('subscription.ledeLimit', { ...values, limit })
}

function Usage({ answer }: { answer: Answer }) {
  const { usage, plan, plans, timezone } = answer
  const parts = barOf(usage.messages)
  return (
    <>
      <Section
        first
        title={t('subscription.month')}
        aside={t('subscription.asOf', { time: formatTime(answer.as_of, timezone), zone: timezone })}
      >
        <OutcomeBar outcomes={parts} />
        <Figures
          total={{ name: t('campaigns.outcomes.planned'), count: usage.messages.planned }}
          parts={parts}
        />
      </Section>
      <Section title={t('subscription.limits')}>
        <div className="limits">
          <Limit
            name={t('subscription.messages')}
            used={takenOf(usage.messages)}
            limit={plan.limits.messages}
          />
          <Limit name={t('subscription.leads')} used={usage.leads} limit={plan.limits.leads} />
          <Limit name={t('subscription.campaigns')} used={usage.campaigns} limit={plan.limits.campaigns} />
          <Limit name={t('subscription.posts')} used={usage.posts} limit={plan.limits.posts} />
        </div>
      </Section>
      <Section title={t('subscription.plans')}>
        <Plans plans={plans} current={plan.id} />
        <p className="sm t3 mt4">{t('subscription.note')}</p>
      </Section>
    </>
  )
}

function Limit({ name, used, limit }: { name: string; used: number; limit: number | null }) {
  if (limit === null) {
    return (
      <div className="row n sp sm">
        <span className="b">{name}</span>
        <span className="t2">{t('subscription.usedNoLimit', { used })}</span>
      </div>
    )
  }
  return (
    <Progress
      name={name}
      value={limit === 0 ? 1 : used / limit}
      says={t('subscription.usedOf', { used, limit })}
    />
  )
}

function Plans({ plans, current }: { plans: readonly Plan[]; current: string }) {
  const limit = (value: number | null) => (value === null ? t('subscription.noLimit') : formatNumber(value))
  return (
    <>
      <div className="only-s">
        {plans.map((plan) => (
          <div className="plan" key={plan.id}>
            <div className="row n sp b">
              {plan.name}
              {plan.id === current ? <Badge tone="delivered">{t('subscription.yours')}</Badge> : null}
            </div>
            <KeyValues
              rows={[
                [t('subscription.monthly'), limit(plan.limits.messages)],
                [t('subscription.leads'), limit(plan.limits.leads)],
                [t('subscription.campaigns'), limit(plan.limits.campaigns)],
                [t('subscription.posts'), limit(plan.limits.posts)],
              ]}
            />
          </div>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard */}
      <section className="tw hide-s" tabIndex={0} aria-label={t('subscription.table')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('subscription.plan')}</th>
              <th scope="col">{t('subscription.monthly')}</th>
              <th scope="col">{t('subscription.leads')}</th>
              <th scope="col">{t('subscription.campaigns')}</th>
              <th scope="col">{t('subscription.posts')}</th>
            </tr>
          </thead>
          <tbody>
            {plans.map((plan) => (
              <tr key={plan.id}>
                <td className="b">
                  <span className="row n nw">
                    {plan.name}
                    {plan.id === current ? <Badge tone="delivered">{t('subscription.yours')}</Badge> : null}
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
