import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { businessDay } from '#server/features/accounts/accounts.ts'
import type { Session } from '../engine/session.ts'
import type { At } from './jobs.ts'

/** Somebody who still stands where a job was made for. */
export type Standing = {
  flowId: number
  version: number
  /** The message that brought them here; null: it was not kept. */
  cause: string | null
  phoneNumberId: string
  variables: Record<string, string>
  /** What is known without being asked. */
  known: Record<string, string>
}

export async function standingAt(app: App, at: At): Promise<Standing | undefined> {
  const { rows } = await sql<{
    run: number
    cause: string | null
    flow_id: number | null
    version: number | null
    state: Session
    name: string | null
    phone: string | null
    phone_number_id: string
  }>`
    select s.run, s.cause, s.flow_id, s.version, s.state, l.name, l.phone, c.phone_number_id from bot_sessions s
    join conversations c on c.business_id = s.business_id and c.id = s.conversation_id
    left join leads l on l.business_id = c.business_id and l.id = c.lead_id
    where s.business_id = ${at.business_id} and s.conversation_id = ${at.conversation_id}`.execute(app.db)
  const row = rows[0]
  const isThere = row?.run === at.run && row.state.step === at.step && row.state.visits[at.step] === at.visit
  if (!isThere || row.flow_id === null || row.version === null) return undefined
  return {
    flowId: Number(row.flow_id),
    version: row.version,
    cause: row.cause,
    phoneNumberId: row.phone_number_id,
    variables: row.state.variables,
    known: {
      name: row.name ?? '',
      phone: row.phone ?? '',
      today: await businessDay(app, at.business_id, app.now()),
    },
  }
}
