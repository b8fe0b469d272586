import type { z } from 'zod'
import type { InvitationState, team } from '#contract/team.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { breaksConstraint } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { countJoin, forgetFailedJoin } from '../login-limit.ts'
import { activeUsers } from '../members.ts'
import { hashPassword } from '../passwords.ts'
import { recordAudit } from '../security/audit.ts'
import { mailFirstConfirmation } from '../security/confirm-email.ts'
import { checkNewPassword } from '../security/password-rules.ts'
import { openSession, type SessionOrigin } from '../sessions.ts'
import { type Opened, toUser, userColumns } from '../user.ts'
import { hashOfToken, isFromMail, requireOpenInstall, stateOf } from './invitations.ts'

type JoinInput = z.output<(typeof team.join)['body']>

type Found = {
  state: InvitationState
  business_name: string | null
  invited_by: string | null
  email: string | null
}

/**
 * What a link is good for; names are only in the answer about an open one.
 * @throws AppError `rate_limited` after too many unknown tokens from this address; `forbidden` where sign-up is closed.
 */
export async function lookAtInvitation(app: App, token: string, address: string): Promise<Found> {
  const counted = await countJoin(app, address)
  const row = await app.db
    .selectFrom('team_invitations as i')
    .innerJoin('businesses as b', 'b.id', 'i.business_id')
    .innerJoin('users as u', (join) =>
      join.onRef('u.business_id', '=', 'i.business_id').onRef('u.id', '=', 'i.invited_by'),
    )
    .select(['i.used_at', 'i.revoked_at', 'i.expires_at', 'i.email'])
    .select(['b.name as business_name', 'u.name as invited_by'])
    .where('i.token_hash', '=', hashOfToken(token))
    .executeTakeFirst()
  const state = stateOf(row, app.now())
  if (state !== 'unknown') await forgetFailedJoin(app, counted)
  if (!row || state !== 'open') return { state, business_name: null, invited_by: null, email: null }
  requireOpenInstall(app)
  return { state, business_name: row.business_name, invited_by: row.invited_by, email: row.email }
}

/**
 * Makes a user of the business that invited, and opens their session. A link makes one user, also when it is used
 * twice at once.
 * @throws AppError `not_found` for an unknown link; `conflict` for one that is used, revoked or expired, for another
 * address than the invited one, and for an address that has an account; `forbidden` where sign-up is closed;
 * `invalid_input` for a weak password; `rate_limited`.
 */
export async function joinTeam(app: App, input: JoinInput, from: SessionOrigin): Promise<Opened> {
  requireOpenInstall(app)
  const counted = await countJoin(app, from.address)
  // Before the password is hashed, which is what costs.
  const invitation = await requireOpen(app, input)
  await checkNewPassword(input.password, input)
  const password_hash = await hashPassword(input.password)
  try {
    const opened = await app.transaction(async (tx) => {
      const { business_id, id, invited_by, email } = await requireOpen(tx, input)
      const isProven = email !== null && isFromMail(tx, input.token)
      const user = await tx.db
        .insertInto('users')
        .values({
          business_id,
          name: input.name,
          email: input.email,
          password_hash,
          created_at: tx.now(),
          email_confirmed_at: isProven ? tx.now() : null,
        })
        .returning(userColumns)
        .executeTakeFirstOrThrow()
      await tx.db
        .updateTable('team_invitations')
        .set({ used_at: tx.now(), used_by: user.id })
        .where('business_id', '=', business_id)
        .where('id', '=', id)
        .where('used_at', 'is', null)
        .where('revoked_at', 'is', null)
        .execute()
      const joined = { kind: 'joined', businessId: business_id, userId: user.id } as const
      await recordAudit(tx, [{ ...joined, memberId: invited_by, email: input.email, from }])
      return { token: await openSession(tx, user, from), user: toUser(user), isProven }
    })
    await forgetFailedJoin(app, counted)
    const { isProven, ...answer } = opened
    const person = { businessId: invitation.business_id, userId: answer.user.id }
    if (!isProven) mailFirstConfirmation(app, person, answer.user.email)
    return answer
  } catch (error) {
    if (breaksConstraint(error, 'users_email_key')) throw await taken(app, input, invitation)
    throw error
  }
}

/** The invitation's row, which nobody else can use until the transaction ends. */
async function requireOpen(tx: App, { token, email }: Pick<JoinInput, 'token' | 'email'>) {
  const row = await tx.db
    .selectFrom('team_invitations')
    .select(['business_id', 'id', 'email', 'invited_by', 'used_at', 'revoked_at', 'expires_at'])
    .where('token_hash', '=', hashOfToken(token))
    .forUpdate()
    .executeTakeFirst()
  const state = stateOf(row, tx.now())
  if (!row || state === 'unknown') throw new AppError('not_found', t('team.unknown'))
  if (state !== 'open') throw new AppError('conflict', t(`team.${state}`))
  if (row.email !== null && row.email !== email) {
    const sentence = t('team.otherEmail', { email: row.email })
    throw new AppError('conflict', sentence, { fields: { email: sentence } })
  }
  return row
}

/** An address has one account in one business. */
async function taken(
  app: App,
  { email }: JoinInput,
  invitation: { business_id: number; email: string | null },
): Promise<AppError> {
  const user = await activeUsers(app.db)
    .select('users.business_id')
    .where('users.email', '=', email)
    .executeTakeFirst()
  const key =
    user?.business_id === invitation.business_id
      ? 'emailOfMember'
      : invitation.email === null
        ? 'emailElsewhere'
        : 'emailElsewhereBound'
  const sentence = t(`team.${key}`)
  return new AppError('conflict', sentence, { fields: { email: sentence } })
}
