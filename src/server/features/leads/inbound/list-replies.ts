import { sql } from 'kysely'
import type { CampaignReply } from '#contract/campaigns/parts.ts'
import type { LeadEvent } from '#contract/leads/views.ts'
import type { Lead } from '#contract/leads.ts'
import type { App, Db } from '#server/app.ts'
import { heldReason } from '../consent/questions.ts'

/** What a lead wrote, the newest first, and what was asked back. */
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
    // What the number wrote while another lead that is deleted now had it is theirs too.
    .where((reply) => reply.or([reply('r.lead_id', '=', lead.id), reply('r.address', 'in', [...addresses])]))
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute()
  const replies = rows.map(
    ({ at, text, kind, campaign }): LeadEvent => ({
      at: at.toISOString(),
      kind: 'inbound',
      sentence: campaign ? `Replied to campaign ${campaign}` : 'Wrote to you',
      details: text ?? wordOfKind(kind),
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
    sentence: questionSentence(about, state),
    details: reply,
    status: null,
    message_id: null,
  }))
}

/** What became of a question, for the owner. */
function questionSentence(about: string, state: string): string {
  const asked = about === 'stop' ? 'Asked if they want messages to stop' : 'Asked if they want messages'
  if (state === 'answered' || state === 'closed') return asked
  if (state === 'unsent') return 'Unclear reply. Ask them, then record their consent'
  return about === 'stop' ? `${asked}. Marketing is on hold` : `${asked}. No answer yet`
}

const kindWords: Record<string, string> = {
  image: 'Sent a picture',
  video: 'Sent a video',
  audio: 'Sent a voice message',
  document: 'Sent a document',
  sticker: 'Sent a sticker',
  location: 'Sent a location',
  contacts: 'Sent a contact',
  order: 'Sent an order',
  reaction: 'Took a reaction back',
}

function wordOfKind(kind: string): string {
  return kindWords[kind] ?? 'Sent a message without text'
}

/** What people wrote back to a campaign, the newest first. */
export async function listReplies(
  db: Db,
  businessId: number,
  campaignId: number,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ replies: CampaignReply[]; next_cursor: string | null }> {
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
    .$if(cursor !== undefined && /^\d{1,15}$/.test(cursor), (page) => page.where('r.id', '<', Number(cursor)))
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
      text: text ?? wordOfKind(kind),
      opted_out: meaning === 'stop',
      waits: held && meaning === 'doubtful',
    }))
  return { replies, next_cursor: rows.length > limit ? String(replies.at(-1)?.id) : null }
}
