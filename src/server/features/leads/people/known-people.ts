import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/**
 * Leads that are written in it are of people who were there before: brought back, or under another address or tag. The
 * triggers on leads begin nothing for them. A cluster passes the setting on to its nodes.
 */
export async function asKnownPeople<Result>(tx: App, act: () => Promise<Result>): Promise<Result> {
  await sql`set local tidings.known_people = 'on'`.execute(tx.db)
  const result = await act()
  await sql`set local tidings.known_people = 'off'`.execute(tx.db)
  return result
}
