import type { TeamEvent } from '#contract/team.ts'
import type { App } from '#server/app.ts'

/** As many as a screen shows. */
const mostShown = 100

type Happening = {
  kind: TeamEvent['kind']
  businessId: number
  /** Who did it. */
  userId: number
  memberId?: number | undefined
  email?: string | null | undefined
}

/** Writes down who did what to the team. Rows are never changed. */
export async function recordTeamEvents(tx: App, happenings: readonly Happening[]): Promise<void> {
  if (happenings.length === 0) return
  await tx.db
    .insertInto('team_events')
    .values(
      happenings.map(({ kind, businessId, userId, memberId, email }) => ({
        business_id: businessId,
        kind,
        user_id: userId,
        member_id: memberId ?? null,
        email: email ?? null,
        at: tx.now(),
      })),
    )
    .execute()
}

/** The newest first, with the names of people who were removed as well. */
export async function listTeamEvents(app: App, businessId: number): Promise<TeamEvent[]> {
  const rows = await app.db
    .selectFrom('team_events as e')
    .innerJoin('users as u', (join) =>
      join.onRef('u.business_id', '=', 'e.business_id').onRef('u.id', '=', 'e.user_id'),
    )
    .leftJoin('users as m', (join) =>
      join.onRef('m.business_id', '=', 'e.business_id').onRef('m.id', '=', 'e.member_id'),
    )
    .select(['e.id', 'e.kind', 'u.name as by', 'm.name as member', 'e.email', 'e.at'])
    .where('e.business_id', '=', businessId)
    .orderBy('e.id', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map(({ kind, at, ...row }) => ({
    ...row,
    kind: kind as TeamEvent['kind'],
    at: at.toISOString(),
  }))
}
