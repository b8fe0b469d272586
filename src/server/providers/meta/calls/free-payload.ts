/** A person taps one of these; the id comes back with the webhook. */
export type ReplyButton = { id: string; title: string }
export type ReplyRow = { id: string; title: string; description?: string | undefined }

/** Messages that need no template, as the messages endpoint takes them. Source: …/cloud-api/reference/messages. */
export const textPayload = (text: string): object => ({
  type: 'text',
  text: { body: text, preview_url: /https?:\/\//.test(text) },
})

export const buttonsPayload = (text: string, buttons: readonly ReplyButton[]): object => ({
  type: 'interactive',
  interactive: {
    type: 'button',
    body: { text },
    action: { buttons: buttons.map(({ id, title }) => ({ type: 'reply', reply: { id, title } })) },
  },
})

/** @param menu the button that opens the list. */
export const listPayload = (text: string, menu: string, rows: readonly ReplyRow[]): object => ({
  type: 'interactive',
  interactive: {
    type: 'list',
    body: { text },
    action: {
      button: menu,
      sections: [
        {
          rows: rows.map(({ id, title, description }) => ({
            id,
            title,
            ...(description && { description }),
          })),
        },
      ],
    },
  },
})
