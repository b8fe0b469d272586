import pg from 'pg'
import { conversations } from '#contract/conversations.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log.ts'
import { mountRoutes } from '#server/routes.ts'
import { openFilled } from '../fill-quickly.ts'
import type { Bench } from '../open-bench.ts'
import { openPageReader } from '../page-reader.ts'
import { campaignWord, everyCampaignWord, fillCampaigns } from './fill-campaigns.ts'
import { arabicWord, fillInbox, frequentWord, hindiWord, rareWord } from './fill-inbox.ts'

const rounds = 200

export type InboxFigures = Record<string, number> & {
  /** The slowest of all, and reading 30 conversations by one bare statement. */
  worstP99Milliseconds: number
  worstP50Milliseconds: number
  rawP99Milliseconds: number
}

/**
 * The inbox of a business with so many messages, over HTTP on loopback: each list, page and search. A folder
 * keeps them for the next run.
 */
export async function benchInbox(messages: number, people = 50_000, folder?: string): Promise<InboxFigures> {
  const bench = await openFilled(folder, async (filled) => {
    await fillInbox(filled, { conversations: people, messages, neighbours: 100 })
    await fillCampaigns(filled)
  })
  try {
    return await measureInbox(bench)
  } finally {
    await bench.close()
  }
}

/** `milliseconds`: what reading it took. */
type Page = {
  milliseconds: number
  next_cursor: string | null
  conversations?: { id: number }[]
  items?: unknown[]
}

