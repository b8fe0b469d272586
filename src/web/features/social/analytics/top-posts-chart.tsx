import { useMemo } from 'react'
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  LabelList,
  Line,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import type { Insight } from '#contract/social/social.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatDateTime, formatDayOfYear } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { shortCaption, shown } from './analytics-text.ts'

/** The specification's height. */
const height = 300
const widestBar = 92

/** Reach, likes and comments of the best posts, one bar each. Hover and arrow keys show the same figures. */
export default function TopPostsChart({ top, zone }: { top: readonly Insight[]; zone: string }) {
  const data = useMemo(() => top.map((insight, index) => ({ ...insight, key: String(index) })), [top])
  const label = t('social.analytics.chart', {
    values: data.map(({ engagement }) => shown(engagement)).join(', '),
  })
  return (
    <section
      className="in-chart"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
    >
      <ResponsiveContainer width="100%" height={height} minWidth={640}>
        <ComposedChart
          data={data}
          margin={{ top: 24, right: 4, bottom: 4, left: 0 }}
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
            dataKey="key"
            interval={0}
            height={44}
            tickLine={false}
            axisLine={{ stroke: 'var(--ink)', strokeWidth: 2 }}
            tick={({ x, y, index }: { x: string | number; y: string | number; index: number }) => (
              <Tick x={Number(x)} y={Number(y)} insight={data[index]} zone={zone} />
            )}
          />
          <Tooltip
            cursor={false}
            isAnimationActive={false}
            content={(props: TooltipContentProps) => <Tip {...props} zone={zone} />}
          />
          <Bar
            dataKey="reach"
            stackId="post"
            fill="var(--s3)"
            stroke="var(--field)"
            strokeWidth={1}
            maxBarSize={widestBar}
            isAnimationActive={false}
          />
          <Bar
            dataKey="likes"
            stackId="post"
            fill="var(--s2)"
            maxBarSize={widestBar}
            isAnimationActive={false}
          />
          <Bar
            dataKey={({ comments }: Insight) => comments ?? 0}
            name="comments"
            stackId="post"
            fill="var(--s1)"
            radius={[2, 2, 0, 0]}
            maxBarSize={widestBar}
            isAnimationActive={false}
          />
          {/* A bar without height has no label: the figure stands on a line that is not drawn. */}
          <Line
            dataKey={({ reach, likes, comments }: Insight) => (reach ?? 0) + (likes ?? 0) + (comments ?? 0)}
            stroke="none"
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          >
            <LabelList
              dataKey="engagement"
              position="top"
              offset={8}
              fill="var(--text)"
              fontSize={14}
              fontWeight={600}
              formatter={(value) => (typeof value === 'number' ? formatNumber(value) : '')}
            />
          </Line>
        </ComposedChart>
      </ResponsiveContainer>
    </section>
  )
}

function Tick({ x, y, insight, zone }: { x: number; y: number; insight: Insight | undefined; zone: string }) {
  if (!insight) return null
  return (
    <g transform={`translate(${x} ${y})`}>
      <text textAnchor="middle" y={12} fontSize={13} fill="var(--text-2)">
        {formatDayOfYear(insight.posted_at, zone)}
      </text>
      <text textAnchor="middle" y={30} fontSize={12} fill="var(--text-3)">
        {shortCaption(insight.caption, 16)}
      </text>
    </g>
  )
}

function Tip({ active, payload, zone }: TooltipContentProps & { zone: string }) {
  const insight = payload?.[0]?.payload as Insight | undefined
  if (!active || !insight) return null
  const { figures } = insight
  return (
    <div className="in-tip">
      <b>{formatDateTime(insight.posted_at, zone)}</b>
      <br />
      {t('social.analytics.tip', {
        likes: shown(insight.likes),
        comments: shown(insight.comments),
        shares: shown(figures.shares?.value),
        saves: shown(figures.saves?.value),
      })}
      <br />
      {t('social.analytics.tipReach', { reach: shown(insight.reach) })}
      <br />
      {t('social.analytics.tipEngagement', { engagement: shown(insight.engagement) })}
    </div>
  )
}
