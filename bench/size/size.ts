import { sql } from 'kysely'
import { campaigns } from '#contract/campaigns.ts'
import { conversations } from '#contract/conversations.ts'
import { dashboard } from '#contract/dashboard.ts'
import { leads } from '#contract/leads.ts'
import { messages } from '#contract/messages.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log.ts'
import { mountRoutes } from '#server/routes.ts'
import { openFilled } from '../fill-quickly.ts'
import type { Bench } from '../open-bench.ts'
import {
  type BusinessSize,
  fillSize,
  frequentCode,
  noCode,
  rareCode,
  rareName,
  rareTag,
} from './fill-size.ts'

/** So many that one pause of the machine is not the p99. */
const rounds = 300
const enoughMs = 15_000

export type SizeFigures = {
  /** Of each list, filter and search, in ms: `[p50, p99]`, at the small and at the full size. */
  small: Record<string, [number, number]>
  full: Record<string, [number, number]>
  /** The slowest p99 of each kind, at full size. */
  listP99Milliseconds: number
  searchP99Milliseconds: number
  checkP99Milliseconds: number
}

type Call = () => Promise<{ statusCode: number; body: string; json: () => Record<string, unknown> }>
/** `exact`: what is counted to the last one behind an estimate, when that was answered. */
type Kind = 'list' | 'search' | 'check' | 'exact'

/** Reads every big list of a business, over HTTP without the network. */
async function measureSize(bench: Bench): Promise<Record<string, { kind: Kind; times: [number, number] }>> {
  const { app, businessId } = bench
  const http = await createHttp({
    log: createLog('fatal'),
    authenticate: async () => ({ userId: 1, businessId, sessionId: 'bench' }),
    frameOrigins: [],
  })
  mountRoutes(http, app)
  const get =
    (path: string, query: Record<string, string> = {}): Call =>
    () =>
      http.inject({ method: 'GET', url: `${path}?${new URLSearchParams(query)}` })
  /** The page after so many others. */
  const deep = async (path: string, query: Record<string, string>, pages: number): Promise<Call> => {
    let cursor = {}
    for (let page = 0; page < pages; page++) {
      const { next_cursor } = (await get(path, { limit: '100', ...query, ...cursor })()).json()
      if (typeof next_cursor !== 'string') break
      cursor = { cursor: next_cursor }
    }
    return get(path, { limit: '100', ...query, ...cursor })
  }
  const { rows } = await sql<{ id: number; phone: string; campaign: number; template: number }>`
    select l.id, l.phone, (select max(id) from campaigns where business_id = ${businessId}) as campaign,
      (select max(id) from templates where business_id = ${businessId}) as template
    from leads l where l.business_id = ${businessId} and l.name = 'Asha 4000' limit 1`.execute(app.db)
  const known = rows[0]!
  const month = new Date(Date.now() - 30 * 86_400_000).toISOString()
  const l = leads.list.path
  const m = messages.logs.path
  const c = conversations.list.path
  const estimate = { estimate: 'true' }
  const check: Call = () =>
    http.inject({
      method: 'POST',
      url: campaigns.check.path,
      payload: {
        template_id: known.template,
        audience: { all: true },
        parameters: { 'body.2': { text: 'A-1' } },
      },
    })
  const calls: Record<string, [Kind, Call]> = {
    dashboard: ['list', get(dashboard.stats.path)],
    leads: ['list', get(l)],
    leadsDeep: ['list', await deep(l, {}, 50)],
    leadsOldest: ['list', get(l, { sort: 'oldest' })],
    leadsByName: ['list', get(l, { sort: 'name' })],
    leadsByNameDeep: ['list', await deep(l, { sort: 'name' }, 50)],
    leadsSummary: ['list', get(leads.summary.path)],
    leadsTags: ['list', get(leads.tags.path)],
    leadsTagRare: ['search', get(l, { tag: rareTag })],
    leadsTagFrequent: ['search', get(l, { tag: 'list 3' })],
    leadsTagNobody: ['search', get(l, { tag: 'nobody' })],
    leadsTagRareByName: ['search', get(l, { tag: rareTag, sort: 'name' })],
    leadsOptedOut: ['search', get(l, { consent: 'opted_out' })],
    leadsNoConsentByName: ['search', get(l, { consent: 'none', sort: 'name' })],
    leadsSearchRare: ['search', get(l, { search: rareName })],
    leadsSearchCommon: ['search', get(l, { search: 'asha' })],
    leadsSearchNobody: ['search', get(l, { search: 'zzyzx' })],
    leadsSearchPhone: ['search', get(l, { search: known.phone.slice(-7) })],
    leadsSearchEmail: ['search', get(l, { search: 'person4000@' })],
    leadsSearchTwoLetters: ['search', get(l, { search: 'qz' })],
    leadsSearchHindi: ['search', get(l, { search: 'फ़रीदा' })],
    leadsOneLetter: ['search', get(l, { search: 'z' })],
    leadsTwoDigits: ['search', get(l, { search: '47' })],
    leadsCount: ['exact', get(leads.count.path, { search: 'asha' })],
    // As the list of leads asks first.
    countAll: ['search', get(leads.count.path)],
    countNoConsent: ['search', get(leads.count.path, { consent: 'none', ...estimate })],
    countTagFrequent: ['search', get(leads.count.path, { tag: 'list 3', ...estimate })],
    countTagRare: ['search', get(leads.count.path, { tag: rareTag, ...estimate })],
    countCommon: ['search', get(leads.count.path, { search: 'asha', ...estimate })],
    countCommonOfTag: ['search', get(leads.count.path, { search: 'asha', tag: 'list 3', ...estimate })],
    countRareOfTag: ['search', get(leads.count.path, { search: rareName, tag: 'imported', ...estimate })],
    countRare: ['search', get(leads.count.path, { search: rareName, ...estimate })],
    countOneLetter: ['search', get(leads.count.path, { search: 'a', ...estimate })],
    countRareLetter: ['search', get(leads.count.path, { search: 'z', ...estimate })],
    countTwoLetters: ['search', get(leads.count.path, { search: 'as', ...estimate })],
    countTwoDigits: ['search', get(leads.count.path, { search: '47', ...estimate })],
    logs: ['list', get(m)],
    logsDeep: ['list', await deep(m, {}, 50)],
    logsOldest: ['list', get(m, { sort: 'oldest' })],
    logsSummary: ['list', get(messages.summary.path, { from: month })],
    logsErrors: ['list', get(messages.errors.path)],
    logsCampaign: ['search', get(m, { campaign_id: String(known.campaign) })],
    logsRead: ['search', get(m, { status: 'read' })],
    logsFailed: ['search', get(m, { status: 'failed' })],
    logsQueued: ['search', get(m, { status: 'queued' })],
    logsMonth: ['search', get(m, { from: month })],
    logsOldMonth: ['search', get(m, { to: new Date(Date.now() - 600 * 86_400_000).toISOString() })],
    logsCodeFrequent: ['search', get(m, { error_code: String(frequentCode) })],
    logsCodeRare: ['search', get(m, { error_code: String(rareCode) })],
    logsCodeNobody: ['search', get(m, { error_code: String(noCode) })],
    logsSearchCommon: ['search', get(m, { search: 'asha' })],
    logsSearchRare: ['search', get(m, { search: rareName })],
    logsSearchNobody: ['search', get(m, { search: 'zzyzx' })],
    logsSearchPhone: ['search', get(m, { search: known.phone.slice(-7) })],
    logsSearchText: ['search', get(m, { search: 'sunday' })],
    campaigns: ['list', get(campaigns.list.path)],
    campaignsDeep: ['list', await deep(campaigns.list.path, {}, 1)],
    campaignsSearch: ['search', get(campaigns.list.path, { search: 'Offer 17' })],
    campaignsCompleted: ['search', get(campaigns.list.path, { status: 'Completed' })],
    inbox: ['list', get(c)],
    inboxDeep: ['list', await deep(c, {}, 20)],
    inboxSearch: ['search', get(c, { search: 'delivery' })],
    audienceCheck: ['check', check],
  }
  const figures: Record<string, { kind: Kind; times: [number, number] }> = {}
  const measure = async (name: string, kind: Kind, call: Call) => {
    figures[name] = { kind, times: await measured(name, call) }
    if (process.env.SIZE_VERBOSE)
      process.stderr.write(`${name} ${figures[name].times.map((ms) => ms.toFixed(1)).join(' ')}\n`)
  }
  try {
    for (const [name, [kind, call]] of Object.entries(calls)) await measure(name, kind, call)
    await limitNumber(bench, 100_000)
    await writeToday(bench)
    await measure('audienceCheckWithLimit', 'check', check)
    await limitNumber(bench, null)
    return figures
  } finally {
    await http.close()
  }
}

