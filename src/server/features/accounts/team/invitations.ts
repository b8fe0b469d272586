import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { type Invitation, type InvitationMail, type InvitationState, invitationDays } from '#contract/team.ts'
import { type App, jwtSecrets } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { activeMembers } from '../members.ts'
import { recordAudit } from '../security/audit.ts'
import { requireConfirmedEmail } from '../security/confirm-email.ts'
import { mailInvitation } from './invitation-mail.ts'
import { lockTeam } from './lock-team.ts'

type Caller = { businessId: number; userId: number }

/** Many more than a small business has people: the mails go to anybody's address. */
const mostOpen = 20
const mostPerDay = 50

const tokenBytes = 32
/** 32 bytes in base64url. */
const tokenLength = 43

/** The token itself is random enough to need no salt. What follows it in a mailed link is no part of it. */
export const hashOfToken = (given: string): Buffer =>
  createHash('sha256').update(given.slice(0, tokenLength)).digest()

/** Follows the token in the mailed link alone: the link on the screen of who invites proves no address. */
const mailMark = (secret: string, token: string): string =>
  createHmac('sha256', secret).update(`mail of the invitation ${token}`).digest('base64url')

/** Whether a link was read in the mail. */
export function isFromMail(app: App, given: string): boolean {
  const [token, mark] = [given.slice(0, tokenLength), Buffer.from(given.slice(tokenLength))]
  return jwtSecrets(app).some((secret) => {
    const own = Buffer.from(mailMark(secret, token))
    return own.length === mark.length && timingSafeEqual(own, mark)
  })
}

/** What an invitation is good for at `now`. */
export function stateOf(
  invitation: { used_at: Date | null; revoked_at: Date | null; expires_at: Date } | undefined,
  now: Date,
): InvitationState {
  if (!invitation) return 'unknown'
  if (invitation.used_at) return 'used'
  if (invitation.revoked_at) return 'revoked'
  return invitation.expires_at <= now ? 'expired' : 'open'
}

/** Invitations of a business that can still be used. */
function openInvitations(app: App, businessId: number) {
  return app.db
    .selectFrom('team_invitations')
    .where('team_invitations.business_id', '=', businessId)
    .where('team_invitations.used_at', 'is', null)
    .where('team_invitations.revoked_at', 'is', null)
    .where('team_invitations.expires_at', '>', app.now())
}

/** The newest first. */
export async function listInvitations(app: App, businessId: number, id?: number): Promise<Invitation[]> {
  const rows = await openInvitations(app, businessId)
    .innerJoin('users', (join) =>
      join
        .onRef('users.business_id', '=', 'team_invitations.business_id')
        .onRef('users.id', '=', 'team_invitations.invited_by'),
    )
    .select(['team_invitations.id', 'team_invitations.email', 'users.name as invited_by'])
    .select(['team_invitations.created_at', 'team_invitations.expires_at', 'team_invitations.mailed_at'])
    .$if(id !== undefined, (query) => query.where('team_invitations.id', '=', id ?? 0))
    .orderBy('team_invitations.id', 'desc')
    .execute()
  return rows.map(({ created_at, expires_at, mailed_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    mailed: mailed_at !== null,
  }))
}

type Invited = { invitation: Invitation; link: string; mail: InvitationMail }

/**
 * Makes a link by which one person can join. Only the token's hash is kept: the link is answered here and mailed, and
 * can't be shown again. Earlier invitations of the same address end.
 * @throws AppError `conflict` for a member's address; `forbidden` where the own email is not confirmed or sign-up is closed; `rule_broken` or `rate_limited` for too many.
 */
