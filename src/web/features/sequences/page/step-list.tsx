import {
  IconClock,
  IconFlag3,
  IconGitBranch,
  IconPlayerPlay,
  IconTag,
  IconTemplate,
  IconUserShare,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import type { Sequence, SequenceStep, StepFigures } from '#contract/growth/sequences.ts'
import { OutcomeBar } from '#web/components/figures/outcome-bar.tsx'
import { Icon } from '#web/components/icon.tsx'
import { messageStatusName, messageTone, Status } from '#web/components/status.tsx'
import { formatNumber } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { numbered, stepText, triggerText, waysText } from '../sequence-words.ts'
import { useMembers, useOptinForms, useSegments } from '../sequences.queries.ts'
import '../sequences.css'

export const stepIcons: Record<SequenceStep['kind'], TablerIcon> = {
  send: IconTemplate,
  wait: IconClock,
  check: IconGitBranch,
  tag: IconTag,
  hand_over: IconUserShare,
}

/** The steps under each other; the band at the left is as wide as the number of people who are still in it. */
export function StepList({ sequence }: { sequence: Sequence }) {
  const { content, figures, templates } = sequence
  const forms = useOptinForms()
  const segments = useSegments()
  const members = useMembers()
  const most = Math.max(1, figures[0]?.entered ?? 0)
  const finished = figures
    .flatMap(({ went }) => went.filter(({ step }) => step >= content.steps.length))
    .reduce((sum, { count }) => sum + count, 0)
  const widths = [...figures.map(({ entered }) => entered), finished].map((count) => count / most)
  return (
    <ol className="seq-list">
      <Row icon={IconPlayerPlay} count={figures[0]?.entered ?? 0} from={widths[0] ?? 0} to={widths[0] ?? 0}>
        <h3>{triggerText(content.trigger, { forms, segments })}</h3>
        <p>{t(content.again ? 'sequences.enterAgain' : 'sequences.enterOnce')}</p>
      </Row>
      {content.steps.map((step, at) => {
        const own = figures[at]
        const ways = waysText(step)
        const text = numbered(content, at, stepText(step, { templates, segments, members }))
        const template =
          step.kind === 'send' ? templates.find(({ id }) => id === step.template_id) : undefined
        return (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name, and do not change here
            key={at}
            icon={stepIcons[step.kind]}
            count={own?.entered ?? 0}
            from={widths[at] ?? 0}
            to={widths[at + 1] ?? 0}
            exits={own ? <Exits figures={own} /> : null}
          >
            <h3>{step.kind === 'send' ? <Link to={`/templates/${step.template_id}`}>{text}</Link> : text}</h3>
            {template?.problem ? <p className="warn">{template.problem}</p> : null}
            {ways ? <p>{ways}</p> : null}
            {own ? <Went figures={own} at={at} steps={content.steps.length} /> : null}
            {step.kind === 'hand_over' && step.note ? <p>{step.note}</p> : null}
            {own && own.waiting > 0 ? <p>{t('sequences.waitingHere', { count: own.waiting })}</p> : null}
            {own && step.kind === 'send' ? <Messages figures={own} /> : null}
          </Row>
        )
      })}
      <Row icon={IconFlag3} count={finished} from={widths.at(-1) ?? 0} to={widths.at(-1) ?? 0}>
        <h3>{t('sequences.totals.finished')}</h3>
      </Row>
    </ol>
  )
}

function Row({
  icon,
  count,
  from,
  to,
  exits,
  children,
}: {
  icon: TablerIcon
  count: number
  /** Of the band's width, above and below. */
  from: number
  to: number
  exits?: ReactNode
  children: ReactNode
}) {
  return (
    <li>
      <div className="seq-band" style={{ '--a': from, '--b': to } as CSSProperties}>
        <b className="num">{formatNumber(count)}</b>
      </div>
      <div className="seq-step">
        <Icon of={icon} />
        <div>{children}</div>
      </div>
      <div className="seq-exits">{exits}</div>
    </li>
  )
}

/** How many took each path; of one path alone the band says it. */
function Went({ figures: { went }, at, steps }: { figures: StepFigures; at: number; steps: number }) {
  if (went.every(({ step }) => step === at + 1)) return null
  return (
    <p>
      {went
        .map(({ step, count }) =>
          step >= steps
            ? t('sequences.wentToEnd', { count })
            : t('sequences.wentTo', { count, step: step + 1 }),
        )
        .join(' ')}
    </p>
  )
}

function Exits({ figures: { goal, stopped } }: { figures: StepFigures }) {
  const rows = [
    ...(goal > 0 ? [[t('sequences.totals.goal'), goal] as const] : []),
    ...stopped.map(({ reason, count }) => [t('sequences.reason', { reason }), count] as const),
  ]
  return rows.map(([name, count]) => (
    <div key={name}>
      <span>{name}</span>
      <span className="num">{formatNumber(count)}</span>
    </div>
  ))
}

/** In the order of a message's life. */
const order = ['read', 'delivered', 'sent', 'sending', 'queued', 'failed', 'unknown', 'skipped', 'cancelled']

function Messages({ figures: { messages } }: { figures: StepFigures }) {
  const present = order.filter((status) => (messages[status] ?? 0) > 0)
  if (present.length === 0) return null
  return (
    <>
      <OutcomeBar
        thin
        outcomes={present.map((status) => ({
          tone: messageTone(status),
          name: messageStatusName(status),
          count: messages[status] ?? 0,
        }))}
      />
      <div className="row sm t2 mt2">
        {present.map((status) => (
          <Status key={status} tone={messageTone(status)}>
            {formatNumber(messages[status] ?? 0)} {messageStatusName(status)}
          </Status>
        ))}
      </div>
    </>
  )
}
