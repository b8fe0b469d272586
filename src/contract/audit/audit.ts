import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { Id, NextCursor, PageQuery } from '../values.ts'
import { auditGroups, auditKinds } from './kinds.ts'

/** One line of the activity log. Lines are added and never changed. */
export const AuditEvent = z.object({
  id: Id,
  at: z.string(),
  kind: z.enum(auditKinds),
  /** Null: without a session, as a refused login or an act of the operator on the server. */
  by: z.string().nullable(),
  /** Another person of the team whom it concerns. */
  member: z.string().nullable(),
  /** An address that was invited, or tried to log in. */
  email: z.string().nullable(),
  /** The name of the API key with which it was done. */
  api_key: z.string().nullable(),
  /** The network address of the request. */
  address: z.string().nullable(),
  /** Such as `Chrome`; null: not known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The number of the campaign, lead or other thing that it was done to. */
  subject: z.string().nullable(),
})
export type AuditEvent = z.infer<typeof AuditEvent>

const filter = {
  group: z.enum(auditGroups).optional(),
  /** Only what this member did. */
  user_id: z.coerce.number().int().positive().optional(),
}

export const audit = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/audit',
    summary: 'The activity log: who did what in the business, the newest first',
    query: PageQuery.omit({ search: true }).extend(filter),
    response: answer({ events: z.array(AuditEvent), next_cursor: NextCursor }),
  },
  export: {
    method: 'GET',
    path: '/marketing/api/audit/export',
    summary: 'The activity log as a CSV file',
    query: z.object(filter),
    raw: true,
    response: answer({}),
  },
})
