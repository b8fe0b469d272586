import { type Kysely, sql } from 'kysely'

/** Through which of the provider's two ways an account sends marketing; and where a template comes from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table whatsapp_accounts add column marketing_endpoint text not null default 'messages'
      check (marketing_endpoint in ('messages', 'marketing_messages'))`.execute(db)
  // AUTO_GENERATED: the provider made it from messages that were sent without one; null: an ordinary one.
  await sql`alter table provider_templates add column source text`.execute(db)
}
