import { type ExpressionBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { LocalTemplate, MetaTemplate, templates } from '#contract/templates.ts'
import type { App } from '#server/app.ts'
import { findSender } from '#server/features/onboarding/onboarding.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { readText } from '#server/stored-text/read-text.ts'
import type { StoredText } from '#server/stored-text/stored-text.ts'
import type { Tables } from '#server/tables.ts'
import { syncAccount } from './job-names.ts'
import { getLinked, withProvider } from './rows.ts'
import { toLocalTemplate, toMetaTemplate } from './to-contract.ts'

export async function getTemplate(app: App, businessId: number, id: number): Promise<LocalTemplate> {
  return toLocalTemplate(await getLinked(app, businessId, id), app.now())
}

/** The owner's templates, newest first. */
export async function listTemplates(
  app: App,
  businessId: number,
  query: z.output<(typeof templates)['list']['query']>,
): Promise<{ templates: LocalTemplate[]; next_cursor: string | null; total: number }> {
  const { limit, cursor, search, status } = query
  const wanted = app.db
    .selectFrom('templates as t')
    .leftJoin('provider_templates as p', (join) =>
      join.onRef('p.business_id', '=', 't.business_id').onRef('p.id', '=', 't.provider_template_id'),
    )
    .where('t.business_id', '=', businessId)
    .where('t.deleted_at', 'is', null)
    .$if(!!search, (rows) =>
      rows.where((where) =>
        where.or([
          where('t.title', 'ilike', likeText(search!)),
          where('t.message', 'ilike', likeText(search!)),
          where('t.name', 'ilike', likeText(search!)),
        ]),
      ),
    )
    .$if(!!status, (rows) => rows.where((where) => hasStatus(where, status!)))
  const total = wanted.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await wanted
    .selectAll('t')
    .$if(cursor !== undefined, (more) => more.where('t.id', '<', numberIn(cursor!)))
    .orderBy('t.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const linked = await withProvider(app, businessId, page)
  const now = app.now()
  return {
    templates: linked.map((row) => toLocalTemplate(row, now)),
    next_cursor: rows.length > limit ? String(page.at(-1)!.id) : null,
    total: (await total).count,
  }
}

const likeText = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`

type Joined = ExpressionBuilder<
  Tables & { t: Tables['templates']; p: Tables['provider_templates'] },
  't' | 'p'
>

/** `pending` is also what has not been submitted yet. */
function hasStatus(where: Joined, status: string) {
  if (status === 'deleted') return where('p.deleted_at', 'is not', null)
  const same = where(sql<string>`lower(p.status)`, '=', status.toLowerCase())
  return status === 'pending' ? where.or([same, where('p.id', 'is', null)]) : same
}

function numberIn(cursor: string): number {
  const number = Number(cursor)
  if (Number.isSafeInteger(number)) return number
  throw new AppError('invalid_input', t('templates.list.cursor'))
}

/** A mirror older than this is compared with the provider's list when somebody looks at it. */
const staleAfterMs = 10 * 60_000

/** The templates that the provider holds in the account that sends by default, newest first. */
export async function listMetaTemplates(
  app: App,
  businessId: number,
  query: z.output<(typeof templates)['listMeta']['query']>,
): Promise<{
  templates: MetaTemplate[]
  next_cursor: string | null
  total: number
  synced_at: string | null
  connected: boolean
  message?: string
}> {
  const sender = await findSender(app, businessId, query.phone_number_id)
  if (!sender) {
    return {
      templates: [],
      next_cursor: null,
      total: 0,
      synced_at: null,
      connected: false,
      message: t('templates.list.notConnected'),
    }
  }
  const sync = await app.db
    .selectFrom('template_syncs')
    .select(['finished_at', 'error'])
    .where('business_id', '=', businessId)
    .where('waba_id', '=', sender.waba_id)
    .executeTakeFirst()
  if (!sync?.finished_at || sync.finished_at.getTime() < app.now().getTime() - staleAfterMs) {
    const account = { business_id: businessId, waba_id: sender.waba_id }
    await app.enqueue(syncAccount, account, { singletonKey: `${businessId} ${sender.waba_id}` })
  }
  const page = await metaPage(app, businessId, sender.waba_id, query)
  return {
    ...page,
    synced_at: sync?.finished_at?.toISOString() ?? null,
    connected: true,
    ...(sync?.error && {
      message: t('templates.list.syncFailed', { why: readText(sync.error as StoredText) }),
    }),
  }
}

async function metaPage(
  app: App,
  businessId: number,
  wabaId: string,
  { limit, cursor, search }: { limit: number; cursor?: string | undefined; search?: string | undefined },
) {
  const wanted = app.db
    .selectFrom('provider_templates as p')
    .leftJoin('templates as t', (join) =>
      join
        .onRef('t.business_id', '=', 'p.business_id')
        .onRef('t.provider_template_id', '=', 'p.id')
        .on('t.deleted_at', 'is', null),
    )
    .where('p.business_id', '=', businessId)
    .where('p.waba_id', '=', wabaId)
    .where('p.deleted_at', 'is', null)
    .$if(!!search, (rows) =>
      rows.where((where) =>
        where.or([
          where('p.name', 'ilike', likeText(search!)),
          where(sql<string>`p.components::text`, 'ilike', likeText(search!)),
        ]),
      ),
    )
  const total = wanted.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const after = cursor === undefined ? undefined : metaCursor(cursor)
  const rows = await wanted
    .selectAll('p')
    .select('t.id as local_id')
    .$if(after !== undefined, (more) =>
      more.where((where) =>
        where(where.refTuple('p.created_at', 'p.id'), '<', where.tuple(after!.createdAt, after!.id)),
      ),
    )
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const ids = page.flatMap(({ local_id }) => local_id ?? [])
  const found = ids.length
    ? await app.db
        .selectFrom('templates')
        .selectAll()
        .where('business_id', '=', businessId)
        .where('id', 'in', ids)
        .execute()
    : []
  const locals = new Map(found.map((local) => [local.id, local]))
  return {
    templates: page.map(({ local_id, ...row }) => toMetaTemplate(row, locals.get(local_id ?? 0))),
    next_cursor: rows.length > limit && last ? `${last.created_at.toISOString()}_${last.id}` : null,
    total: (await total).count,
  }
}

function metaCursor(cursor: string): { createdAt: Date; id: string } {
  const [, at = '', id = ''] = /^([1-9][^_]*)_([^\0]+)$/.exec(cursor) ?? []
  if (id !== '' && z.iso.datetime().safeParse(at).success) return { createdAt: new Date(at), id }
  throw new AppError('invalid_input', t('templates.list.cursor'))
}
