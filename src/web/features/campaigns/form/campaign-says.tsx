import type { ReactNode } from 'react'
import { noText } from '#contract/campaigns/parameters.ts'
import type { Checks } from '#contract/campaigns/parts.ts'
import { formatMoney } from '#web/format/number.ts'
import { formatAhead, formatDate, formatTime } from '#web/format/time.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { limitOf, sendingProblemOf } from '../campaign-text.ts'
import {
  audienceOf,
  type DraftState,
  parametersOf,
  startOf,
  timeFault,
  unsettledGaps,
  unwrittenTexts,
} from './draft-state.ts'

/** What happens when the button is pressed, or what is missing; one sentence, then cost and limit. */
export function Says({ draft, checks, now }: { draft: DraftState; checks: Checks | undefined; now: Date }) {
  if (draft.templateId === null) return t('campaigns.form.says.chooseTemplate')
  if (!audienceOf(draft)) return t('campaigns.form.says.choosePeople')
  const start = startOf(draft)
  const fault = timeFault(draft, now)
  if (fault || start === undefined) return fault ?? t('campaigns.form.says.chooseTime')
  if (!checks) return t('campaigns.form.says.counting')
  const { will_receive: count, cost } = checks
  if (count === 0) return t('campaigns.form.says.nobody')
  const problem = sendingProblemOf(checks.checks)
  if (problem) return t('campaigns.form.says.notYet', { problem })
  if (unsettledGaps(draft.fillings, checks.variables).length > 0) return t('campaigns.form.says.noValue')
  if (unwrittenTexts(parametersOf(draft.fillings, checks.variables)).length > 0) return noText()
  const limit = limitOf(checks.checks)
  const about = checks.estimated ? 'yes' : 'no'
  return (
    <>
      {start === null
        ? t.rich('campaigns.form.says.now', { b: tags.b, nw, count, about })
        : t.rich('campaigns.form.says.later', {
            b: tags.b,
            nw,
            count,
            about,
            date: formatDate(start, draft.zone),
            time: formatTime(start, draft.zone),
            zone: draft.zone,
            ahead: formatAhead(start, now),
          })}
      {cost.amount !== null
        ? ` ${t('campaigns.form.says.cost', { amount: formatMoney(cost.amount, cost.currency) })}`
        : ''}
      {limit ? ` ${limit}` : ''}
    </>
  )
}

const nw = (text: ReactNode) => <b className="nw">{text}</b>
