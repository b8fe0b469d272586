import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { openSpool } from '#server/platform/journal/spool.ts'
import type { ClickKind } from './click-kind.ts'

export type Click = {
  businessId: number
  messageId: number
  link: number
  kind: ClickKind
  /** From Meta's network. */
  fromProvider: boolean
  at: Date
}

/** `id` is given before it is stored, so that the same click twice is one row. */
type KeptClick = Click & { id: number }

/** Keeps clicks: a killed process loses none that was answered. */
export type ClickStore = { keep: (click: Click) => Promise<void>; close: () => Promise<void> }

export function openClickStore(app: App): ClickStore {
  const spool = openSpool<KeptClick>({
    folder: join(app.settings.dataDir, 'clicks'),
    write: (group) =>
      insert(app, group).catch((error: unknown) => {
        // Two groups let the same people into a sequence, in another order.
        if ((error as { code?: string }).code !== '40P01') throw error
        return insert(app, group)
      }),
    toLine: ({ businessId, messageId, link, kind, fromProvider, at, id }) =>
      JSON.stringify([businessId, messageId, link, kind, fromProvider, at.getTime(), id]),
    fromLine(line) {
      const [businessId, messageId, link, kind, fromProvider, at, id] = JSON.parse(line)
      return { businessId, messageId, link, kind, fromProvider, at: new Date(at), id }
    },
    log: app.log,
  })
  return { keep: (click) => spool.keep({ ...click, id: nextId() }), close: spool.close }
}

let lastId = 0
/** In the order of time: milliseconds since 1970, and ten bits that tell those of two processes apart. */
function nextId(): number {
  lastId = Math.max(lastId + 1, Date.now() * 1024 + randomInt(512))
  return lastId
}

async function insert(app: App, group: readonly KeptClick[]): Promise<void> {
  // Lists as text: as arrays of values each would be looked at and quoted one by one, 2 kB a click.
  const list = (of: (click: KeptClick) => string | number | boolean) => `{${group.map(of).join()}}`
  // The join leaves out a business that was deleted a moment ago, so that the others of the group are stored.
  await sql`
    insert into link_clicks (business_id, message_id, id, link, kind, from_provider, clicked_at, campaign_id, lead_id)
    overriding system value
    select a.business_id, a.message_id, a.id, a.link, a.kind, a.from_provider, a.clicked_at, m.campaign_id, m.lead_id
    from unnest(${list((click) => click.businessId)}::bigint[], ${list((click) => click.messageId)}::bigint[],
      ${list((click) => click.id)}::bigint[], ${list((click) => click.link)}::smallint[],
      ${list((click) => click.kind)}::text[], ${list((click) => click.fromProvider)}::boolean[],
      ${list((click) => click.at.toISOString())}::timestamptz[])
      with ordinality as a (business_id, message_id, id, link, kind, from_provider, clicked_at, nr)
    join businesses b on b.id = a.business_id
    left join messages m on m.business_id = a.business_id and m.id = a.message_id
    order by a.nr
    on conflict do nothing`.execute(app.db)
}

/** Meta looks at links of a message while it delivers it: within this time of the delivery. */
const deliveryLook = sql.lit('2 seconds')

/** Whether a row `k` of `link_clicks` is a click of the person that message `m` went to. */
export const isCounted: RawBuilder<boolean> = sql<boolean>`(k.kind = 'person' and not (k.from_provider
  and k.clicked_at <= coalesce(m.delivered_at, m.read_at, 'infinity') + interval ${deliveryLook}))`
