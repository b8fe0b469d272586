import { type Kysely, sql } from 'kysely'

/** Limited-time offers and carousels. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- {offer: {text, ends}, cards: [{header, body, buttons, samples}]}
    alter table templates add column extras jsonb not null default '{}'`.execute(db)
}
