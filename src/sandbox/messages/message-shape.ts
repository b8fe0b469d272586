import { GraphError } from '../graph/graph-errors.ts'
import { isObject } from '../world/settings.ts'

/** What a request to send says, once its form is found right. */
export type MessageRequest = {
  /** Digits of the number, or the business-scoped user id. */
  to: string
  input: string
  type: string
  content: Record<string, unknown>
  callback: string | undefined
}

const types = new Set([
  'text',
  'image',
  'audio',
  'video',
  'document',
  'sticker',
  'location',
  'contacts',
  'interactive',
  'reaction',
  'template',
])

const wrong = (details: string) => new GraphError(100, { details })
const missing = (details: string) => new GraphError(131008, { details })

/** Checks the envelope of a message and the shape of its content; throws Graph's refusal. */
export function messageRequest(body: Record<string, unknown>): MessageRequest {
  if (body.messaging_product !== 'whatsapp') {
    if (body.messaging_product === undefined)
      throw new GraphError(100, { message: '(#100) The parameter messaging_product is required.' })
    throw new GraphError(100, {
      message:
        '(#100) Param messaging_product must be one of {WHATSAPP} - got "' +
        String(body.messaging_product) +
        '".',
    })
  }
  if (
    body.recipient_type !== undefined &&
    body.recipient_type !== 'individual' &&
    body.recipient_type !== 'group'
  ) {
    throw wrong(
      `Param recipient_type must be one of {INDIVIDUAL, GROUP} - got "${String(body.recipient_type)}".`,
    )
  }
  const type = body.type === undefined ? 'text' : String(body.type)
  if (!types.has(type)) throw new GraphError(131051, { details: `Message type "${type}" is not supported.` })
  const recipient = recipientOf(body, type)
  const content = body[type]
  if (type === 'contacts') {
    if (!Array.isArray(content) || content.length === 0) throw missing('Parameter contacts is required.')
  } else if (!isObject(content)) {
    throw missing(`Parameter ${type} is required.`)
  }
  const callback = body.biz_opaque_callback_data
  if (callback !== undefined && (typeof callback !== 'string' || callback.length > 512)) {
    throw wrong('Param biz_opaque_callback_data must be a string of at most 512 characters.')
  }
  if (type !== 'template') checkContent(type, content as Record<string, unknown>)
  return { ...recipient, type, content: content as Record<string, unknown>, callback }
}

function recipientOf(body: Record<string, unknown>, type: string): { to: string; input: string } {
  const { to, recipient } = body
  if (to === undefined || to === '') {
    if (typeof recipient === 'string' && /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/.test(recipient))
      return { to: recipient, input: recipient }
    if (recipient !== undefined)
      throw new GraphError(131009, { details: 'Param recipient is not a business-scoped user ID.' })
    throw new GraphError(100, { message: '(#100) The parameter to is required.' })
  }
  const input = typeof to === 'number' ? String(to) : to
  if (typeof input !== 'string') throw wrong('Param to must be a string.')
  const digits = input.replace(/[+\-() ]/g, '')
  if (!/^\d{5,15}$/.test(digits)) {
    throw new GraphError(131009, {
      details: `Parameter value is not valid: "to" is not a phone number for a message of type ${type}.`,
    })
  }
  return { to: digits, input }
}

const longest = (value: unknown, limit: number, name: string) => {
  if (value === undefined) return
  if (typeof value !== 'string') throw wrong(`Param ${name} must be a string.`)
  if (value.length > limit) throw wrong(`Param ${name} must be at most ${limit} characters long.`)
}

function required(value: unknown, limit: number, name: string) {
  if (typeof value !== 'string' || value === '') throw missing(`Parameter ${name} is required.`)
  longest(value, limit, name)
}

function checkContent(type: string, content: Record<string, unknown>) {
  switch (type) {
    case 'text':
      required(content.body, 4096, "text['body']")
      return
    case 'image':
    case 'video':
    case 'document':
    case 'audio':
    case 'sticker':
      if (content.id === undefined && content.link === undefined)
        throw missing(`Parameter ${type} needs id or link.`)
      if (content.caption !== undefined && (type === 'audio' || type === 'sticker'))
        throw wrong(`Unexpected key "caption" on param "${type}".`)
      longest(content.caption, 1024, `${type}['caption']`)
      return
    case 'location':
      if (content.latitude === undefined || content.longitude === undefined)
        throw missing('Parameter location needs latitude and longitude.')
      return
    case 'reaction':
      required(content.message_id, 256, "reaction['message_id']")
      return
    case 'interactive':
      checkInteractive(content)
      return
    default:
  }
}

function checkInteractive(content: Record<string, unknown>) {
  const kind = content.type
  const action = content.action
  if (!isObject(action)) throw missing("Parameter interactive['action'] is required.")
  if (isObject(content.body))
    required(content.body.text, kind === 'list' ? 4096 : 1024, "interactive['body']['text']")
  else if (kind === 'button' || kind === 'list' || kind === 'cta_url')
    throw missing("Parameter interactive['body'] is required.")
  if (isObject(content.footer)) longest(content.footer.text, 60, "interactive['footer']['text']")
  if (kind === 'button') {
    const buttons = action.buttons
    if (!Array.isArray(buttons) || buttons.length === 0 || buttons.length > 3)
      throw new GraphError(131009, {
        details: 'Invalid buttons count. Min allowed buttons: 1, Max allowed buttons: 3',
      })
    for (const button of buttons as unknown[]) {
      const reply = isObject(button) ? button.reply : undefined
      if (!isObject(reply)) throw missing("Each of interactive['action']['buttons'] needs reply.")
      required(reply.id, 256, 'reply id')
      required(reply.title, 20, 'reply title')
    }
  } else if (kind === 'list') {
    required(action.button, 20, "interactive['action']['button']")
    const sections = action.sections
    if (!Array.isArray(sections) || sections.length === 0 || sections.length > 10)
      throw new GraphError(131009, { details: 'Total section count must be between 1 and 10' })
    const rows = (sections as unknown[]).flatMap((section) =>
      isObject(section) && Array.isArray(section.rows) ? (section.rows as unknown[]) : [],
    )
    if (rows.length === 0 || rows.length > 10)
      throw new GraphError(131009, { details: 'Total row count exceed max allowed count: 10' })
    for (const row of rows) {
      if (!isObject(row)) throw wrong('Each row must be an object.')
      required(row.id, 200, 'row id')
      required(row.title, 24, 'row title')
      longest(row.description, 72, 'row description')
    }
  }
}
