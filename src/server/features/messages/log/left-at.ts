import { sql } from 'kysely'

/** When a message `m` left, or was to: the time that figures and lists of messages go by. */
export const leftAt = sql<Date>`coalesce(m.accepted_at, m.claimed_at, m.failed_at, m.unknown_at, m.created_at)`
