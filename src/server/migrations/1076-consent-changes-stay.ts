import { type Kysely, sql } from 'kysely'

/** Each change of a consent is its own proof: it is not changed, and goes with the person or with an undone import alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function consent_changes_stay() returns trigger language plpgsql as $body$ begin
      if tg_op = 'UPDATE' then
        -- A deleted lead is unlinked, and linked again when the deletion is undone.
        old.lead_id := new.lead_id;
        if new is not distinct from old then return new; end if;
      elsif current_setting('tidings.erasing', true) = 'on' then return old;
      -- What a file stated, and no person said, is taken back with its import.
      elsif old.import_id is not null then return old;
      end if;
      raise exception 'consent_changes are never changed';
    end $body$`.execute(db)
  await sql`create trigger rows_stay before update or delete on consent_changes
    for each row execute function consent_changes_stay()`.execute(db)
}
