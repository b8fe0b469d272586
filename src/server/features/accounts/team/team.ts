import type { TeamMember } from '#contract/team.ts'
import type { App } from '#server/app.ts'
import { activeMembers } from '../members.ts'
import { isOperator } from '../user.ts'
import type { MembersWork } from './removal.ts'

/** The people of a business, as the screen lists them: the longest there first. */
export async function listTeam(
  app: App,
  businessId: number,
  { assigned }: Pick<MembersWork, 'assigned'>,
): Promise<TeamMember[]> {
  const [rows, counts] = await Promise.all([
    activeMembers(app.db, businessId)
      .select(['users.id', 'users.name', 'users.email', 'users.created_at', 'users.seen_at'])
      .orderBy('users.id')
      .execute(),
    assigned(app, businessId),
  ])
  return rows.map(({ id, name, email, created_at, seen_at }) => ({
    id,
    name,
    email,
    joined_at: created_at.toISOString(),
    seen_at: seen_at?.toISOString() ?? null,
    operator: isOperator(id),
    conversations: counts.get(id) ?? 0,
  }))
}
