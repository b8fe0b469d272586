import type { App } from '#server/app.ts'
import { templateValues, variableKey } from '#server/features/templates/templates.ts'
import {
  addressEnd,
  buildTemplateComponents,
  cleanValue,
  type HeaderMedia,
} from '#server/providers/meta/calls/message-payload.ts'
import { templateMessageBody } from '#server/providers/meta/calls/messages.ts'
import { buttonsOf, type TemplateShape } from '#server/providers/meta/calls/template-variables.ts'
import { callbackData } from '../../model/callback-data.ts'
import { chatPayloadAt, type ReplyButtons, type Slot } from '../../model/contents.ts'

export type Content = {
  id: number
  provider_template_id: string | null
  template_name: string
  language: string
  category: string
  parameter_format: string
  components: TemplateShape['components']
  slots: readonly (Slot | null)[]
  fixed: {
    media?: HeaderMedia
    media_id?: number
    card_media_ids?: (number | null)[]
    reply_buttons?: ReplyButtons
    chat?: boolean
  }
}

/** What of a message is its own. */
type Addressed = { id: number; attempt: number; recipient: string; variables: readonly string[] }

/** The files of a content as the provider knows them. */
export type Media = { header?: HeaderMedia | undefined; cards?: readonly (HeaderMedia | undefined)[] }

/** Writes the JSON text of one message. Throws PayloadError for a value that cannot be sent. */
export type WriteMessage = (message: Addressed) => string

export async function getContent(app: App, businessId: number, contentId: number): Promise<Content> {
  const row = await app.db
    .selectFrom('message_contents')
    .select([
      'id',
      'provider_template_id',
      'template_name',
      'language',
      'category',
      'parameter_format',
      'components',
      'slots',
      'fixed',
    ])
    .where('business_id', '=', businessId)
    .where('id', '=', contentId)
    .executeTakeFirstOrThrow()
  return row as unknown as Content
}

/** Marks where a value goes while the text is made once; private characters that no template contains. */
const mark = (name: string | number): string => `\uE000${name}\uE001`
const marks = /\uE000(\w+)\uE001/

/**
 * Reads a template once and gives the function that writes each person's message. Where all values are plain
 * texts or ends of addresses, which is nearly always, the JSON is made once and only the values are put in.
 */
export function prepareContent(content: Content, media: Media, tag: string): WriteMessage {
  if (content.fixed.reply_buttons) return writeReplyButtons(content.fixed.reply_buttons, tag)
  if (content.fixed.chat) return writeChat(tag)
  const { slots } = content
  const keys = slots.map((slot) => (slot ? variableKey(slot as Parameters<typeof variableKey>[0]) : ''))
  const write = ({ id, attempt, recipient, variables }: Addressed): string => {
    const values = Object.fromEntries(keys.map((key, index) => [key, variables[index] ?? '']))
    return textOf(content, values, media, { recipient, callback: callbackData(tag, id, attempt) })
  }
  const buttons = buttonsOf(content)
  const addressOf = (slot: Slot): string | undefined => {
    const button = slot.where === 'button' ? buttons[slot.index ?? 0] : undefined
    return button?.type.toUpperCase() === 'URL' ? button.url : undefined
  }
  const isPlain = slots.every(
    (slot) => slot && (['header', 'body'].includes(slot.where) || addressOf(slot) !== undefined),
  )
  if (!isPlain || content.category.toUpperCase() === 'AUTHENTICATION') return write

  const marked = Object.fromEntries(keys.map((key, index) => [key, mark(index)]))
  const pieces = textOf(content, marked, media, { recipient: mark('to'), callback: mark('callback') }).split(
    marks,
  )
  const addresses = slots.map((slot) => slot && addressOf(slot))
  /** What stands in place of a mark; undefined for a value that is missing. */
  const fill = (name: string, message: Addressed): string | undefined => {
    if (name === 'address') return addressed(message.recipient)
    if (name === 'callback') return callbackData(tag, message.id, message.attempt)
    const value = cleanValue(message.variables[Number(name)] ?? '')
    if (value === '') return undefined
    const address = addresses[Number(name)]
    return JSON.stringify(address ? addressEnd(address, value) : value).slice(1, -1)
  }
  return (message) => {
    // `split` with a group gives text and mark in turns.
    let text = pieces[0]!
    for (let at = 1; at < pieces.length; at += 2) {
      const filled = fill(pieces[at]!, message)
      // Made the long way, the message says what is missing.
      if (filled === undefined) return write(message)
      text += filled + pieces[at + 1]!
    }
    return text
  }
}

/** Source: …/whatsapp/cloud-api/messages/interactive-reply-buttons-messages. */
function writeReplyButtons({ text, buttons }: ReplyButtons, tag: string): WriteMessage {
  return ({ id, attempt, recipient }) =>
    JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      [recipient.startsWith('+') ? 'to' : 'recipient']: recipient,
      type: 'interactive',
      interactive: {
        type: 'button',
        body: { text },
        action: { buttons: buttons.map((reply) => ({ type: 'reply', reply })) },
      },
      biz_opaque_callback_data: callbackData(tag, id, attempt),
    })
}

/** The message brings its payload: `type` and the object of that name, and what it answers. */
function writeChat(tag: string): WriteMessage {
  return ({ id, attempt, recipient, variables }) =>
    JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      [recipient.startsWith('+') ? 'to' : 'recipient']: recipient,
      ...(JSON.parse(variables[chatPayloadAt] ?? '{}') as object),
      biz_opaque_callback_data: callbackData(tag, id, attempt),
    })
}

function textOf(
  content: Content,
  values: Record<string, string>,
  { header, cards }: Media,
  { recipient, callback }: { recipient: string; callback: string },
): string {
  const components = buildTemplateComponents(content, templateValues(content, values, header, cards))
  const body = templateMessageBody({
    to: recipient,
    name: content.template_name,
    language: content.language,
    components,
    callbackData: callback,
  })
  const address = recipient === mark('to') ? mark('address') : addressed(recipient)
  return JSON.stringify(body).replace(`"to":${JSON.stringify(recipient)}`, () => address)
}

/** A phone goes in `to`, a business-scoped user id in `recipient` (…/whatsapp/business-scoped-user-ids). */
function addressed(recipient: string): string {
  return `${recipient.startsWith('+') ? '"to":' : '"recipient":'}${JSON.stringify(recipient)}`
}
