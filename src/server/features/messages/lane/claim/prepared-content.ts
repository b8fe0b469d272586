import type { App } from '#server/app.ts'
import { linkBase, templateValues, variableKey } from '#server/features/templates/templates.ts'
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
import { linkCodes } from '../../model/link-code.ts'
import { buttonSlot, type ContentLink, isPersonal, trackText } from '../../model/tracked-links.ts'

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
    links?: readonly ContentLink[]
  }
}

/** Gives the code of one link of a message, and the address before it. */
export type Links = { codeOf: (messageId: number, link: number) => string; base: string }

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
export function prepareContent(content: Content, media: Media, tag: string, links?: Links): WriteMessage {
  if (content.fixed.reply_buttons) return writeReplyButtons(content.fixed.reply_buttons, tag)
  if (content.fixed.chat) return writeChat(tag)
  const { slots } = content
  const keys = slots.map((slot) => (slot ? variableKey(slot as Parameters<typeof variableKey>[0]) : ''))
  const tracked = trackedIn(content, links)
  const write = (message: Addressed): string => {
    const { id, attempt, recipient } = message
    const texts = tracked.texts(message)
    const values = {
      ...Object.fromEntries(keys.map((key, index) => [key, texts[index] ?? ''])),
      ...tracked.buttons(message),
    }
    return textOf(content, values, media, { recipient, callback: callbackData(tag, id, attempt) })
  }
  const buttons = buttonsOf(content)
  const addressOf = (slot: Slot): string | undefined => {
    const button = slot.where === 'button' ? buttons[slot.index ?? 0] : undefined
    return button?.type.toUpperCase() === 'URL' ? button.url : undefined
  }
  const isPlain =
    content.fixed.links?.every(({ card }) => card === undefined) !== false &&
    slots.every((slot) => slot && (['header', 'body'].includes(slot.where) || addressOf(slot) !== undefined))
  if (!isPlain || content.category.toUpperCase() === 'AUTHENTICATION') return write

  const marked = {
    ...Object.fromEntries(keys.map((key, index) => [key, mark(index)])),
    ...Object.fromEntries(tracked.keys.map((key) => [key, mark(key.replace('.', ''))])),
  }
  const pieces = textOf(content, marked, media, { recipient: mark('to'), callback: mark('callback') }).split(
    marks,
  )
  const addresses = slots.map((slot) => slot && addressOf(slot))
  /** What stands in place of a mark; undefined for a value that is missing. */
  const fill = (
    name: string,
    message: Addressed,
    texts: readonly string[],
    buttons: Record<string, string>,
  ): string | undefined => {
    if (name === 'address') return addressed(message.recipient)
    if (name === 'callback') return callbackData(tag, message.id, message.attempt)
    if (name.startsWith('button')) return buttons[name.replace('button', 'button.')]
    const value = cleanValue(texts[Number(name)] ?? '')
    if (value === '') return undefined
    const address = addresses[Number(name)]
    return JSON.stringify(address ? addressEnd(address, value) : value).slice(1, -1)
  }
  return (message) => {
    // `split` with a group gives text and mark in turns.
    let text = pieces[0]!
    const texts = tracked.texts(message)
    const buttons = tracked.buttons(message)
    for (let at = 1; at < pieces.length; at += 2) {
      const filled = fill(pieces[at]!, message, texts, buttons)
      // Made the long way, the message says what is missing.
      if (filled === undefined) return write(message)
      text += filled + pieces[at + 1]!
    }
    return text
  }
}

/** What of a message is tracked: the values of its text, and the codes of its buttons by `variableKey`. */
function trackedIn({ fixed, slots, components }: Content, links: Links | undefined) {
  const all = links ? (fixed.links ?? []) : []
  const inText = all.some(({ button }) => button === undefined)
  const text = components.find(({ type }) => type.toUpperCase() === 'BODY')?.text ?? ''
  const buttons = all.flatMap((link, at) => {
    if (link.button === undefined) return []
    const slot = isPersonal(link) ? buttonSlot(slots, link) : undefined
    const place = { name: '', index: link.button, card: link.card }
    const where = link.card === undefined ? ('button' as const) : ('card_button' as const)
    return [{ at, key: variableKey({ ...place, where }), slot }]
  })
  return {
    keys: buttons.map(({ key }) => key),
    texts: ({ id, variables }: Addressed): readonly string[] => {
      if (!inText || !links) return variables
      const addressOf = (link: number): string => links.base + links.codeOf(id, link)
      return trackText(variables, slots, all, { text, addressOf })
    },
    /** A button whose address is still to be continued is left out where the message has no value for it. */
    buttons: ({ id, variables }: Addressed): Record<string, string> =>
      Object.fromEntries(
        buttons
          .filter(({ slot }) => slot === undefined || cleanValue(variables[slot] ?? '') !== '')
          .map(({ at, key }) => [key, links?.codeOf(id, at) ?? '']),
      ),
  }
}

/** The codes of a content's links. */
export function linksOf(app: App, businessId: number, { id, fixed }: Content): Links | undefined {
  if (!fixed.links?.length) return undefined
  const codes = linkCodes(app)
  return {
    codeOf: (messageId, link) => codes.write({ businessId, contentId: id, messageId, link }),
    base: linkBase(app),
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
