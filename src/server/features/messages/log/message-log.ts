import { type SelectQueryBuilder, sql } from 'kysely'
import type { LogFilter, MessageLog, MessageStatus } from '#contract/messages.ts'
import type { PageQuery, TimeOrder } from '#contract/values.ts'
import type { App, Db } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { countRows, type RowCount } from '#server/platform/count-rows.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tables } from '#server/tables.ts'
import { withPeople } from '../archive/with-people.ts'
import { lastIdBefore, longestPlanningMs } from './log-time.ts'
import { bodyText, explanationFor } from './message-text.ts'
import { walkLogs } from './walk-logs.ts'

/** Statuses that an index of their own finds among all others. */
const troubled = new Set(['failed', 'unknown', 'skipped', 'cancelled'])

/** The messages of a business that a filter lets through, as `m`. */
export function filteredMessages(db: Db, businessId: number, filter: LogFilter) {
  const { campaign_id, status, error_code, reason, search, from, to } = filter
  return db
    .selectFrom('messages as m')
    .where('m.business_id', '=', businessId)
    .$if(campaign_id !== undefined, (query) =>
      query
        .where('m.campaign_id', '=', campaign_id!)
        // A campaign's messages stand together: the primary key finds them.
        .where('m.id', '>=', rangeOf('first_id', businessId, campaign_id!))
        .where('m.id', '<=', rangeOf('last_id', businessId, campaign_id!)),
    )
    .$if(status !== undefined, (query) => query.where('m.status', 'in', status!))
    .$if(status?.every((one) => troubled.has(one)) === true, (query) =>
      query.where('m.undelivered', 'in', status!),
    )
    .$if(error_code !== undefined, (query) => query.where(codeIn(error_code!)))
    .$if(reason !== undefined, (query) => query.where('m.reason', '=', reason!))
    .$if(from !== undefined, (query) => query.where('m.created_at', '>=', new Date(from!)))
    .$if(to !== undefined, (query) => query.where('m.created_at', '<', new Date(to!)))
    .$if(Boolean(search), (query) => whereFound(query, businessId, search!))
}

const rangeOf = (end: 'first_id' | 'last_id', businessId: number, campaignId: number) => sql<number>`(
  select d.${sql.ref(end)} from dispatches d
  where d.business_id = ${businessId} and d.campaign_id = ${campaignId})`

function codeIn(codes: NonNullable<LogFilter['error_code']>) {
  const numbers = codes.filter((code) => code !== 'none')
  const [only] = numbers
  // One code is found by its index in the order of ids.
  if (codes.length === 1 && only !== undefined) return sql<boolean>`m.error_code = ${only}`
  const none = codes.includes('none') ? sql`m.error_code is null` : sql`false`
  return sql<boolean>`(m.error_code = any(${numbers}::int[]) or ${none})`
}

type Filtered = SelectQueryBuilder<Tables & { m: Tables['messages'] }, 'm', object>

/** Any part of a phone, however it is written; or a person by name, a template by its name, or words of the message. */
function whereFound(query: Filtered, businessId: number, search: string): Filtered {
  const digits = search.replace(/[\s()+.-]/g, '')
  if (/^\d{3,15}$/.test(digits)) {
    return query.where((eb) =>
      eb.or([
        eb('m.recipient_phone', 'like', `%${digits}%`),
        sql<boolean>`array_to_string(m.variables, ' ') like ${`%${search}%`}`,
      ]),
    )
  }
  const part = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return query.where((eb) =>
    eb.or([
      eb('m.recipient_phone', '=', search),
      eb('m.lead_id', 'in', (inner) =>
        inner
          .selectFrom('leads as named')
          .select('named.id')
          .where('named.business_id', '=', businessId)
          .where(sql<string>`lower(named.name)`, 'like', part),
      ),
      eb('m.content_id', 'in', (inner) =>
        inner
          .selectFrom('message_contents as written')
          .select('written.id')
          .where('written.business_id', '=', businessId)
          .where((content) =>
            content.or([
              content(sql<string>`lower(written.template_name)`, 'like', part),
              content(textOf('written'), 'like', part),
            ]),
          ),
      ),
      sql<boolean>`lower(array_to_string(m.variables, ' ')) like ${part}`,
      ...acrossValues(search),
    ]),
  )
}

/** The text of a content, with its variables as they are written in the template. */
const textOf = (table: string) => sql<string>`lower((
  select string_agg(part ->> 'text', ' ') from jsonb_array_elements(${sql.ref(`${table}.components`)}) part
  where part ->> 'type' ilike 'BODY'))`

/** A search with several words may run over a variable: each word is in the text or in a value. */
function acrossValues(search: string) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
  if (words.length < 2) return []
  const each = words.map((word) => {
    const part = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    return sql`(lower(array_to_string(m.variables, ' ')) like ${part} or exists (
      select 1 from message_contents w where w.business_id = m.business_id and w.id = m.content_id
        and ${textOf('w')} like ${part}))`
  })
  return [sql<boolean>`(${sql.join(each, sql` and `)})`]
}

