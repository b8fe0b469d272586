import { type Kysely, sql } from 'kysely'

/** Whether the avatar service may draw a person's picture: on, until they turn it off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column avatar boolean not null default true`.execute(db)
}
