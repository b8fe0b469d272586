import { portsOf, type Step } from '#contract/chatbot/flow.ts'
import { formatList } from '#web/format/list.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatDuration } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { kindName } from '../step-icons.ts'
import { conditionWords, wayName } from '../step-words.ts'

export type Names = {
  flows: ReadonlyMap<number, string>
  members: ReadonlyMap<number, string>
  /** When each secret of a header was set, in words, by id. */
  secrets: ReadonlyMap<string, string>
  /** Of a step of the version that the part is of. */
  step: (id: string) => string
}

/** One part of a step, as it was and as it is. */
export type PartChange = { part: string; before: string; after: string }

/** The changed parts of a step by name, with both texts. */
export function partChanges(
  before: Step,
  after: Step,
  parts: readonly string[],
  names: { before: Names; after: Names },
): PartChange[] {
  const own = parts
    .filter((part) => part !== 'next')
    .map((part) => ({
      part: t('chatbot.part', { part }),
      before: partWords(before, part, names.before),
      after: partWords(after, part, names.after),
    }))
  // Its ways stand below it on the canvas, too.
  return parts.includes('next') ? [...own, ...wayChanges(before, after, names)] : own
}

function wayChanges(before: Step, after: Step, names: { before: Names; after: Names }): PartChange[] {
  const ports = new Set([...portsOf(after), ...portsOf(before)].map(({ port }) => port))
  return [...ports]
    .filter((port) => before.next[port] !== after.next[port])
    .map((port) => {
      const isNow = portsOf(after).some((one) => one.port === port)
      const to = (id: string | undefined, { step }: Names) =>
        id === undefined ? t('chatbot.builder.nowhere') : step(id)
      return {
        part: wayName(isNow ? after : before, port) || t('chatbot.builder.next'),
        before: to(before.next[port], names.before),
        after: to(after.next[port], names.after),
      }
    })
}

/** What a part of a step says; a part that the step does not have is empty. */
function partWords(step: Step, part: string, names: Names): string {
  const value = (step as unknown as Record<string, unknown>)[part]
  if (value === undefined || value === null || value === '') return t('chatbot.builder.empty')
  if (part === 'kind') return kindName(step.kind)
  if (part === 'minutes' || part === 'timeout_minutes') return formatDuration(Number(value) * 60)
  if (part === 'of' && step.kind === 'condition') return ofWords(step.of)
  if (part === 'user_id') return names.members.get(Number(value)) ?? String(value)
  if (part === 'flow_id') return names.flows.get(Number(value)) ?? String(value)
  if (part === 'answer') return t('chatbot.form.answerKind', { kind: String(value) })
  if (part === 'media') return t('chatbot.form.mediaKind', { kind: String(value) })
  if (part === 'change') return t(value === 'add' ? 'chatbot.form.tagAdd' : 'chatbot.form.tagRemove')
  if (Array.isArray(value)) {
    return value.length === 0
      ? t('chatbot.builder.empty')
      : formatList(value.map((item) => itemWords(item, names)))
  }
  return typeof value === 'number' ? formatNumber(value) : String(value)
}

/** A button, a row, a header or an output in one line. */
function itemWords(item: unknown, { secrets }: Names): string {
  if (typeof item !== 'object' || item === null) return String(item)
  if ('secret' in item && 'name' in item) {
    const set = typeof item.secret === 'string' ? secrets.get(item.secret) : undefined
    return `${String(item.name)}: ${set ?? t('chatbot.form.secret')}`
  }
  const shown = Object.entries(item).filter(([key, value]) => key !== 'id' && value !== '')
  return shown.map(([, value]) => String(value)).join(': ')
}

function ofWords(of: Extract<Step, { kind: 'condition' }>['of']): string {
  if (of.of !== 'time') return conditionWords(of)
  const days = of.days.map((day) => t('chatbot.form.day', { day: String(day) }))
  return [conditionWords(of), ...days, of.zone].join(', ')
}
