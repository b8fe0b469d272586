import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'

/**
 * Indexes of big tables that came after the tables: they are built while others write, and so outside of the
 * migrations' transaction. One that was cut off in the middle is built again at the next start.
 */
export const concurrentIndexes: Record<string, string> = {
  // The errors that failed messages have: counted from the index alone.
  messages_failed: `messages (business_id, error_code, campaign_id) where undelivered = 'failed'`,
  // How many people asked to stop in a week: the chatbot shows it beside its rules.
  lead_replies_stops: `lead_replies (business_id, at) where meaning = 'stop'`,
  // How many conversations the chatbot gave to people in a week.
  conversation_events_bot_ended: `conversation_events (business_id, at) include (conversation_id) where kind in ('bot_handed_over', 'bot_stopped') and details ->> 'reason' <> 'sequence'`,
  // How many people withdrew in the last days.
  consent_changes_withdrawn: `consent_changes (business_id, at) where consent = 'opted_out'`,
  // Who agreed on a day.
  consent_changes_agreed: `consent_changes (business_id, at) where consent = 'opted_in'`,
  // Who answered a message, and who opted out after it.
  lead_replies_message: `lead_replies (business_id, message_id) where message_id is not null`,
  consent_changes_message: `consent_changes (business_id, message_id) where message_id is not null`,
  // What a person got from sequences, whatever a chat or a bot wrote since.
  messages_of_sequences: `messages (business_id, recipient_phone) where sequence_id is not null`,
  // Who wrote from an ad or a post.
  ad_visits_source: 'ad_visits (business_id, source_id, at)',
  // What was paid back of a purchase.
  conversions_refunds: `conversions (business_id, refund_of) where refund_of is not null`,
  // What a lead bought, by whichever address of theirs.
  conversions_lead: `conversions (business_id, lead_id) where lead_id is not null`,
  // Conversions whose touches are still to be looked for.
  conversions_one_touch: `conversions (business_id, id) where not both_touches`,
  // Whether a small picture is still of use to a file of a chat.
  chat_files_small_hash: `chat_files (business_id, small_hash) where small_hash is not null`,
  // The conversations of people who got a campaign, of whichever of the business's numbers.
  conversation_addresses_address: 'conversation_addresses (business_id, address)',
  // The leads whose text has a letter: the other index is of three letters each.
  lead_search_letters: `lead_search using gin ((-business_id), (string_to_array(translate(words, '0123456789@. +-_', ''), null))) with (fastupdate = off)`,
  // Flows whose definitions may hold secrets in plain text.
  bot_flows_unmoved: 'bot_flows (business_id, id) where not secrets_moved',
}

/** Where the database has no extensions there is neither of them: searches read the leads. */
const besides: Record<string, string> = { lead_search_letters: 'lead_search_words' }

const lock = 4_417_026
const lookMs = 500

/** Builds what is not there. Processes that start together take turns: one that waited in the lock itself would hold up the build. */
export async function buildIndexes(db: Kysely<unknown>): Promise<void> {
  if ((await missing(db)).length === 0) return
  await db.connection().execute(async (one) => {
    while (!(await takesTurn(one))) await pause(lookMs)
    try {
      for (const { name, is_broken } of await missing(one)) {
        if (is_broken) await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(one)
        await sql`create index concurrently ${sql.ref(name)} on ${sql.raw(concurrentIndexes[name]!)}`.execute(
          one,
        )
      }
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(lock)})`.execute(one)
    }
  })
}

async function takesTurn(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_lock(${sql.lit(lock)}) as taken`.execute(db)
  return rows[0]?.taken === true
}

async function missing(db: Kysely<unknown>): Promise<{ name: string; is_broken: boolean }[]> {
  const { rows } = await sql<{ name: string; is_broken: boolean }>`
    select name, i.indexrelid is not null as is_broken
    from unnest(${Object.keys(concurrentIndexes)}::text[],
      ${Object.keys(concurrentIndexes).map((name) => besides[name] ?? null)}::text[]) as known (name, beside)
    left join pg_index i on i.indexrelid = to_regclass(name)
    where (beside is null or to_regclass(beside) is not null) and (i.indexrelid is null or not i.indisvalid)`.execute(
    db,
  )
  return rows
}
