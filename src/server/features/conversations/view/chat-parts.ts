import type { TimelineItem } from '#contract/conversations.ts'

type Payload = {
  type?: string
  location?: Record<string, unknown>
  contacts?: unknown[]
  interactive?: {
    action?: {
      buttons?: { reply: { title: string } }[]
      button?: string
      sections?: { rows: { title: string; description?: string }[] }[]
    }
  }
}

/** What a chat message of ours shows, by its kind. */
export function chatParts([text = '', payload = '{}']: string[]): Partial<TimelineItem> {
  const { type, location, contacts, interactive } = JSON.parse(payload) as Payload
  if (type === 'location') return { kind: 'location', text, details: location ?? {} }
  if (type === 'contacts') return { kind: 'contacts', text: null, details: { contacts } }
  const action = interactive?.action
  if (action?.sections) {
    const rows = action.sections.flatMap((section) => section.rows)
    return { kind: 'interactive', text, details: { menu: action.button, rows } }
  }
  const buttons = action?.buttons?.map(({ reply }) => reply.title) ?? []
  return { kind: buttons.length > 0 ? 'interactive' : 'text', text, buttons }
}
