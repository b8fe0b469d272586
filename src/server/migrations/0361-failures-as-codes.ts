import { type Kysely, sql } from 'kysely'

/** Our own titles of failures without a provider's code, with the texts that explain them now. */
const known = {
  Unreachable: 'error_unreachable',
  'No answer': 'error_silent',
  'Unreadable answer': 'error_unreadable',
  'Refused, reason lost': 'error_refusalUnread',
  'Answer from elsewhere': 'error_intercepted',
  'Request could not be made': 'error_malformed',
  'Access token has characters that cannot be sent': 'error_badToken',
}

/** Failures without a provider's code keep a code of ours; their sentences are made when they are read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const codes = JSON.stringify(known)
  await sql`
    update messages set reason = case
      when ${codes}::jsonb ? error_title then ${codes}::jsonb ->> error_title
      when error_title like '%cannot be sent from here.' then 'value_unsupported'
      when error_title ~ '(WhatsApp (allows|shows at most) [0-9]+.*)[.]$' then 'value_too_long'
      else 'value_missing' end
    where trouble = 'failed' and error_code is null and reason is null and (
      ${codes}::jsonb ? error_title
      or error_title ~ '(cannot be sent from here|(has|have) no (value|values|code to copy|products to show)|is missing|WhatsApp (allows|shows at most) [0-9]+.*)[.]$')`.execute(
    db,
  )
  await sql`
    update messages set error_title = null
    where trouble = 'failed' and reason = 'written_off'
      and error_title = 'Written off: WhatsApp never said whether it took the message'`.execute(db)
  for (const table of ['consent_changes', 'suppressions']) {
    await sql`update ${sql.table(table)} set details = null where details = 'WhatsApp refuses messages to them'`.execute(
      db,
    )
  }
}
