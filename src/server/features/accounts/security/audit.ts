import type { AuditEvent } from '#contract/audit/audit.ts'
import { type AuditGroup, type AuditKind, auditKindsOf } from '#contract/audit/kinds.ts'
import type { PageQuery } from '#contract/values.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import type { CsvCell } from '#server/platform/csv.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ExportRows } from '#server/platform/http/send-export.ts'
import { streamRows } from '#server/platform/stream-rows.ts'
import type { SessionOrigin } from '../sessions.ts'
import { deviceOf } from './device.ts'

/** What the activity log is told. */
export type Audited = {
  kind: AuditKind
  businessId: number
  /** Who did it; absent: nobody was logged in. */
  userId?: number | undefined
  memberId?: number | undefined
  email?: string | null | undefined
  from?: SessionOrigin | undefined
  subject?: string | undefined
  /** The key with which it was done. */
  apiKey?: { id: string } | undefined
}

/** Adds to the activity log. Inside the transaction of what was done, where there is one. */
export async function recordAudit(tx: App, happened: readonly Audited[]): Promise<void> {
  if (happened.length === 0) return
  await tx.db
    .insertInto('audit_events')
    .values(
      happened.map(({ kind, businessId, userId, memberId, email, from, subject, apiKey }) => ({
        business_id: businessId,
        at: tx.now(),
        kind,
        user_id: userId ?? null,
        member_id: memberId ?? null,
        email: email ?? null,
        address: from?.address ?? null,
        user_agent: from?.userAgent?.slice(0, 300) ?? null,
        subject: subject ?? null,
        api_key_id: apiKey?.id ?? null,
      })),
    )
    .execute()
}

export type AuditFilter = { group?: AuditGroup | undefined; user_id?: number | undefined }

/** Rows with the names of people, who may have been removed. */
export const auditRows = (app: App, businessId: number, { group, user_id }: AuditFilter) =>
  app.db
    .selectFrom('audit_events as e')
    .leftJoin('users as u', (join) =>
      join.onRef('u.business_id', '=', 'e.business_id').onRef('u.id', '=', 'e.user_id'),
    )
    .leftJoin('users as m', (join) =>
      join.onRef('m.business_id', '=', 'e.business_id').onRef('m.id', '=', 'e.member_id'),
    )
    .leftJoin('api_keys as k', (join) =>
      join.onRef('k.business_id', '=', 'e.business_id').onRef('k.id', '=', 'e.api_key_id'),
    )
    .select(['e.id', 'e.at', 'e.kind', 'u.name as by', 'm.name as member', 'e.email'])
    .select(['e.address', 'e.user_agent', 'e.subject', 'k.name as api_key'])
    .where('e.business_id', '=', businessId)
    .$if(user_id !== undefined, (query) => query.where('e.user_id', '=', user_id ?? 0))
    .$if(group !== undefined, (query) => query.where('e.kind', 'in', group ? auditKindsOf[group] : []))

/** One page of the activity log, the newest first. */
export async function listAudit(
  app: App,
  businessId: number,
  { limit, cursor, ...filter }: AuditFilter & Omit<PageQuery, 'search'>,
): Promise<{ events: AuditEvent[]; next_cursor: string | null }> {
  const before = cursor === undefined ? undefined : Number(cursor)
  if (before !== undefined && !Number.isSafeInteger(before)) {
    throw new AppError('invalid_input', t('messages.log.unknownPage'))
  }
  const rows = await auditRows(app, businessId, filter)
    .$if(before !== undefined, (query) => query.where('e.id', '<', before ?? 0))
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    events: shown.map(({ kind, at, user_agent, ...row }) => ({
      ...row,
      kind: kind as AuditKind,
      at: at.toISOString(),
      ...deviceOf(user_agent),
    })),
    next_cursor: rows.length > limit && last ? String(last.id) : null,
  }
}

/** The whole activity log; kinds are written as their codes, which do not change with the reader's language. */
export function exportAudit(app: App, businessId: number, filter: AuditFilter): ExportRows {
  const query = auditRows(app, businessId, filter).orderBy('e.id', 'desc')
  return {
    columns: ['time', 'kind', 'by', 'member', 'email', 'subject', 'address', 'browser', 'system', 'api_key'],
    rows: cellsOf(app, query),
  }
}

async function* cellsOf(app: App, query: ReturnType<typeof auditRows>): AsyncGenerator<CsvCell[]> {
  type Row = Awaited<ReturnType<(typeof query)['execute']>>[number]
  for await (const row of streamRows<Row>(app.pool, query.compile())) {
    const { browser, system } = deviceOf(row.user_agent)
    const { at, kind, by, member, email, subject, address, api_key } = row
    yield [at, kind, by, member, email, subject, address, browser, system, api_key]
  }
}
