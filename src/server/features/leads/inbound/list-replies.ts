import { sql } from 'kysely'
import type { CampaignReply } from '#contract/campaigns/parts.ts'
import type { LeadEvent } from '#contract/leads/views.ts'
import type { Lead } from '#contract/leads.ts'
import type { App, Db } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { heldReason } from '../consent/questions.ts'

/** The messages from a lead, the newest first, and the questions that followed. */
export async function repliesOf(
  app: App,
  businessId: number,
  lead: Pick<Lead, 'id'>,
  { addresses, limit }: { addresses: readonly string[]; limit: number },
): Promise<LeadEvent[]> {
  const rows = await app.db
    .selectFrom('lead_replies as r')
    .leftJoin('campaigns as c', (join) =>
      join.onRef('c.business_id', '=', 'r.business_id').onRef('c.id', '=', 'r.campaign_id'),
    )
    .select(['r.at', 'r.text', 'r.kind', 'c.name as campaign'])
    .where('r.business_id', '=', businessId)
    // Includes messages of the number while it belonged to a deleted lead.
    .where((reply) => reply.or([reply('r.lead_id', '=', lead.id), reply('r.address', 'in', [...addresses])]))
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute()
  const replies = rows.map(
    ({ at, text, kind, campaign }): LeadEvent => ({
      at: at.toISOString(),
      kind: 'inbound',
      sentence: campaign ? t('leads.history.repliedTo', { name: campaign }) : t('leads.history.messagedYou'),
      details: text ?? kindText(kind),
      status: null,
      message_id: null,
    }),
  )
  return [...(await questionsTo(app, businessId, lead, addresses)), ...replies]
}

async function questionsTo(
  app: App,
  businessId: number,
  lead: Pick<Lead, 'id'>,
  addresses: readonly string[],
): Promise<LeadEvent[]> {
  const rows = await app.db
    .selectFrom('consent_questions')
    .select(['about', 'state', 'reply', 'said_at', 'asked_at'])
    .where('business_id', '=', businessId)
    .where((question) =>
      question.or([question('lead_id', '=', lead.id), question('address', 'in', [...addresses])]),
    )
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ about, state, reply, said_at, asked_at }) => ({
    at: (asked_at ?? said_at).toISOString(),
    kind: 'inbound',
    sentence: questionText(about, state),
    details: reply,
    status: null,
    message_id: null,
  }))
}

/** A question that was asked after an unclear reply, and whether it is open. */
function questionText(about: string, state: string): string {
  if (state === 'unsent') return t('leads.history.asked.unsent')
  const isOpen = state !== 'answered' && state !== 'closed'
  if (about === 'stop') return t(isOpen ? 'leads.history.asked.stopOpen' : 'leads.history.asked.stop')
  return t(isOpen ? 'leads.history.asked.startOpen' : 'leads.history.asked.start')
}

const kinds = [
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'order',
  'reaction',
] as const
const isKnown = (kind: string): kind is (typeof kinds)[number] => (kinds as readonly string[]).includes(kind)

/** What stands for a message without text. */
function kindText(kind: string): string {
  return t(`leads.history.kinds.${isKnown(kind) ? kind : 'other'}`)
}

/** The replies to a campaign, the newest first. */
export async function listReplies(
  db: Db,
  businessId: number,
  campaignId: number,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ replies: CampaignReply[]; next_cursor: string | null }> {
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor))
    throw new AppError('invalid_input', t('leads.notFound.page'))
  const rows = await db
    .selectFrom('lead_replies as r')
    .leftJoin('leads as l', (join) =>
      join.onRef('l.business_id', '=', 'r.business_id').onRef('l.id', '=', 'r.lead_id'),
    )
    .select(['r.id', 'r.at', 'r.text', 'r.kind', 'r.meaning', 'r.address', 'r.lead_id', 'l.name'])
    .select(
      sql<boolean>`exists (select from suppressions s where s.business_id = r.business_id
        and s.address = r.address and s.reason = ${heldReason})`.as('held'),
    )
    .where('r.business_id', '=', businessId)
    .where('r.campaign_id', '=', campaignId)
    .$if(cursor !== undefined, (page) => page.where('r.id', '<', Number(cursor)))
    .orderBy('r.id', 'desc')
    .limit(limit + 1)
    .execute()
  const replies = rows
    .slice(0, limit)
    .map(({ id, at, text, kind, meaning, address, lead_id, name, held }) => ({
      id,
      at: at.toISOString(),
      lead_id: name === null ? null : lead_id,
      name: name || address,
      text: text ?? kindText(kind),
      opted_out: meaning === 'stop',
      waits: held && meaning === 'doubtful',
    }))
  return { replies, next_cursor: rows.length > limit ? String(replies.at(-1)?.id) : null }
}

/** How many messages since then asked to stop. */
export async function countStops(db: Db, businessId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from lead_replies
    where business_id = ${businessId} and meaning = 'stop' and at > ${since}`.execute(db)
  return rows[0]!.count
}
