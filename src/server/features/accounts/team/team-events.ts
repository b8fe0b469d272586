import { type TeamEvent, teamEventKinds } from '#contract/team.ts'
import type { App } from '#server/app.ts'
import { auditRows } from '../security/audit.ts'

/** As many as a screen shows. */
const mostShown = 100

/** The newest first, with the names of people who were removed as well. */
export async function listTeamEvents(app: App, businessId: number): Promise<TeamEvent[]> {
  const rows = await auditRows(app, businessId, { group: 'team' })
    .orderBy('e.id', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map(({ id, kind, by, member, email, at }) => ({
    id,
    kind: teamEventKinds.parse(kind),
    by: by ?? '',
    member,
    email,
    at: at.toISOString(),
  }))
}
