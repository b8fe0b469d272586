import type { Comparison, StepOf } from '#contract/chatbot/chatbot.ts'
import { dateFormat } from '#contract/text/formats.ts'
import { foldWords } from '#server/features/leads/leads.ts'
import { unspaced } from '../match/keyword.ts'
import type { Context } from './session.ts'

/** Whether a condition holds. */
export function isTrue(
  of: StepOf<'condition'>['of'],
  variables: Record<string, string>,
  context: Context,
): boolean {
  switch (of.of) {
    case 'variable':
      return compares(variables[of.variable], of.is, of.value)
    case 'field':
      return compares(context.fields.get(of.field), of.is, of.value)
    case 'tag':
      return [...context.tags].some((tag) => foldWords(tag) === foldWords(of.tag))
    case 'office_hours':
      return context.officeOpen ?? true
    case 'time':
      return isWithin(of, context.now)
  }
}

function compares(value: string | undefined, is: Comparison, other: string): boolean {
  const isSet = value !== undefined && value !== ''
  switch (is) {
    case 'is_set':
      return isSet
    case 'is_not_set':
      return !isSet
    case 'is':
      return isSet && same(value, other)
    case 'is_not':
      return !isSet || !same(value, other)
    case 'contains':
      return isSet && contains(value, other)
    case 'greater':
      return isSet && order(value, other) > 0
    case 'less':
      return isSet && order(value, other) < 0
  }
}

/** Whole words, where a script has them; emoji and signs have no letters to fold. */
function contains(text: string, part: string): boolean {
  const [said, wanted] = [foldWords(text), foldWords(part)]
  if (wanted === '') return part.trim() !== '' && text.includes(part.trim())
  return unspaced.test(part) ? said.includes(wanted) : ` ${said} `.includes(` ${wanted} `)
}

function same(a: string, b: string): boolean {
  const folded = foldWords(a)
  return folded === '' ? a.trim() === b.trim() : folded === foldWords(b) || order(a, b) === 0
}

/** As numbers where both are, else as dates and texts are ordered. */
function order(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)]
  if (a.trim() !== '' && b.trim() !== '' && !Number.isNaN(x) && !Number.isNaN(y)) return x - y
  return a < b ? -1 : Number(a > b)
}

function isWithin(
  { from, to: end, days, zone }: Extract<StepOf<'condition'>['of'], { of: 'time' }>,
  now: Date,
): boolean {
  // A clock ends a day at 00:00: from then to then is the whole day.
  const to = end === 0 ? 1440 : end
  const local = dateFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string) => local.find((one) => one.type === type)?.value ?? ''
  const minute = Number(part('hour')) * 60 + Number(part('minute'))
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')) + 1
  const overnight = from > to
  const inTime = overnight ? minute >= from || minute < to : minute >= from && minute < to
  // What began in the evening belongs to that day.
  const began = overnight && minute < to ? ((day + 5) % 7) + 1 : day
  return inTime && (days.length === 0 || days.includes(began))
}