/** Columns of one line of the logs, with the tables that they come from joined. */
export function logLines(query: ReturnType<typeof filteredMessages>) {
  return query
    .innerJoin('message_contents as c', (join) =>
      join.onRef('c.business_id', '=', 'm.business_id').onRef('c.id', '=', 'm.content_id'),
    )
    .leftJoin('campaigns as k', (join) =>
      join.onRef('k.business_id', '=', 'm.business_id').onRef('k.id', '=', 'm.campaign_id'),
    )
    .leftJoin('leads as l', (join) =>
      join.onRef('l.business_id', '=', 'm.business_id').onRef('l.id', '=', 'm.lead_id'),
    )
    .select([
      'm.id',
      'm.recipient_phone',
      'm.variables',
      'm.status',
      'm.reason',
      'm.campaign_id',
      'm.lead_id',
      'm.error_code',
      'm.error_title',
      'm.error_details',
      'm.created_at',
      'm.claimed_at',
      'm.accepted_at',
      'm.sent_at',
      'm.delivered_at',
      'm.read_at',
      'm.failed_at',
      'm.unknown_at',
      'c.template_name',
      'c.language',
      'c.components',
      'c.slots',
      'k.name as campaign_name',
      'l.name as lead_name',
    ])
}

export type LogLine = Awaited<ReturnType<ReturnType<typeof logLines>['executeTakeFirstOrThrow']>>

export function lineOf(row: LogLine): MessageLog {
  const { explanation, advice } = explanationFor(row)
  return {
    id: row.id,
    recipient_phone: row.recipient_phone,
    template_name: row.template_name,
    message_body: bodyText(row.components as never, row.slots as never, row.variables),
    timestamp: lastMoved(row).toISOString(),
    status: row.status as MessageStatus,
    language: row.language,
    campaign_id: row.campaign_id,
    campaign_name: row.campaign_name,
    lead_id: row.lead_id,
    lead_name: row.lead_name,
    explanation,
    advice,
    reason: row.reason,
    error_code: row.error_code,
    error_title: row.error_title,
  }
}

/** When the message came to the status that it has. */
function lastMoved(row: LogLine): Date {
  const at: Partial<Record<string, Date | null>> = {
    sending: row.claimed_at,
    sent: row.sent_at ?? row.accepted_at,
    delivered: row.delivered_at,
    read: row.read_at,
    failed: row.failed_at,
    unknown: row.unknown_at,
  }
  return at[row.status] ?? row.created_at
}

/** Lines of the logs by when they were planned. Ids rise as messages are planned, and the primary key has them in order. */
export function orderedLines(db: Db, businessId: number, filter: LogFilter, sort: TimeOrder) {
  const lines = logLines(filteredMessages(db, businessId, filter))
  if (sort === 'newest') {
    const until = filter.to
      ? lines.where(
          'm.id',
          '<=',
          lastIdBefore(businessId, new Date(Date.parse(filter.to) + 2 * longestPlanningMs)),
        )
      : lines
    return until.orderBy('m.id', 'desc')
  }
  const inTime = filter.from
    ? lines.where('m.id', '>', lastIdBefore(businessId, new Date(filter.from)))
    : lines
  return inTime.orderBy('m.id')
}

/**
 * A page of the logs, the newest or the oldest first. Of what is rare a page may hold fewer than asked for, and the list
 * goes on all the same: `searched_until` says how far it was looked through.
 */
export async function listLogs(
  app: App,
  businessId: number,
  { limit, cursor, sort, ...filter }: LogFilter & PageQuery & { sort: TimeOrder },
): Promise<{
  logs: MessageLog[]
  next_cursor: string | null
  searched_until: string | null
  found: RowCount | null
}> {
  const after = cursor === undefined ? undefined : Number(cursor)
  if (after !== undefined && !Number.isSafeInteger(after)) {
    throw new AppError('invalid_input', t('messages.log.unknownPage'))
  }
  const { ids, stoppedAt } = await walkLogs(app, businessId, { filter, sort, after, rows: limit + 1 })
  const page = ids.slice(0, limit)
  const isMore = ids.length > limit
  const [rows, found] = await Promise.all([
    logLines(app.db.selectFrom('messages as m').where('m.business_id', '=', businessId))
      .where(sql<boolean>`m.id = any(${page}::bigint[])`)
      .orderBy('m.id', sort === 'newest' ? 'desc' : 'asc')
      .execute(),
    after === undefined && isMore
      ? countRows(app.db, filteredMessages(app.db, businessId, filter).select('m.id'), countMs)
      : null,
  ])
  return {
    logs: (await withPeople(app, businessId, rows)).map(lineOf),
    next_cursor: isMore ? String(page.at(-1)) : stoppedAt ? String(stoppedAt.id) : null,
    searched_until: isMore ? null : (stoppedAt?.planned.toISOString() ?? null),
    found: after !== undefined || stoppedAt ? null : isMore ? found : { count: ids.length, more: false },
  }
}

/** A count that takes longer is left out: the page waits for it. */
const countMs = 60
