import { useDebouncedValue } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconMinus,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { Check, Checks } from '#contract/campaigns/parts.ts'
import type { LocalTemplate } from '#contract/templates.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { type MessagePreview, PhonePreview } from '#web/components/phone-preview.tsx'
import { messageOf } from '#web/components/previews/template-preview.ts'
import { useHeaderImage } from '#web/components/previews/use-header-image.ts'
import { formatDate, formatTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useBusinessName } from '#web/session/me.ts'
import { usePreviews } from '../campaigns.queries.ts'
import { type DraftState, startOf } from './draft-state.ts'
import { ClockForecast } from './forecast/clock-forecast.tsx'
import { CostForecast } from './forecast/cost-forecast.tsx'
import { TestSend } from './test-send.tsx'
import { type DraftCall, withDotsInAll } from './use-draft.ts'

const pageSize = 10

/** The message as real people will see it, a test to yourself, and the checks. */
export function PreviewSide({
  draft,
  template,
  input,
  checks,
  isStale,
  now,
}: {
  draft: DraftState
  template: LocalTemplate | undefined
  input: DraftCall | null
  checks: Checks | undefined
  /** The checks are of the form before its last change. */
  isStale: boolean
  now: Date
}) {
  const image = useHeaderImage({ header: template?.header, id: template?.id })
  const [position, setPosition] = useState(0)
  const [testing, setTesting] = useState(false)
  const [rested] = useDebouncedValue(input, 350)
  const shown = rested && { ...rested, ...withDotsInAll(rested) }
  const body = { ...shown, template_id: shown?.template_id ?? 0, limit: pageSize }
  const people = usePreviews(body, rested?.audience !== undefined)
  const previews = (rested?.audience && people.data?.pages.flatMap((page) => page.previews)) || []
  const at = Math.min(position, Math.max(0, previews.length - 1))
  const preview = previews[at]
  const total = checks?.will_receive ?? previews.length
  const move = (by: number) => {
    setPosition(Math.max(0, at + by))
    if (at + by >= previews.length - 2 && people.hasNextPage && !people.isFetching)
      void people.fetchNextPage()
  }
  const start = startOf(draft) ?? now
  const relevant = checks?.checks.filter((check) => saysSomething(check, checks)) ?? []
  const warnings = relevant.filter(isWarning)
  return (
    <>
      {checks && warnings.length > 0 ? (
        <Preflight
          label={t('campaigns.form.preview.lookFirst')}
          checks={checks}
          isStale={isStale}
          list={warnings}
        />
      ) : null}
      <div className="row n sp preview-head">
        <h2>{t('campaigns.form.preview.title')}</h2>
        {preview ? (
          <div className="row n sm t2 flip">
            <IconButton
              label={t('campaigns.form.preview.previous')}
              size="small"
              disabled={at === 0}
              onClick={() => move(-1)}
            >
              <Icon of={IconChevronLeft} size="small" />
            </IconButton>
            <span className="num nw" aria-live="polite">
              {t('campaigns.form.preview.position', {
                at: at + 1,
                of: Math.max(total, previews.length),
              })}
            </span>
            <IconButton
              label={t('campaigns.form.preview.next')}
              size="small"
              disabled={at >= previews.length - 1 && !people.hasNextPage}
              onClick={() => move(1)}
            >
              <Icon of={IconChevronRight} size="small" />
            </IconButton>
          </div>
        ) : null}
      </div>
      <PhonePreview
        business={useBusinessName()}
        day={draft.when === 'now' ? t('campaigns.today') : formatDate(start, draft.zone)}
        message={{
          ...(preview ? messageOf(preview, image) : template ? sampleOf(template, image) : nothingYet),
          time: formatTime(start, draft.zone),
        }}
      />
      {preview ? (
        <p className="sm t3 mt2">
          {t('campaigns.form.preview.asSeen', { name: preview.name || (preview.phone ?? '') })}
        </p>
      ) : null}
      {!preview && template ? <p className="sm t3 mt2">{t('campaigns.form.preview.samples')}</p> : null}
      <Button
        wide
        className="mt4"
        icon={<Icon of={IconSend} size="small" />}
        disabled={!preview || !checks?.sender}
        onClick={() => setTesting(true)}
      >
        {t('campaigns.form.preview.test')}
      </Button>
      {preview && checks?.sender ? null : (
        <p className="hint">
          {checks && !checks.sender
            ? t('campaigns.form.preview.testNeedsNumber')
            : t('campaigns.form.preview.testNeedsPeople')}
        </p>
      )}
      {checks?.clocks ? (
        <ClockForecast
          clocks={checks.clocks}
          zone={draft.zone}
          byTheirClock={draft.when === 'later' && draft.byTheirClock}
          isPart={draft.trial.kind !== 'none'}
        />
      ) : null}
      {checks ? (
        <Preflight
          label={t('campaigns.form.preview.checks')}
          checks={checks}
          isStale={isStale}
          list={relevant.filter((check) => !isWarning(check))}
        />
      ) : null}
      {input ? <TestSend opened={testing} input={input} onClose={() => setTesting(false)} /> : null}
    </>
  )
}

const nothingYet: MessagePreview = { body: '' }

/** A template with the samples that WhatsApp's reviewers saw. */
function sampleOf(template: LocalTemplate, image: string | undefined): MessagePreview {
  const { header, message, footer, buttons, variables } = template
  const values = Object.fromEntries(
    variables.filter(({ where }) => where === 'body').map(({ name, sample }) => [name, sample]),
  )
  const kind = header?.format
  return {
    header:
      kind === 'TEXT'
        ? { kind: 'text', text: header?.text ?? '' }
        : kind === 'IMAGE' || kind === 'VIDEO' || kind === 'DOCUMENT'
          ? {
              kind: kind.toLowerCase() as 'image' | 'video' | 'document',
              ...(kind === 'IMAGE' && image && { url: image }),
            }
          : undefined,
    body: message,
    values,
    footer,
    buttons: buttons.map(({ type, text }) => ({ type, text })),
  }
}

const marks: Record<Check['state'], { icon: typeof IconCheck; kind?: string }> = {
  ok: { icon: IconCheck },
  turn: { icon: IconAlertTriangle, kind: 'turn' },
  stop: { icon: IconX, kind: 'stop' },
  unknown: { icon: IconMinus, kind: 'unknown' },
}

const aboutPeople: readonly Check['name'][] = ['variables', 'limit', 'duration', 'cost']

/** Before people are chosen, or where nobody can receive it, figures about people say nothing. */
const saysSomething = ({ name }: Check, { selected, will_receive }: Checks): boolean =>
  name === 'audience' ? selected > 0 : will_receive > 0 || !aboutPeople.includes(name)

/** Warnings are shown above the preview, as what is below it may be out of sight. */
const isWarning = ({ state }: Check): boolean => state === 'turn' || state === 'stop'

/** One list of checks. */
function Preflight({
  label,
  checks,
  isStale,
  list,
}: {
  label: string
  checks: Checks
  isStale: boolean
  list: readonly Check[]
}) {
  return (
    <ul
      className={`pre${list.some(isWarning) ? ' first' : ' mt6'}`}
      aria-label={label}
      aria-live="polite"
      aria-busy={isStale}
    >
      {list.map((check) => (
        <li key={check.name} className={marks[check.state].kind}>
          <Icon of={marks[check.state].icon} size="small" />
          <span>
            <span className="sr">{t(`campaigns.form.preview.marks.${check.state}`)}</span>
            {check.name === 'cost' ? <CostForecast checks={checks} /> : check.sentence}
          </span>
        </li>
      ))}
    </ul>
  )
}
