import { type Kysely, sql } from 'kysely'

/** The problem of a stored webhook is a code; the sentence is made when it is read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_events rename column error to problem`.execute(db)
  await sql`
    update webhook_events set problem = case
      when problem like 'Nothing in it was recognised%' then 'nothing_recognised'
      when problem like 'Not everything in it was recognised%' then 'partly_recognised'
      when problem = 'The body is not JSON.' then 'not_json'
      else 'not_applied' end
    where problem is not null`.execute(db)
  await sql`alter table webhook_events add constraint webhook_events_problem
    check (problem in ('not_json', 'nothing_recognised', 'partly_recognised', 'not_applied'))`.execute(db)
}
