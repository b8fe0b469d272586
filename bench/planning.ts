import { sql } from 'kysely'
import { openHouse } from './house.ts'

export type PlanningFigures = {
  people: number
  seconds: number
  /** The same rows inserted from a query into a bare table without indexes or keys. */
  rawSeconds: number
}

/** Writing the outbox of a campaign, from the call to the commit. */
export async function benchPlanning(people: number): Promise<PlanningFigures> {
  const house = await openHouse()
  try {
    const start = performance.now()
    await house.plan(people)
    const seconds = (performance.now() - start) / 1000
    await sql`set statement_timeout = 0`.execute(house.app.db)
    await sql`create table bare (business_id bigint, campaign_id bigint, lead_id bigint, phone text, vals text[], status text)`.execute(
      house.app.db,
    )
    const rawStart = performance.now()
    await sql`insert into bare select 1, 1, null, '+9198' || lpad(n::text, 7, '0') || '144',
      array['Asha', 'A-' || n, 'A-' || n], 'queued' from generate_series(1, ${people}::int) as n`.execute(
      house.app.db,
    )
    return { people, seconds, rawSeconds: (performance.now() - rawStart) / 1000 }
  } finally {
    await house.close()
  }
}

if (import.meta.main) {
  process.stdout.write(
    `${JSON.stringify(await benchPlanning(Number(process.argv[2] ?? 100_000)), null, 2)}\n`,
  )
}
