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
import { Link } from 'react-router'
import type { Check, Checks } from '#contract/campaigns/parts.ts'
import type { LocalTemplate } from '#contract/templates.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { type MessagePreview, PhonePreview } from '#web/components/phone-preview.tsx'
import { messageOf } from '#web/components/previews/template-preview.ts'
import { useHeaderImage } from '#web/components/previews/use-header-image.ts'
import { formatMoney, formatNumber } from '#web/format/number.ts'
import { formatDate, formatTime } from '#web/format/time.ts'
import { useBusinessName } from '#web/session/me.ts'
import { usePreviews } from '../campaigns.queries.ts'
import { type DraftState, startOf } from './draft-state.ts'
import { TestSend } from './test-send.tsx'
import type { DraftCall } from './use-draft.ts'

const pageSize = 10

/** The message as real people will see it, a test to oneself, and the pre-flight. */
export function PreviewSide({
  draft,
  template,
  input,
  checks,
  now,
}: {
  draft: DraftState
  template: LocalTemplate | undefined
  input: DraftCall | null
  checks: Checks | undefined
  now: Date
}) {
  const image = useHeaderImage({ header: template?.header, id: template?.id })
  const [position, setPosition] = useState(0)
  const [testing, setTesting] = useState(false)
  const [rested] = useDebouncedValue(input, 350)
  const body = { ...rested, template_id: rested?.template_id ?? 0, limit: pageSize }
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
        <Preflight label="Look at this before scheduling" checks={checks} list={warnings} />
      ) : null}
      <div className="row n sp preview-head">
        <h2>Preview</h2>
        {preview ? (
          <div className="row n sm t2 flip">
            <IconButton label="Previous person" size="small" disabled={at === 0} onClick={() => move(-1)}>
              <Icon of={IconChevronLeft} size="small" />
            </IconButton>
            <span className="num nw" aria-live="polite">
              {formatNumber(at + 1)} of {formatNumber(Math.max(total, previews.length))}
            </span>
            <IconButton
              label="Next person"
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
        day={draft.when === 'now' ? 'Today' : formatDate(start, draft.zone).slice(0, -5)}
        message={{
          ...(preview ? messageOf(preview, image) : template ? sampleOf(template, image) : nothingYet),
          time: formatTime(start, draft.zone),
        }}
      />
      {preview ? <p className="sm t3 mt2">As {preview.name || preview.phone} will see it</p> : null}
      {!preview && template ? <p className="sm t3 mt2">With the samples of the template</p> : null}
      <Button
        wide
        className="mt4"
        icon={<Icon of={IconSend} size="small" />}
        disabled={!preview || !checks?.sender}
        onClick={() => setTesting(true)}
      >
        Send a test to me
      </Button>
      {preview && checks?.sender ? null : (
        <p className="hint">
          {checks && !checks.sender
            ? 'A test needs a connected number.'
            : 'A test needs a template and somebody who can receive it.'}
        </p>
      )}
      {checks ? (
        <Preflight
          label="Checks before scheduling"
          checks={checks}
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

/** A day without a time, in words: `1 Jan 2026`. */
const formatDay = (day: string) => formatDate(`${day}T12:00:00Z`, 'UTC').slice(4)

const marks: Record<Check['state'], { icon: typeof IconCheck; name: string; kind?: string }> = {
  ok: { icon: IconCheck, name: 'Good' },
  turn: { icon: IconAlertTriangle, name: 'Look at this', kind: 'turn' },
  stop: { icon: IconX, name: 'In the way', kind: 'stop' },
  unknown: { icon: IconMinus, name: 'Not known', kind: 'unknown' },
}

const aboutPeople: readonly Check['name'][] = ['variables', 'limit', 'duration', 'cost']

/** Before anybody is chosen, or where nobody can receive it, figures about people say nothing. */
const saysSomething = ({ name }: Check, { selected, will_receive }: Checks): boolean =>
  name === 'audience' ? selected > 0 : will_receive > 0 || !aboutPeople.includes(name)

/** What stands in the way, or should be looked at: above the preview, as what is below it may be out of sight. */
const isWarning = ({ state }: Check): boolean => state === 'turn' || state === 'stop'

/** The questions one asks before many people get a message, answered. */
function Preflight({ label, checks, list }: { label: string; checks: Checks; list: readonly Check[] }) {
  return (
    <ul className={`pre${list.some(isWarning) ? ' first' : ' mt6'}`} aria-label={label} aria-live="polite">
      {list.map((check) => (
        <li key={check.name} className={marks[check.state].kind}>
          <Icon of={marks[check.state].icon} size="small" />
          <span>
            <span className="sr">{marks[check.state].name}: </span>
            {check.name === 'cost' && checks.cost
              ? `About ${formatMoney(checks.cost.amount, checks.cost.currency)}, ${
                  checks.cost.price_list
                    ? `an estimate from Meta’s price list of ${formatDay(checks.cost.price_list)}.`
                    : 'at the prices you entered.'
                } `
              : `${check.sentence} `}
            {check.name === 'cost' ? <Link to="/prices">See and change prices</Link> : null}
          </span>
        </li>
      ))}
    </ul>
  )
}
