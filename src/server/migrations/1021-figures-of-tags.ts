import { type Kysely, sql } from 'kysely'

/** The figures of days also by the tags of the people, and leads that cannot be reached by their time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table analytics_tagged (
      -- as analytics_messages, of the messages to people with a tag when the block was last counted or checked
      like analytics_messages including defaults including identity,
      tag text not null,
      primary key (business_id, id),
      foreign key (business_id) references businesses (id)
    )`.execute(db)
  await sql`create index analytics_tagged_day on analytics_tagged (business_id, tag, day)`.execute(db)
  await sql`create index analytics_tagged_block on analytics_tagged (business_id, block)`.execute(db)
  await sql`
    create index leads_unreachable on leads (business_id, unreachable_at) where unreachable_at is not null`.execute(
    db,
  )
  await sql`
    insert into analytics_marks (business_id, kind, block)
    select business_id, kind, block from analytics_blocks where kind = 'messages'`.execute(db)
}
