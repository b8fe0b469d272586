import { type Kysely, sql } from 'kysely'

/** Conversations by a part of a number. Without the extension there is no such index, and all of a business are read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `-business_id` is found in this index only, so that no plan walks all addresses of a business instead.
  await sql`
    do $do$ begin
      create extension if not exists pg_trgm;
      create index conversation_addresses_parts on conversation_addresses using gin ((-business_id), address gin_trgm_ops)
        with (gin_pending_list_limit = 256);
    exception when others then
      raise notice 'no trigram index: %', sqlerrm;
    end $do$`.execute(db)
}
