import type { Checks } from '#contract/campaigns/parts.ts'
import { counted, formatMoney } from '#web/format/number.ts'
import { limitOf, sendingProblemOf } from '../campaign-words.ts'
import { audienceOf, type DraftState, startWords, timeFault, unsettledGaps } from './draft-state.ts'

/** What will happen when the button is pressed, or what is missing; in one sentence. */
export function Says({ draft, checks, now }: { draft: DraftState; checks: Checks | undefined; now: Date }) {
  const words = startWords(draft, now)
  if (draft.templateId === null) return <>Choose a template and the people it is for.</>
  if (!audienceOf(draft)) return <>Choose the people it is for.</>
  const fault = timeFault(draft, now)
  if (fault || !words) return <>{fault ?? 'Choose a date and a time.'}</>
  if (!checks) return <>Counting the people.</>
  const { will_receive, cost } = checks
  if (will_receive === 0) return <>None of these people can receive it yet. See why under “Who gets it”.</>
  const problem = sendingProblemOf(checks.checks)
  if (problem) return <>Not yet: {problem}</>
  if (unsettledGaps(draft.fillings, checks.variables).length > 0)
    return <>Some people have no value for a variable. Give a fallback text under “Template variables”.</>
  const limit = limitOf(checks.checks)
  return (
    <>
      Goes to <b>{counted(will_receive, 'person', 'people')}</b>
      {words.moment === 'now' ? ' ' : ' on '}
      <b className="nw">{words.moment}</b>
      {words.rest}.{cost ? ` ${capital(formatMoney(cost.amount, cost.currency, { about: true }))}.` : ''}
      {limit ? ` ${limit}` : ''}
    </>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
