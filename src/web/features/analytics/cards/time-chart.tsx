import { useMemo } from 'react'
import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import type { Analytics } from '#contract/analytics/analytics.ts'
import { formatNumber } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { countName, stepName } from '../analytics-text.ts'

const [aboveHeight, belowHeight] = [210, 96]
const axisWidth = 52
const tick = { fill: 'var(--text-3)', fontSize: 12 }

type Step = Analytics['steps'][number]

/** Two charts on one line: what was sent above it, clicks and replies below. Hover and arrow keys show all figures. */
export default function TimeChart({ steps, label }: { steps: readonly Step[]; label: string }) {
  const data = useMemo(
    () =>
      steps.map((step) => ({
        ...step,
        onlyDelivered: step.delivered - step.read,
        onlySent: step.sent - step.delivered,
      })),
    [steps],
  )
  // Hours of a week or a month have the days on their axis.
  const days = data[0]?.at.includes('T') ? data.length / 24 : 0
  // The bars of a month of hours would be thinner than a line.
  const thin = data.length > 100 ? { barSize: 2 } : {}
  const bar = { isAnimationActive: false, maxBarSize: 40, strokeWidth: 0, ...thin }
  return (
    <div className="an-time">
      <ResponsiveContainer width="100%" height={aboveHeight}>
        <BarChart
          data={data}
          syncId="analytics-time"
          margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
          barCategoryGap="18%"
          aria-label={label}
          accessibilityLayer
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <YAxis
            width={axisWidth}
            tickCount={4}
            allowDecimals={false}
            tickLine={false}
            axisLine={false}
            tick={tick}
            tickFormatter={(value: number) => formatNumber(value)}
          />
          <XAxis
            dataKey="at"
            minTickGap={56}
            tickLine={false}
            axisLine={{ stroke: 'var(--ink)', strokeWidth: 2 }}
            tick={tick}
            ticks={days > 2 ? data.flatMap(({ at }) => (at.endsWith('T00') ? at : [])) : undefined}
            tickFormatter={(at: string) => shortName(at, days)}
          />
          <Tooltip cursor={{ fill: 'var(--hover)' }} isAnimationActive={false} content={Tip} />
          <Bar dataKey="read" stackId="a" fill="var(--read)" {...bar} />
          <Bar dataKey="onlyDelivered" stackId="a" fill="var(--delivered)" {...bar} />
          <Bar dataKey="onlySent" stackId="a" fill="var(--sent)" radius={[2, 2, 0, 0]} {...bar} />
        </BarChart>
      </ResponsiveContainer>
      <ResponsiveContainer width="100%" height={belowHeight}>
        <BarChart
          data={data}
          syncId="analytics-time"
          margin={{ top: 0, right: 4, bottom: 4, left: 0 }}
          barCategoryGap="18%"
          aria-label={t('analytics.time.below')}
          accessibilityLayer
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <YAxis
            width={axisWidth}
            reversed
            tickCount={3}
            allowDecimals={false}
            tickLine={false}
            axisLine={false}
            tick={tick}
            tickFormatter={(value: number) => formatNumber(value)}
          />
          <XAxis dataKey="at" orientation="top" hide />
          <Tooltip cursor={{ fill: 'var(--hover)' }} isAnimationActive={false} content={() => null} />
          <Bar dataKey="clicked" fill="var(--s1)" {...bar} />
          <Bar dataKey="replied" fill="var(--s2)" {...bar} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

/** The hour, or the day without its year; of hours of several days the one at which a day begins says the day. */
function shortName(at: string, days: number): string {
  const [day = '', hour] = at.split('T')
  if (hour === undefined || (days > 1 && hour === '00')) return stepName(day).replace(/\s?\d{4}$/, '')
  return `${hour}:00`
}

function Tip({ active, payload }: TooltipContentProps) {
  const step = payload?.[0]?.payload as Step | undefined
  if (!active || !step) return null
  return (
    <div className="an-tip">
      <b>{stepName(step.at)}</b>
      {(['sent', 'delivered', 'read', 'clicked', 'replied', 'failed'] as const).map((name) => (
        <div key={name}>{t('analytics.tip', { name: countName(name), count: step[name] })}</div>
      ))}
    </div>
  )
}
