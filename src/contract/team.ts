import { z } from 'zod'
import { Email, Name, NewPassword, SessionAnswer } from './accounts.ts'
import { answer, endpoints } from './endpoint.ts'
import { Id } from './values.ts'

/** The days in which an invitation can be used. */
export const invitationDays = 7

/** A person who works in the business. */
export const TeamMember = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  joined_at: z.string(),
  /** To a quarter of an hour; null: not since they joined. */
  seen_at: z.string().nullable(),
  /** The operator of the install, who can't be removed. */
  operator: z.boolean(),
  /** Conversations that are assigned to them and not closed. */
  conversations: z.number().int(),
})
export type TeamMember = z.infer<typeof TeamMember>

/** An invitation that can still be used. */
export const Invitation = z.object({
  id: z.number(),
  /** Only this address can join by it; null: the first person who opens the link. */
  email: z.string().nullable(),
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  mailed: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

export const teamEventKinds = z.enum(['invited', 'revoked', 'joined', 'removed', 'left'])

export const TeamEvent = z.object({
  id: z.number(),
  kind: teamEventKinds,
  /** Who did it. */
  by: z.string(),
  /** Who was removed, or who had invited the person that joined. */
  member: z.string().nullable(),
  email: z.string().nullable(),
  at: z.string(),
})
export type TeamEvent = z.infer<typeof TeamEvent>

/** What a link is good for. `unknown`: it was never made, or its address is not whole. */
export const InvitationState = z.enum(['open', 'used', 'revoked', 'expired', 'unknown'])
export type InvitationState = z.infer<typeof InvitationState>

/** The result of the mail: without SMTP or an address there is none. */
export const InvitationMail = z.enum(['sent', 'failed', 'no_smtp', 'no_email'])
export type InvitationMail = z.infer<typeof InvitationMail>

const Token = z
  .string()
  .min(1)
  .max(200)
  .meta({ examples: ['q3Yt0mX0tqk3m1n8cQm2m4b8m0y9vJ3l5wR7eT1uI6o'] })

const id = z.object({ id: Id })

export const team = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/team',
    summary: 'The people of the business, open invitations, and who did what',
    response: answer({
      members: z.array(TeamMember),
      invitations: z.array(Invitation),
      /** The newest first, at most 100. */
      events: z.array(TeamEvent),
      /** A mail server is set: invitations can be mailed. */
      mails: z.boolean(),
    }),
  },
  invite: {
    method: 'POST',
    path: '/marketing/api/team/invitations',
    summary: 'Invite a person by a link',
    description:
      'The link works once, for 7 days, and is answered only here. With `email` only that address can join, gets the link by mail where SMTP is set, and earlier invitations of it end.',
    body: z.object({ email: z.union([z.literal(''), Email]).optional() }),
    response: answer({ invitation: Invitation, link: z.string(), mail: InvitationMail }),
  },
  revoke: {
    method: 'DELETE',
    path: '/marketing/api/team/invitations/{id}',
    summary: 'Revoke an invitation: its link stops working',
    params: id,
    response: answer({}),
  },
  remove: {
    method: 'DELETE',
    path: '/marketing/api/team/members/{id}',
    summary: 'Remove a person from the team',
    description:
      'Their sessions end at once, their conversations are unassigned, the invitations they made are revoked. What they did keeps their name.',
    params: id,
    response: answer({ unassigned: z.number().int() }),
  },
  leave: {
    method: 'POST',
    path: '/marketing/api/team/leave',
    summary: 'Leave the team: the own account ends',
    response: answer({}),
  },
  look: {
    method: 'POST',
    path: '/marketing/api/team/join/look',
    summary: 'What the token of an invitation is good for',
    access: 'public',
    body: z.object({ token: Token }),
    response: answer({
      state: InvitationState,
      /** Only of an open invitation. */
      business_name: z.string().nullable(),
      invited_by: z.string().nullable(),
      email: z.string().nullable(),
    }),
  },
  join: {
    method: 'POST',
    path: '/marketing/api/team/join',
    summary: 'Join a team by an invitation: a user of that business, and a session',
    access: 'public',
    body: z.object({ token: Token, name: Name, email: Email, password: NewPassword }),
    response: SessionAnswer,
  },
})
