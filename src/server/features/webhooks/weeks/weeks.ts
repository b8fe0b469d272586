import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** Stored webhooks lie in tables of one or more weeks, told by the id: week * 2^36 and on. Weeks begin on Monday, UTC. */
const idsOfWeek = 2 ** 36
export const weekMs = 7 * 86_400_000
/** Week 0 began on Monday, 29 December 1969. */
const firstWeekMs = -3 * 86_400_000

/** A table of stored webhooks: ids from `low` on and below `high`, and when its weeks begin and end. */
export type Week = { name: string; low: number; high: number; begins: Date; ends: Date }

/** A statement that names no ids locks each table: a longer time is kept in longer ones, about so many. */
const usualTables = 26
/** With no end, four tables a year. */
const weeksWithoutEnd = 13

/** @returns how many weeks one table has, where webhooks are kept for so many days; 0: for ever. */
const weeksFor = (days: number): number =>
  days === 0 ? weeksWithoutEnd : Math.max(1, Math.round(days / 7 / usualTables))

/** Sees to it that this week and the next four have a table. Any process may do it at any time. */
export async function makeWeeks(app: App): Promise<void> {
  const chosen = await app.db
    .selectFrom('retention_settings')
    .select('days')
    .where('kind', '=', 'webhooks')
    .executeTakeFirst()
  const days = chosen?.days ?? app.settings.keepWebhooksDays ?? 0
  const { rows } = await sql<{ made: number }>`
    select make_webhook_weeks(${weeksFor(days)}::int) as made`.execute(app.db)
  if (rows[0]!.made > 0)
    app.log.info({ made: rows[0]!.made }, 'tables for the next weeks of webhooks were made')
}

/** The tables, the oldest first. */
export async function listWeeks(app: App): Promise<Week[]> {
  const { rows } = await sql<Pick<Week, 'name' | 'low' | 'high'>>`
    select * from webhook_weeks() order by low`.execute(app.db)
  return rows.map((row) => ({ ...row, begins: momentOf(row.low), ends: momentOf(row.high) }))
}

/** When the oldest webhook that is kept came. */
export async function oldestWebhook(app: App): Promise<Date | undefined> {
  const oldest = await app.db
    .selectFrom('webhook_events')
    .select('received_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return oldest?.received_at
}

const momentOf = (id: number): Date => new Date(firstWeekMs + (id / idsOfWeek) * weekMs)

/** SQLSTATE of a row that no table is there for; a check of the row itself has a name. */
const checkViolation = '23514'

/** Stores webhooks, also where nobody made a table for this week. */
export async function withWeek<T>(app: App, store: () => Promise<T>): Promise<T> {
  try {
    return await store()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code !== checkViolation || constraint !== undefined) throw error
    await makeWeeks(app)
    return await store()
  }
}
