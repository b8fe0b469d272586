import { type Kysely, sql } from 'kysely'

/** The logs by error code: few messages have one, and those that have it changed their page anyway. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index messages_error_code on messages (business_id, error_code, id desc)
    where error_code is not null`.execute(db)
}
