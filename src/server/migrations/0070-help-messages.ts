import { type Kysely, sql } from 'kysely'

/** Messages to the support, stored so that an operator can answer them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table help_messages (
      business_id bigint not null,
      id bigint generated always as identity,
      user_id bigint not null,
      -- where the reply goes; need not be the address of the account
      email text not null,
      message text not null,
      created_at timestamptz not null default now(),
      mailed_at timestamptz,
      primary key (business_id, id),
      foreign key (business_id, user_id) references users (business_id, id)
    )`.execute(db)
}
