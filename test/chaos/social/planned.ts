import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { confirmImport } from '#server/features/social/planning/import/imports.ts'
import type { Shop } from './world.ts'

/** Far enough away that none of them is published while the test runs. */
const daysAhead = 10

/** What the planning jobs left: every row of a file is scheduled once, and every post has its figures. */
export type PlanningReport = { rows: number; rowsWithoutPost: string[]; rowsTwice: string[]; figures: number }

/** A confirmed file of posts for each shop, whose job is killed with the processes. */
export async function startImports(app: App, shops: readonly Shop[], rowsEach: number): Promise<void> {
  if (rowsEach === 0) return
  for (const { businessId, userId, accounts } of shops) {
    const { id } = await app.db
      .insertInto('social_post_imports')
      .values({
        business_id: businessId,
        file_name: 'posts.csv',
        state: 'checked',
        total: rowsEach,
        created_by: userId,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('social_post_import_rows')
      .values(
        Array.from({ length: rowsEach }, (_, n) => ({
          business_id: businessId,
          import_id: id,
          row_number: n + 2,
          state: 'ready',
          cells: JSON.stringify({ caption: `Row ${n} of the file`, media: '', link: '', firstComment: '' }),
          due_at: new Date(Date.now() + daysAhead * 86_400_000),
          timezone: 'UTC',
          account_ids: [accounts.facebook, accounts.linkedin],
          problems: '[]',
        })),
      )
      .execute()
    await confirmImport(app, businessId, id)
  }
}

/** Rows and figures that still have a job before them. */
export async function countPlanned(app: App, figures: boolean): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select (select count(*) from social_post_import_rows r where r.state = 'ready')::int
      + (select count(*) from social_post_imports i where i.state = 'running')::int
      + (select count(*) from social_publications p where ${figures} and p.state = 'posted' and p.insights_at is null)::int
      as open`.execute(app.db)
  return rows[0]?.open ?? 0
}

/** Figures are due at once, and claims of killed processes are over. */
export async function passPlanningTime(app: App): Promise<void> {
  await sql`update social_publications set insights_due_at = now()
    where state = 'posted' and insights_at is null and insights_due_at > now()`.execute(app.db)
  await sql`update social_insight_runs set claimed_until = now()
    where claimed_until < now() + interval '140 seconds' and claimed_until > now()`.execute(app.db)
}

export async function reportPlanning(app: App): Promise<PlanningReport> {
  const { rows } = await sql<{ label: string; posts: number }>`
    select i.business_id || ': ' || (r.cells ->> 'caption') || ' (' || r.state || ')' as label,
      (select count(*) from social_posts o join social_publications p
         on p.business_id = o.business_id and p.post_id = o.id
       where o.business_id = i.business_id and o.caption = r.cells ->> 'caption')::int as posts
    from social_post_import_rows r
    join social_post_imports i on i.business_id = r.business_id and i.id = r.import_id`.execute(app.db)
  const figures = await sql<{
    count: number
  }>`select count(*)::int as count from social_post_figures`.execute(app.db)
  return {
    rows: rows.length,
    // Each goes to two accounts.
    rowsWithoutPost: rows.flatMap(({ label, posts }) => (posts < 2 ? [label] : [])),
    rowsTwice: rows.flatMap(({ label, posts }) => (posts > 2 ? [label] : [])),
    figures: figures.rows[0]?.count ?? 0,
  }
}
