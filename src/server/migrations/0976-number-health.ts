import { type Kysely, sql } from 'kysely'

/** What the provider says of a number, kept from change to change: its course is shown in Analytics. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table number_health (
      business_id bigint not null,
      id bigint generated always as identity,
      phone_number_id text not null,
      at timestamptz not null,
      -- the provider's words: GREEN, YELLOW, RED, UNKNOWN
      quality_rating text not null,
      -- people in 24 h; null: no limit
      messaging_limit integer,
      -- messages a second; null: no limit
      throughput_per_second integer,
      primary key (business_id, id),
      foreign key (business_id, phone_number_id) references phone_numbers (business_id, phone_number_id) on delete cascade
    )`.execute(db)
  await sql`create index number_health_number on number_health (business_id, phone_number_id, at)`.execute(db)
  await sql`
    create function number_health_of() returns trigger language plpgsql as $body$ begin
      insert into number_health (business_id, phone_number_id, at, quality_rating, messaging_limit, throughput_per_second)
      values (new.business_id, new.phone_number_id, now(), new.quality_rating, new.messaging_limit,
        new.throughput_per_second);
      return null;
    end $body$`.execute(db)
  await sql`create trigger number_health_added after insert on phone_numbers for each row
    execute function number_health_of()`.execute(db)
  await sql`create trigger number_health_changed after update of quality_rating, messaging_limit, throughput_per_second
    on phone_numbers for each row
    when ((old.quality_rating, old.messaging_limit, old.throughput_per_second)
      is distinct from (new.quality_rating, new.messaging_limit, new.throughput_per_second))
    execute function number_health_of()`.execute(db)
  // Of the time before this only the last state is known.
  await sql`
    insert into number_health (business_id, phone_number_id, at, quality_rating, messaging_limit, throughput_per_second)
    select business_id, phone_number_id, coalesce(checked_at, now()), quality_rating, messaging_limit,
      throughput_per_second from phone_numbers`.execute(db)
}
