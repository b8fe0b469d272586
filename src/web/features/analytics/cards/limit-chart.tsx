import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import type { Analytics } from '#contract/analytics/analytics.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatDay } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

const tick = { fill: 'var(--text-3)', fontSize: 12 }

type Day = Analytics['numbers'][number]['days'][number]

/** Messages of each day under the line of the messaging limit. Hover and arrow keys show both. */
export default function LimitChart({ days, label }: { days: readonly Day[]; label: string }) {
  return (
    <ResponsiveContainer width="100%" height={150}>
      <ComposedChart
        data={days as Day[]}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        aria-label={label}
        accessibilityLayer
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <YAxis
          width={60}
          tickCount={3}
          allowDecimals={false}
          tickLine={false}
          axisLine={false}
          tick={tick}
          tickFormatter={(value: number) => formatNumber(value)}
        />
        <XAxis
          dataKey="day"
          minTickGap={56}
          tickLine={false}
          axisLine={{ stroke: 'var(--ink)', strokeWidth: 2 }}
          tick={tick}
          tickFormatter={(day: string) => formatDay(day).replace(/\s?\d{4}$/, '')}
        />
        <Tooltip cursor={{ fill: 'var(--hover)' }} isAnimationActive={false} content={Tip} />
        <Bar dataKey="sent" fill="var(--delivered)" maxBarSize={24} isAnimationActive={false} />
        <Line
          dataKey="messaging_limit"
          type="stepAfter"
          stroke="var(--ink)"
          strokeWidth={1.5}
          strokeDasharray="4 3"
          dot={false}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  )
}

function Tip({ active, payload }: TooltipContentProps) {
  const day = payload?.[0]?.payload as Day | undefined
  if (!active || !day) return null
  return (
    <div className="an-tip">
      <b>{formatDay(day.day)}</b>
      <div>{t('analytics.tip', { name: t('analytics.counts.sent'), count: day.sent })}</div>
      {day.messaging_limit === null ? null : (
        <div>{t('analytics.tip', { name: t('analytics.health.limit'), count: day.messaging_limit })}</div>
      )}
    </div>
  )
}
