import type { Effect } from '#contract/chatbot/simulation.ts'
import { t } from '#web/messages/t.ts'
import type { Bubble } from './bubble.ts'

/** What an effect shows on the test phone: a message, or a line that says what happened. */
export function bubbleOf(effect: Effect, id: string): Bubble[] {
  const line = (text: string): Bubble[] => [{ id, from: 'line', text }]
  switch (effect.effect) {
    case 'send':
      return [{ id, from: 'bot', ...contentOf(effect.message) }]
    case 'tag':
      return line(t('chatbot.summary.tag', { change: effect.change, tag: effect.tag }))
    case 'field':
      return line(t('chatbot.summary.field', { field: effect.field, value: effect.value }))
    case 'assign':
      return line(t('chatbot.test.assigned'))
    case 'note':
      return line(t('chatbot.test.noted', { text: effect.text }))
    case 'http':
      return line(t('chatbot.test.called', { address: effect.url }))
    case 'ai':
      return line(t('chatbot.test.asked'))
    case 'flow':
      return line(t('chatbot.test.otherFlow'))
    case 'hand_over':
      return line(t('chatbot.test.handedOver', { reason: effect.reason }))
    case 'end':
      return line(t('chatbot.test.ended'))
    case 'timer':
    case 'file':
      return []
  }
}

type Message = Extract<Effect, { effect: 'send' }>['message']

function contentOf(message: Message): Omit<Bubble, 'id' | 'from'> {
  switch (message.type) {
    case 'text':
      return { text: message.text }
    case 'media':
      return {
        text: message.text,
        media: {
          kind: message.media,
          name: message.file_name || message.link.split('/').at(-1) || message.link,
        },
      }
    case 'buttons':
      return { text: message.text, buttons: message.buttons }
    case 'list':
      return { text: message.text, list: { button: message.button, rows: message.rows } }
    case 'template':
      return { header: message.template, text: message.parameters.join(', ') }
  }
}
