import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { activeMembers, lockMember } from '../members.ts'
import { recordAudit } from '../security/audit.ts'
import { revokeSessions } from '../sessions.ts'
import { isOperator } from '../user.ts'
import { revokeWhere } from './invitations.ts'
import { lockTeam } from './lock-team.ts'

type Caller = { businessId: number; userId: number }

/** The work of members, which other features keep. */
export type MembersWork = {
  /** How many conversations that are not closed are assigned to each. */
  assigned: (app: App, businessId: number) => Promise<Map<number, number>>
  /** Takes a member off theirs. @returns how many were not closed. */
  release: (tx: App, caller: Caller, memberId: number) => Promise<number>
}

/**
 * Ends a person's account, by another member or by themselves. In one transaction: no login and no session any more,
 * their conversations unassigned, the invitations they made revoked. What they did keeps their name.
 * @returns how many conversations are unassigned now.
 * @throws AppError `not_found`; `rule_broken` for the operator of the install and for the last member.
 */
export async function removeMember(
  app: App,
  caller: Caller,
  memberId: number,
  work: MembersWork,
): Promise<number> {
  const { businessId } = caller
  const isOwn = memberId === caller.userId
  return await app.transaction(async (tx) => {
    await lockTeam(tx, caller)
    await lockMember(tx, businessId, memberId, 'alone')
    const member = await activeMembers(tx.db, businessId)
      .select('users.id')
      .where('users.id', '=', memberId)
      .executeTakeFirst()
    if (!member) throw notFound('member')
    if (isOperator(memberId)) throw new AppError('rule_broken', t('team.operatorStays'))
    const { count } = await activeMembers(tx.db, businessId)
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    if (count <= 1) throw new AppError('rule_broken', t('team.lastStays'))
    // Sessions first: on a cluster whoever writes one locks the users after the sessions.
    await revokeSessions(tx, { businessId, userId: memberId })
    await tx.db
      .updateTable('users')
      .set({ removed_at: tx.now() })
      .where('business_id', '=', businessId)
      .where('id', '=', memberId)
      .where('removed_at', 'is', null)
      .execute()
    // They may have kept the links.
    await revokeWhere(tx, caller, { invitedBy: memberId })
    const unassigned = await work.release(tx, caller, memberId)
    await recordAudit(tx, [{ kind: isOwn ? 'left' : 'removed', businessId, userId: caller.userId, memberId }])
    return unassigned
  })
}
