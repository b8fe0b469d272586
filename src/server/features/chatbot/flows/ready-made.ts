import { FlowDefinition, type ReadyMadeKey } from '#contract/chatbot/chatbot.ts'
import { currentLanguage } from '#contract/messages/language.ts'
import { ReadyMadeData } from './data.schema.ts'
import data from './ready-made.json' with { type: 'json' }

const { flows } = ReadyMadeData.parse(data)

type ReadyMade = { key: ReadyMadeKey; name: string; description: string; definition: FlowDefinition }

/** Ready-made flows, in the reader's language. */
export function readyMadeFlows(): ReadyMade[] {
  const language = currentLanguage()
  const inTheirs = <T>(text: Record<'en' | 'hi' | 'es' | 'pt-BR', T>): T =>
    language in text ? text[language as keyof typeof text] : text.en
  return flows.map(({ key, name, description, texts, definition }) => ({
    key,
    name: inTheirs(name),
    description: inTheirs(description),
    definition: FlowDefinition.parse(
      JSON.parse(JSON.stringify(definition), (_, value: unknown) => {
        const text = typeof value === 'string' ? texts[value] : undefined
        return text ? inTheirs(text) : value
      }),
    ),
  }))
}

export const readyMade = (key: ReadyMadeKey): ReadyMade => readyMadeFlows().find((flow) => flow.key === key)!
