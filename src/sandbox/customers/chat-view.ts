import type { Phone } from '../world/accounts.ts'
import type { PersonLine } from '../world/chats.ts'
import { type Sent, wamid } from '../world/ledger.ts'
import { isObject } from '../world/settings.ts'
import type { Part } from '../world/world.ts'

/** What can be pressed below a message. `link` opens something and answers nothing. */
export type ChatButton = { id: string; title: string; kind: 'template' | 'reply' | 'row' | 'link' }

/** One line of a chat as the person's phone shows it. */
export type ChatLine = {
  id: string
  at: number
  from: 'business' | 'person'
  type: string
  header: string | null
  text: string | null
  footer: string | null
  buttons: ChatButton[]
  /** A file by id, or by its address elsewhere. */
  media: { id: string | null; link: string | null } | null
  /** The message that is answered. */
  context: string | null
  status: string | null
}

const linesAtMost = 100

/** The chat of a person with a number, oldest first, at most the newest hundred lines. */
export function chatOf(
  world: Part<'install' | 'ledger' | 'chats'>,
  phone: Phone,
  digits: string,
): ChatLine[] {
  const lines = world.chats.of(phone.id, digits).map(fromPerson)
  for (const sent of world.ledger.rows()) {
    if (sent.phone.id !== phone.id || sent.to !== digits || sent.failedWith !== null) continue
    lines.push(fromBusiness(world, sent))
  }
  return lines.sort((a, b) => a.at - b.at).slice(-linesAtMost)
}

const part = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const list = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : []

const nothing = { header: null, text: null, footer: null, buttons: [], media: null, context: null }

function fromPerson({ id, at, message }: PersonLine): ChatLine {
  const type = String(message.type)
  const body = part(message[type])
  const answer = part(body.button_reply ?? body.list_reply)
  return {
    ...nothing,
    id,
    at,
    from: 'person',
    type,
    text:
      text(body.body) ??
      text(body.text) ??
      text(answer.title) ??
      text(body.caption) ??
      text(body.emoji) ??
      text(body.name),
    media: text(body.id) && type !== 'reaction' ? { id: text(body.id), link: null } : null,
    context: text(part(message.context).id) ?? text(body.message_id),
    status: null,
  }
}

function fromBusiness(world: Part<'install'>, sent: Sent): ChatLine {
  const line: ChatLine = {
    ...nothing,
    id: wamid(world.install, sent.to, sent.number),
    at: sent.at,
    from: 'business',
    type: sent.type,
    status: sent.reported.at(-1) ?? 'accepted',
  }
  if (sent.template) return { ...line, ...templateParts(sent) }
  const content = part(sent.content)
  const context = text(part(content.context).message_id)
  return { ...line, ...freeParts(sent.type, part(content[sent.type] ?? content)), context }
}

function freeParts(type: string, body: Record<string, unknown>): Partial<ChatLine> {
  if (type === 'interactive') {
    const action = part(body.action)
    const rows = list(action.sections).flatMap((section) => list(section.rows))
    return {
      header: text(part(body.header).text),
      text: text(part(body.body).text),
      footer: text(part(body.footer).text),
      buttons: [
        ...list(action.buttons).map(
          ({ reply }): ChatButton => ({
            id: text(part(reply).id) ?? '',
            title: text(part(reply).title) ?? '',
            kind: 'reply',
          }),
        ),
        ...rows.map(
          ({ id, title }): ChatButton => ({ id: text(id) ?? '', title: text(title) ?? '', kind: 'row' }),
        ),
      ],
    }
  }
  const media = ['image', 'video', 'audio', 'document', 'sticker'].includes(type)
    ? { id: text(body.id), link: text(body.link) }
    : null
  return {
    text: text(body.body) ?? text(body.caption) ?? text(body.emoji) ?? text(body.name) ?? text(body.filename),
    media,
    ...(type === 'reaction' && { context: text(body.message_id) }),
  }
}

/** A template with its values in place. */
function templateParts(sent: Sent): Partial<ChatLine> {
  const given = list(sent.content)
  const written = sent.template?.components ?? []
  const kindOf = (component: { type?: unknown }) => String(component.type).toUpperCase()
  const partOf = (kind: string) => written.find((component) => kindOf(component) === kind)
  const valuesOf = (kind: string) => list(given.find((component) => kindOf(component) === kind)?.parameters)
  const filled = (kind: string) => {
    const template = partOf(kind)?.text
    if (template === undefined) return null
    const values = valuesOf(kind)
    return template.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
      const value = values.find(({ parameter_name }) => parameter_name === name) ?? values[Number(name) - 1]
      return text(value?.text) ?? whole
    })
  }
  const [file] = valuesOf('HEADER').map((value) => part(value[String(value.type)]))
  const payloadOf = (index: number) =>
    text(
      list(given.find((one) => kindOf(one) === 'BUTTON' && Number(one.index) === index)?.parameters)[0]
        ?.payload,
    )
  return {
    header: filled('HEADER'),
    text: filled('BODY'),
    footer: partOf('FOOTER')?.text ?? null,
    media: file && (file.id || file.link) ? { id: text(file.id), link: text(file.link) } : null,
    buttons: (partOf('BUTTONS')?.buttons ?? []).map(
      (button, index): ChatButton => ({
        id: payloadOf(index) ?? button.text ?? '',
        title: button.text ?? '',
        kind: button.type.toUpperCase() === 'QUICK_REPLY' ? 'template' : 'link',
      }),
    ),
  }
}