export async function inviteMember(app: App, caller: Caller, email: string | undefined): Promise<Invited> {
  const { businessId } = caller
  requireOpenInstall(app)
  // Mail to an address of their choice leaves in the name of the install.
  if (email && app.mail) await requireConfirmedEmail(app, caller)
  const token = randomBytes(tokenBytes).toString('base64url')
  const now = app.now()
  const id = await app.transaction(async (tx) => {
    await lockTeam(tx, caller)
    if (email) {
      await requireStranger(tx, businessId, email)
      await revokeWhere(tx, caller, { email })
    }
    await requireRoom(tx, businessId)
    const row = await tx.db
      .insertInto('team_invitations')
      .values({
        business_id: businessId,
        token_hash: hashOfToken(token),
        email: email ?? null,
        invited_by: caller.userId,
        created_at: now,
        expires_at: new Date(now.getTime() + invitationDays * 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(tx, [{ kind: 'invited', businessId, userId: caller.userId, email }])
    return row.id
  })
  const link = `${app.settings.publicUrl}/marketing/join/${token}`
  const mail = await mailInvitation(app, caller, {
    id,
    email,
    link: link + mailMark(app.settings.jwtSecret, token),
  })
  const [invitation] = await listInvitations(app, businessId, id)
  if (!invitation) throw notFound('invitation')
  return { invitation, link, mail }
}

/** @throws AppError `forbidden` where no account can be made, by an invitation neither. */
export function requireOpenInstall({ settings }: App): void {
  if (settings.signup === 'closed') throw new AppError('forbidden', t('security.signupClosed'))
}

async function requireStranger(tx: App, businessId: number, email: string): Promise<void> {
  const member = await activeMembers(tx.db, businessId)
    .select('users.id')
    .where('users.email', '=', email)
    .executeTakeFirst()
  if (!member) return
  throw new AppError('conflict', t('team.alreadyMember'), { fields: { email: t('team.alreadyMember') } })
}

async function requireRoom(tx: App, businessId: number): Promise<void> {
  const dayAgo = new Date(tx.now().getTime() - 86_400_000)
  const { today } = await tx.db
    .selectFrom('team_invitations')
    .select(sql<number>`count(*)::int`.as('today'))
    .where('business_id', '=', businessId)
    .where('created_at', '>', dayAgo)
    .executeTakeFirstOrThrow()
  if (today >= mostPerDay) {
    throw new AppError('rate_limited', t('team.tooManyToday', { count: mostPerDay }), {
      retryAfterSeconds: 3600,
    })
  }
  const { open } = await openInvitations(tx, businessId)
    .select(sql<number>`count(*)::int`.as('open'))
    .executeTakeFirstOrThrow()
  if (open >= mostOpen) throw new AppError('rule_broken', t('team.tooManyOpen', { count: mostOpen }))
}

/**
 * Ends an invitation. One that was revoked before stays so.
 * @throws AppError `not_found`; `conflict` when somebody has joined by it.
 */
export async function revokeInvitation(app: App, caller: Caller, id: number): Promise<void> {
  await app.transaction(async (tx) => {
    await lockTeam(tx, caller)
    const revoked = await revokeWhere(tx, caller, { id })
    if (revoked > 0) return
    const row = await tx.db
      .selectFrom('team_invitations')
      .select(['used_at', 'revoked_at', 'expires_at'])
      .where('business_id', '=', caller.businessId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw notFound('invitation')
    if (row.used_at) throw new AppError('conflict', t('team.used'))
  })
}

/** Revokes what is open of one id, one address or one person who invited. @returns how many. */
export async function revokeWhere(
  tx: App,
  caller: Caller,
  { id, email, invitedBy }: { id?: number; email?: string; invitedBy?: number },
): Promise<number> {
  const revoked = await tx.db
    .updateTable('team_invitations')
    .set({ revoked_at: tx.now() })
    .where('business_id', '=', caller.businessId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', tx.now())
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(email !== undefined, (query) => query.where('email', '=', email ?? ''))
    .$if(invitedBy !== undefined, (query) => query.where('invited_by', '=', invitedBy ?? 0))
    .returning('email')
    .execute()
  await recordAudit(
    tx,
    revoked.map((row) => ({
      kind: 'revoked' as const,
      businessId: caller.businessId,
      userId: caller.userId,
      email: row.email,
    })),
  )
  return revoked.length
}
