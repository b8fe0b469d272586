import { useMemo } from 'react'
import {
  Area,
  AreaChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import type { InsightPoint } from '#contract/social/social.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatDate, formatDateTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { shown } from './analytics-text.ts'

export type GrowthPart = 'likes' | 'comments' | 'shares' | 'saves' | 'reach' | 'engagement'

const height = 260
/** Over so long a time the days alone are told apart. */
const severalDaysMs = 4 * 86_400_000

/** One figure of a post over time, from its publication on. Hover and arrow keys show the same. */
export default function GrowthChart({
  points,
  part,
  zone,
}: {
  points: readonly InsightPoint[]
  part: GrowthPart
  zone: string
}) {
  const data = useMemo(
    () => points.map((point) => ({ at: Date.parse(point.at), value: point[part] })),
    [points, part],
  )
  const [first, end] = [data[0]?.at ?? 0, data.at(-1)?.at ?? 0]
  const tick = end - first > severalDaysMs ? formatDate : formatDateTime
  const last = data.findLast(({ value }) => value !== null)
  const label = t('social.analytics.growthChart', {
    figure: t(`social.analytics.${part}`),
    value: shown(last?.value),
  })
  return (
    <section className="in-growth" aria-label={label}>
      <ResponsiveContainer width="100%" height={height}>
        <AreaChart
          data={data}
          margin={{ top: 12, right: 20, bottom: 4, left: 0 }}
          aria-label={label}
          accessibilityLayer
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <YAxis
            width={52}
            tickCount={5}
            allowDecimals={false}
            tickLine={false}
            axisLine={false}
            tick={{ fill: 'var(--text-3)', fontSize: 12 }}
            tickFormatter={(value: number) => formatNumber(value)}
          />
          <XAxis
            dataKey="at"
            type="number"
            scale="time"
            domain={['dataMin', 'dataMax']}
            minTickGap={48}
            padding={{ left: 32, right: 32 }}
            tickLine={false}
            axisLine={{ stroke: 'var(--ink)', strokeWidth: 2 }}
            tick={{ fill: 'var(--text-3)', fontSize: 12 }}
            tickFormatter={(value: number) => tick(new Date(value).toISOString(), zone)}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--field)' }}
            content={({ active, payload }: TooltipContentProps) => {
              const point = payload?.[0]?.payload as (typeof data)[number] | undefined
              if (!active || !point) return null
              return (
                <div className="in-tip">
                  <b>{formatDateTime(new Date(point.at).toISOString(), zone)}</b>
                  <br />
                  {t('social.analytics.growthChart', {
                    figure: t(`social.analytics.${part}`),
                    value: shown(point.value),
                  })}
                </div>
              )
            }}
          />
          <Area
            dataKey="value"
            type="stepAfter"
            stroke="var(--s1)"
            strokeWidth={2}
            fill="var(--s3)"
            fillOpacity={0.5}
            dot={{ r: 3, fill: 'var(--s1)', stroke: 'none', fillOpacity: 1 }}
            isAnimationActive={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </section>
  )
}
