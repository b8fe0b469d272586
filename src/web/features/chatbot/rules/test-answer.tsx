import { useQuery } from '@tanstack/react-query'
import { chatbotFlows } from '#contract/chatbot/flows.ts'
import type { Rule } from '#contract/chatbot/rules.ts'
import { t } from '#web/messages/t.ts'
import { call, keyOf } from '#web/net/api.ts'
import type { Bubble } from '../simulator/bubble.ts'
import { bubbleOf } from '../simulator/effects.ts'
import { BotBubble } from '../simulator/phone.tsx'
import '../builder/simulator.css'
import '#web/look/phone.css'

/** What the person would get of the rule that acts: its text, or the first messages of its flow. Nothing is sent. */
export function TestAnswer({
  rule,
  text,
  at,
  isOpen,
}: {
  rule: Rule
  text: string
  /** When they write; undefined: now. */
  at: string | undefined
  /** The office hours of then; null: none are set. */
  isOpen: boolean | null
}) {
  const flowId = rule.action.kind === 'flow' ? rule.action.flow_id : null
  const started = useQuery({
    queryKey: [...keyOf(chatbotFlows.simulate), flowId, text, at, isOpen],
    queryFn: () => begin(Number(flowId), { text, at, office_open: isOpen }),
    enabled: flowId !== null,
    placeholderData: (before) => before,
  })
  const bubbles: readonly Bubble[] =
    rule.action.kind === 'reply'
      ? [{ id: 'reply', from: 'bot', text: rule.action.text }]
      : flowId === null
        ? []
        : (started.data ?? [])
  if (bubbles.length === 0) return null
  return (
    <section className="tb-a simu" aria-label={t('chatbot.rules.testAnswer')}>
      {bubbles.map((bubble) => (
        <BotBubble key={bubble.id} bubble={bubble} disabled isLast={false} onAnswer={() => undefined} />
      ))}
    </section>
  )
}

/** The engine's own answer to the first message, in the version that people start. */
async function begin(
  id: number,
  given: { text: string; at: string | undefined; office_open: boolean | null },
): Promise<Bubble[]> {
  const { flow } = await call(chatbotFlows.get, { params: { id } })
  if (flow.published_version === null) return []
  const { definition } = await call(chatbotFlows.version, {
    params: { id, version: flow.published_version },
  })
  const { simulation } = await call(chatbotFlows.simulate, {
    body: {
      definition,
      state: null,
      event: {
        type: 'start',
        ...given,
        variables: { name: t('chatbot.test.customer') },
        tags: [],
        fields: {},
        templates_fail: false,
        no_marketing: false,
      },
    },
  })
  return simulation.effects
    .flatMap((effect, index) => bubbleOf(effect, String(index)))
    .filter(({ from }) => from === 'bot')
}
