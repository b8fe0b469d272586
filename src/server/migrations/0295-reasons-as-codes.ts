import { type Kysely, sql } from 'kysely'

/** Sentences that earlier versions stored, with the message that replaces each. */
const known: Record<string, string> = {
  'The access token has expired.': 'tokenExpired',
  'The access token was withdrawn at Meta, for example after a changed password or a lost role.':
    'tokenWithdrawn',
  'Meta does not know this access token.': 'tokenUnknown',
  'There is no access token for this account.': 'noToken',
  'You disconnected this account.': 'disconnectedByOwner',
  'This app was removed from the WhatsApp account at Meta. Connect again to go on sending.': 'appRemoved',
  'The WhatsApp account was deleted at Meta.': 'deleted',
  'Meta has disabled this WhatsApp account. See the reason in WhatsApp Manager, and ask there for a review.':
    'disabled',
  'Meta has restricted this WhatsApp account: it may not start conversations for now. See the reason in WhatsApp Manager.':
    'restricted',
  'WhatsApp cannot charge you for messages. Add or mend the payment method in WhatsApp Manager; then let sending go on.':
    'payment',
  'WhatsApp has locked your account. See the reason in WhatsApp Manager, and ask there for a review.':
    'locked',
  'WhatsApp has blocked your account for a time, for breaking its rules. See in WhatsApp Manager until when.':
    'rulesBroken',
  'Meta has rejected this WhatsApp account in its review. See the reason in WhatsApp Manager, and appeal there.':
    'reviewRejected',
}

/**
 * Why an account or a number cannot send is stored as a message's key with parameters, and read in the reader's
 * language. Sentences without a key stay as JSON strings and are shown as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const keys = JSON.stringify(
    Object.fromEntries(
      Object.entries(known).map(([sentence, key]) => [sentence, { key: `onboarding.account.reason.${key}` }]),
    ),
  )
  const columns = [
    ['account_blocks', 'sentence'],
    ['whatsapp_accounts', 'status_reason'],
    ['whatsapp_accounts', 'blocked_reason'],
    ['phone_numbers', 'register_error'],
  ] as const
  for (const [table, column] of columns) {
    const [rows, text] = [sql.table(table), sql.ref(column)]
    await sql`alter table ${rows} alter column ${text} type jsonb using to_jsonb(${text})`.execute(db)
    await sql`
      update ${rows} set ${text} = ${keys}::jsonb -> (${text} #>> '{}')
      where ${keys}::jsonb ? (${text} #>> '{}')`.execute(db)
  }
  await sql`alter table account_blocks rename column sentence to reason`.execute(db)
}