/** So many people a day may be written to from the numbers. */
async function limitNumber({ app }: Bench, limit: number | null): Promise<void> {
  await app.transaction(async ({ db }) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`update phone_numbers set messaging_limit = ${limit}`.execute(db)
  })
}

/** Three campaigns of today: whom they reached takes nothing more of the limit. */
async function writeToday({ app, businessId }: Bench): Promise<void> {
  await sql`
    update messages set claimed_at = now() where business_id = ${businessId} and campaign_id in (
      select id from campaigns where business_id = ${businessId} order by id desc limit 3)`.execute(app.db)
  await sql`vacuum analyze messages`.execute(app.db)
}

/** Of a call that is slow, fewer are measured; the first ones warm up. */
async function measured(name: string, call: Call): Promise<[number, number]> {
  const times: number[] = []
  const begun = performance.now()
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    const answer = await call()
    if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.body}`)
    if (round >= 2) times.push(performance.now() - start)
    if (times.length >= 3 && performance.now() - begun > enoughMs) break
  }
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return [at(0.5), at(0.99)]
}

/** @param folder keeps the data for the next run. */
export async function measureAt(size: BusinessSize, folder?: string) {
  const bench = await openFilled(folder, (filled) => fillSize(filled, size))
  try {
    return await measureSize(bench)
  } finally {
    await bench.close()
  }
}

export async function benchSize(size: BusinessSize, folder?: string): Promise<SizeFigures> {
  const small = { leads: 10_000, messages: 50_000, campaigns: 20, businesses: 10 }
  const [few, many] = [await measureAt(small), await measureAt(size, folder)]
  const timesOf = (found: typeof few) =>
    Object.fromEntries(Object.entries(found).map(([name, { times }]) => [name, times]))
  const slowest = (kind: Kind) =>
    Math.max(...Object.values(many).flatMap((found) => (found.kind === kind ? [found.times[1]] : [])))
  return {
    small: timesOf(few),
    full: timesOf(many),
    listP99Milliseconds: slowest('list'),
    searchP99Milliseconds: slowest('search'),
    checkP99Milliseconds: slowest('check'),
  }
}

if (import.meta.main) {
  const [leadCount = 1_000_000, messageCount = 5_000_000, campaignCount = 200, businesses = 1_000] =
    process.argv.slice(2, 6).map(Number)
  const size = { leads: leadCount, messages: messageCount, campaigns: campaignCount, businesses }
  process.stdout.write(`${JSON.stringify(await benchSize(size, process.argv[6]), null, 2)}\n`)
}
