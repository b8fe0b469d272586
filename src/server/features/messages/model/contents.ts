import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { mostLinks } from './link-code.ts'
import type { Slot } from './slots.ts'
import type { ContentLink } from './tracked-links.ts'

export type { Slot }

/** What a template sends and where each of its values goes, as `templates.getSendable` gives it. */
export type ContentSource = {
  template_id: number | null
  provider_template_id: string | null
  template_name: string
  language: string
  /** The provider's. */
  category: string
  parameter_format: string
  /** The provider's components, as it lists them. */
  components: unknown
  variables: readonly Slot[]
  /** The file of a header with a picture, film or document. */
  header_media?: { id?: string; link?: string; filename?: string } | null
  /** Our file in the header: a later version of the template may have another. */
  header_media_id?: number | null
  /** A free-form message with buttons instead of a template. */
  reply_buttons?: ReplyButtons
  /** Each message brings its whole payload: an answer in a conversation. */
  chat?: boolean
  /** Links whose clicks are counted; their places are part of their codes. */
  links?: readonly ContentLink[]
  /** The same for the cards of a carousel. */
  card_media_ids?: readonly (number | null)[]
}

/** A text with up to three buttons; free-form, so only for people who wrote in the last 24 hours. */
export type ReplyButtons = { text: string; buttons: { id: string; title: string }[] }

/**
 * Keeps what is sent, as it is now: later edits of the template do not reach it.
 * @param variableNames the values that each message carries, in that order; those of the source unless told
 *   otherwise.
 * @returns the content's id.
 */
export async function createContent(
  app: App,
  businessId: number,
  source: ContentSource,
  variableNames: readonly string[] = source.variables.map(({ name }) => name),
): Promise<number> {
  const row = await app.db
    .insertInto('message_contents')
    .values({
      business_id: businessId,
      template_id: source.template_id,
      provider_template_id: source.provider_template_id,
      template_name: source.template_name,
      language: source.language,
      category: source.category,
      parameter_format: source.parameter_format,
      components: JSON.stringify(source.components),
      variable_names: [...variableNames],
      slots: JSON.stringify(slotsFor(source.variables, variableNames)),
      fixed: JSON.stringify({
        ...(source.header_media && { media: source.header_media }),
        ...(source.header_media_id && { media_id: source.header_media_id }),
        ...(source.reply_buttons && { reply_buttons: source.reply_buttons }),
        ...(source.chat && { chat: true }),
        ...(source.links?.length && { links: source.links.slice(0, mostLinks) }),
        ...(source.card_media_ids?.length && { card_media_ids: source.card_media_ids }),
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Two variables may share a name (a `{{1}}` in header and body): the first value of it goes to the first slot. */
function slotsFor(variables: readonly Slot[], names: readonly string[]): (Slot | null)[] {
  const left = [...variables]
  return names.map((name) => {
    const at = left.findIndex((variable) => variable.name === name)
    return at < 0 ? null : (left.splice(at, 1)[0] ?? null)
  })
}

/** Of a chat message's values the first is its text, for people and searches; this one is what is sent, as JSON. */
export const chatPayloadAt = 1

const chatName = 'Chat'

/** The one content that all chat messages of a business share. */
export async function chatContent(tx: App, businessId: number): Promise<number> {
  const known = await tx.db
    .selectFrom('message_contents')
    .select('id')
    .where('business_id', '=', businessId)
    .where('template_name', '=', chatName)
    .where('category', '=', 'SERVICE')
    .where(sql<boolean>`fixed @> '{"chat": true}'`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (known) return known.id
  return await createContent(
    tx,
    businessId,
    {
      template_id: null,
      provider_template_id: null,
      template_name: chatName,
      language: '',
      category: 'SERVICE',
      parameter_format: 'POSITIONAL',
      components: [{ type: 'BODY', text: '{{1}}' }],
      variables: [{ name: '1', where: 'body' }],
      chat: true,
    },
    ['1', 'payload'],
  )
}
