import { type CheckItem, Checklist } from '#web/components/checklist.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { Section } from '#web/components/page.tsx'
import { formatNear } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { type FirstRun, useDismissFirstRun, type useStartTestPhone } from './first-run.queries.ts'

type Step = FirstRun['steps'][number]

/** The first steps. Each ticks itself; the first open one has the button. */
export function GetStarted({
  steps,
  start,
  zone,
  now,
}: {
  steps: readonly Step[]
  /** Sends the first message to the test phone, where there is one. */
  start: ReturnType<typeof useStartTestPhone> | undefined
  zone: string
  now: Date
}) {
  const hasTestPhone = start !== undefined
  const dismiss = useDismissFirstRun()
  const turn = steps.find(({ done_at }) => done_at === null)?.code
  const done = steps.filter(({ done_at }) => done_at !== null).length
  const links: Record<Exclude<Step['code'], 'account'>, { to: string; name: string }> = {
    message: { to: '/meta/send-message', name: t('firstRun.message.action') },
    customers: { to: '/lead-generator/import', name: t('firstRun.customers.action') },
    campaign: { to: '/campaigns', name: t('firstRun.campaign.action') },
    number: { to: '/meta/waba-setup', name: t('firstRun.number.action') },
  }
  const actionOf = (code: Step['code']) => {
    if (code === 'account') return undefined
    if (code === 'message' && start) {
      return (
        <Button
          kind="yours"
          busy={start.isPending && t('firstRun.message.busy')}
          onClick={() => start.mutate({ byItself: false })}
        >
          {links.message.name}
        </Button>
      )
    }
    return (
      <LinkButton kind="yours" to={links[code].to}>
        {links[code].name}
      </LinkButton>
    )
  }
  const items = steps.map((step): CheckItem => {
    const { code, done_at } = step
    if (done_at !== null) {
      const end = t('firstRun.doneAt', { time: formatNear(done_at, zone, now) })
      return { key: code, name: t(`firstRun.${code}.name`), state: 'done', end, note: doneNote(step) }
    }
    return {
      key: code,
      name: t(`firstRun.${code}.name`),
      state: code === turn ? 'turn' : 'later',
      action: code === turn ? actionOf(code) : undefined,
      end: code === 'campaign' || code === 'number' ? t(`firstRun.${code}.takes`) : undefined,
      note: openNote(code, hasTestPhone),
    }
  })
  return (
    <Section
      first
      title={t('firstRun.title')}
      aside={
        <span className="row n first-run-aside">
          <span className="sm t3">{t('firstRun.count', { done, of: steps.length })}</span>
          <Button
            kind="quiet"
            size="small"
            aria-label={t('firstRun.hideAll')}
            onClick={() => dismiss.mutate()}
          >
            {t('firstRun.hide')}
          </Button>
        </span>
      }
    >
      <Checklist items={items} numbered />
    </Section>
  )
}

function doneNote({ code, read_seconds }: Step): string | undefined {
  if (code !== 'message' || read_seconds === null) return undefined
  return t('firstRun.message.read', { seconds: Math.max(1, Math.round(read_seconds)) })
}

function openNote(code: Step['code'], hasTestPhone: boolean): string | undefined {
  switch (code) {
    case 'account':
      return undefined
    case 'message':
      return hasTestPhone ? t('firstRun.message.testNote') : t('firstRun.message.note')
    case 'campaign':
      return hasTestPhone ? t('firstRun.campaign.testNote') : t('firstRun.campaign.note')
    default:
      return t(`firstRun.${code}.note`)
  }
}

const width = 1128
const height = 92

/** A line with a flag for each step: full where it is done, marigold where it is the owner's turn, hollow for later. */
export function StepFlags({ steps }: { steps: readonly Step[] }) {
  const turn = steps.findIndex(({ done_at }) => done_at === null)
  return (
    <svg className="garland step-flags" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path className="string" d={`M0 6Q${width / 2} 96 ${width} 6`} />
      {steps.map(({ code, done_at }, index) => {
        const share = (index + 0.5) / steps.length
        const x = share * width
        const y = 6 + 180 * share * (1 - share)
        const look = done_at !== null ? 'done' : index === turn ? 'turn' : 'later'
        return (
          <g key={code} transform={`translate(${x.toFixed(0)} ${y.toFixed(0)})`}>
            <path className={`fl ${look}`} d="M-14 0h28v40l-14-11-14 11z" />
          </g>
        )
      })}
    </svg>
  )
}
