import type { FlowProblem } from '#contract/chatbot/check.ts'
import { type FlowDefinition, portsOf, type Step } from '#contract/chatbot/flow.ts'
import type { FlowFigures } from '#contract/chatbot/flows.ts'
import { t } from '#web/messages/t.ts'
import { type Card, cardWidth, type Port } from './card.ts'
import { problemWords, summaryOf, titleOf, wayName } from './step-words.ts'
import { startId } from './steps.ts'

const quietPorts = new Set(['timeout', 'other', 'invalid', 'failed', 'unknown'])

type Names = Parameters<typeof summaryOf>[1]

/**
 * The cards of a flow. `last` holds those of before: a step that did not change keeps its card, so that it is not
 * drawn again.
 */
export function cardsOf(
  flow: FlowDefinition,
  problems: readonly FlowProblem[],
  figures: FlowFigures | undefined,
  names: Names,
  last: ReadonlyMap<string, Card>,
): Card[] {
  const byStep = Map.groupBy(problems, ({ step }) => step ?? '')
  const counts = new Map(figures?.steps.map((one) => [one.step, one]))
  const incoming = new Map<string, number>()
  for (const step of flow.steps)
    for (const to of Object.values(step.next)) incoming.set(to, (incoming.get(to) ?? 0) + 1)
  const countOf = (step: Step, port: string, to: string | null): number | null => {
    const own = counts.get(step.id)
    if (!own) return null
    if (port.startsWith('answer:')) {
      const title = wayName(step, port)
      return own.answers.find(({ answer }) => answer === title)?.count ?? 0
    }
    // Where one way alone leads to a step, as many took it as came there.
    return to !== null && incoming.get(to) === 1 && to !== flow.start ? (counts.get(to)?.entered ?? 0) : null
  }
  const cards = flow.steps.map((step): Card => {
    const own = byStep.get(step.id) ?? []
    return {
      id: step.id,
      kind: step.kind,
      title: titleOf(step),
      summary: summaryOf(step, names),
      ports: portsOf(step).map(({ port }): Port => {
        const to = step.next[port] ?? null
        return {
          id: port,
          label: wayName(step, port),
          to,
          count: countOf(step, port, to),
          quiet: quietPorts.has(port),
        }
      }),
      at: { x: step.x, y: step.y },
      entered: figures ? (counts.get(step.id)?.entered ?? 0) : null,
      fault: own.length === 0 ? null : own.every(({ code }) => code === 'unreachable') ? 'warning' : 'error',
      faultText: own[0] ? problemWords(own[0], step) : '',
      isStart: false,
    }
  })
  return [startCard(flow, cards, figures), ...cards].map((card) => {
    const old = last.get(card.id)
    return old && JSON.stringify(old) === JSON.stringify(card) ? old : card
  })
}

function startCard(flow: FlowDefinition, cards: readonly Card[], figures: FlowFigures | undefined): Card {
  const first = cards.find(({ id }) => id === flow.start)
  const at = first?.at ?? { x: 0, y: 0 }
  return {
    id: startId,
    kind: 'start',
    title: t('chatbot.builder.startTitle'),
    summary: t('chatbot.builder.startHelp'),
    ports: [{ id: 'next', label: '', to: flow.start, count: figures?.entered ?? null, quiet: false }],
    at: { x: at.x - cardWidth - 84, y: at.y },
    entered: figures?.entered ?? null,
    fault: flow.start === null ? 'error' : null,
    faultText: flow.start === null ? t('chatbot.builder.noStart') : '',
    isStart: true,
  }
}
