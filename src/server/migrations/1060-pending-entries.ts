import { type Kysely, sql } from 'kysely'

/** Only an index's owner may move its new entries into it, and the product owns no table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function move_pending_entries(index_name text) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      if index_name not in ('lead_search_words', 'leads_tags') then
        raise exception 'not an index of leads: %', index_name;
      end if;
      perform gin_clean_pending_list(format('public.%I', index_name)::regclass);
    end $$`.execute(db)
}