export async function measureInbox({
  app,
  businessId,
  phoneNumberId,
  databaseUrl,
}: Pick<Bench, 'app' | 'businessId' | 'phoneNumberId' | 'databaseUrl'>): Promise<InboxFigures> {
  const http = await createHttp({
    log: createLog('fatal'),
    authenticate: async () => ({ userId: 1, businessId, sessionId: 'bench' }),
    frameOrigins: [],
  })
  mountRoutes(http, app)
  const reader = await openPageReader(http)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const get = async (path: string, query: Record<string, string> = {}): Promise<Page> => {
    const { json, milliseconds } = await reader.get(`${path}?${new URLSearchParams(query)}`)
    return { ...(json() as Omit<Page, 'milliseconds'>), milliseconds }
  }
  const list = (query: Record<string, string>) => get(conversations.list.path, query)
  /** The page after so many others. */
  const deep = async (
    read: (cursor: object) => Promise<Page>,
    pages: number,
  ): Promise<() => Promise<Page>> => {
    let cursor = {}
    for (let page = 0; page < pages; page++) {
      const { next_cursor } = await read(cursor)
      if (next_cursor === null) break
      cursor = { cursor: next_cursor }
    }
    return () => read(cursor)
  }
  const deepList = (query: Record<string, string>, pages: number) =>
    deep((cursor) => list({ limit: '100', ...query, ...cursor }), pages)
  try {
    const { rows } = await client.query(
      `select id, address from conversations where business_id = $1 order by id limit 1`,
      [businessId],
    )
    const largest = conversations.timeline.path.replace('{id}', rows[0].id)
    const timeline = (query: object) => get(largest, { ...query })
    const { rows: old } = await client.query(
      `select (extract(epoch from percentile_disc(0.5) within group (order by at)) * 1000000)::bigint as us
        from inbound_messages where business_id = $1 and conversation_id = $2`,
      [businessId, rows[0].id],
    )
    const sent = await client.query<{ id: string }>(
      `select id from campaigns where business_id = $1 order by id desc limit 2`,
      [businessId],
    )
    const [newest = '0', before = '0'] = sent.rows.map(({ id }) => id)
    const campaignsWith = (search: string) => get(conversations.foundCampaigns.path, { search })
    const works: Record<string, () => Promise<Page>> = {
      open: () => list({}),
      openDeep: await deepList({}, 100),
      mine: () => list({ view: 'mine' }),
      unassigned: () => list({ view: 'unassigned' }),
      unassignedDeep: await deepList({ view: 'unassigned' }, 15),
      snoozed: () => list({ view: 'snoozed' }),
      closed: () => list({ view: 'closed' }),
      closedDeep: await deepList({ view: 'closed' }, 100),
      unread: () => list({ unread: 'true' }),
      unreadDeep: await deepList({ unread: 'true' }, 5),
      unreadClosed: () => list({ unread: 'true', view: 'closed' }),
      closing: () => list({ closing: 'true' }),
      oneNumber: () => list({ phone_number_id: phoneNumberId }),
      otherNumber: () => list({ phone_number_id: '999' }),
      rareLabel: () => list({ label: 'wholesale' }),
      frequentLabel: () => list({ label: 'customer' }),
      noLabel: () => list({ label: 'nobody' }),
      counts: () => get(conversations.counts.path),
      one: () => get(conversations.get.path.replace('{id}', rows[0].id)),
      timeline: () => timeline({}),
      timelineDeep: await deep((cursor) => timeline({ limit: '200', ...cursor }), 20),
      timelineJump: () => timeline({ cursor: `${old[0].us}-2-999999999999` }),
      searchRare: () => list({ search: rareWord }),
      searchFrequent: () => list({ search: frequentWord }),
      searchFrequentDeep: await deepList({ search: frequentWord }, 5),
      searchLetter: () => list({ search: 'd' }),
      searchWords: () => list({ search: `${rareWord} ${frequentWord}` }),
      searchTwoFrequent: () => list({ search: `${frequentWord} cfcd20` }),
      searchNobody: () => list({ search: 'zzyzx' }),
      searchName: () => list({ search: 'Meera 4242' }),
      searchPhone: () => list({ search: rows[0].address.slice(-6) }),
      searchHindi: () => list({ search: hindiWord }),
      searchArabic: () => list({ search: arabicWord }),
      searchOrder: () => list({ search: 'KX-404177' }),
      campaignOfAll: () => list({ campaign_id: newest, view: 'all' }),
      campaignOfFew: () => list({ campaign_id: before, view: 'all' }),
      campaignText: () => campaignsWith(campaignWord),
      campaignTextOfAll: () => campaignsWith(everyCampaignWord),
      campaignTextOfNone: () => campaignsWith('zzyzx'),
    }
    const figures: Record<string, number> = {}
    let worst = 0
    let slowest = 0
    for (const [name, work] of Object.entries(works)) {
      const { p50, p99 } = await measured(work)
      worst = Math.max(worst, p99)
      slowest = Math.max(slowest, p50)
      figures[`${name}P50Milliseconds`] = p50
      figures[`${name}P99Milliseconds`] = p99
    }
    const raw = await measured(async () => {
      const start = performance.now()
      await client.query(
        `select * from conversations where business_id = $1 and state = 'open' order by last_at desc, id desc limit 30`,
        [businessId],
      )
      return { milliseconds: performance.now() - start }
    })
    return {
      worstP99Milliseconds: worst,
      worstP50Milliseconds: slowest,
      rawP99Milliseconds: raw.p99,
      ...figures,
    }
  } finally {
    await client.end()
    await reader.close()
    await http.close()
  }
}

/** Of a call that is slow, fewer are measured. */
async function measured(
  work: () => Promise<{ milliseconds: number }>,
): Promise<{ p50: number; p99: number }> {
  const times: number[] = []
  const begun = performance.now()
  for (let round = 0; round < rounds; round++) {
    const { milliseconds } = await work()
    // The first ones warm up.
    if (round >= 5) times.push(milliseconds)
    if (times.length >= 10 && performance.now() - begun > 3_000) break
  }
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

if (import.meta.main) {
  const [messages = 5_000_000, people] = process.argv.slice(2, 4).map(Number)
  const figures = await benchInbox(messages, people, process.argv[4])
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
}
