import type { CSSProperties } from 'react'
import type { SendEstimate } from '#contract/campaigns/parts.ts'
import type { SegmentRules } from '#contract/growth/segment-rules.ts'
import type { SegmentPreview } from '#contract/growth/segments.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { aboutNumber, formatMoney, formatNumber, formatPercent } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { useEstimate } from './segments.queries.ts'

/** The live count, what each rule leaves, and what sending to them would do. */
export function CountSide({
  preview,
  isOld,
  rules,
}: {
  preview: SegmentPreview | undefined
  isOld: boolean
  rules: SegmentRules | null
}) {
  if (!preview) return <SkeletonLines lines={6} label={t('segments.counting')} />
  const { estimated, leads, people, parts } = preview
  const share = (count: number): CSSProperties => ({
    ['--p' as string]: `${leads > 0 ? (100 * count) / leads : 0}%`,
  })
  return (
    <>
      <section className="sec first" aria-label={t('segments.liveCount')}>
        <div className="over">{t('segments.liveCount')}</div>
        <div className={isOld ? 'big-n t3' : 'big-n'} aria-live="polite">
          {estimated ? aboutNumber(people) : formatNumber(people)}
        </div>
        <p className="sm t2">
          {t('segments.share', { share: formatPercent(leads > 0 ? people / leads : 0, 1) })}
        </p>
        {estimated ? <p className="hint">{t('segments.exactFollows')}</p> : null}
        <ul className="narrows">
          <li>
            <span>{t('segments.allLeads')}</span>
            <span className="num">{formatNumber(leads)}</span>
            <i style={share(leads)} />
          </li>
          {parts.map(({ sentence, left }, nr) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what the bar is about
            <li key={nr}>
              <span>{sentence}</span>
              <span className="num">{formatNumber(left)}</span>
              <i style={share(left)} />
            </li>
          ))}
        </ul>
      </section>
      <IfSent rules={rules} />
    </>
  )
}

/** Who of them would get a marketing message now, and what it would cost. */
function IfSent({ rules }: { rules: SegmentRules | null }) {
  const { data, isError, error, isPlaceholderData, refetch } = useEstimate(rules)
  const estimate = data?.estimate
  const figure = estimate?.estimated ? aboutNumber : formatNumber
  return (
    <Section title={t('segments.ifSent')}>
      {estimate ? (
        <div className={isPlaceholderData ? 't3' : undefined}>
          <dl className="sum">
            <div>
              <dt>{t('segments.receives')}</dt>
              <dd>{figure(estimate.will_receive)}</dd>
            </div>
            {estimate.left_out.map(({ reason, label, count }) => (
              <div key={reason}>
                <dt>{label}</dt>
                <dd>{figure(count)}</dd>
              </div>
            ))}
            <div className="tot">
              <dt>{t('segments.inIt')}</dt>
              <dd>{figure(estimate.selected)}</dd>
            </div>
          </dl>
          <p className="hint">{costText(estimate.cost)}</p>
          {estimate.estimated ? <p className="hint">{t('segments.estimated')}</p> : null}
        </div>
      ) : isError ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <SkeletonLines lines={3} label={t('segments.counting')} />
      )}
    </Section>
  )
}

function costText({ amount, currency, unpriced }: SendEstimate['cost']): string {
  if (amount === null) return t('segments.costUnknown')
  const cost = formatMoney(amount, currency, { about: true })
  return unpriced > 0 ? t('segments.costWithout', { cost, count: unpriced }) : t('segments.cost', { cost })
}
