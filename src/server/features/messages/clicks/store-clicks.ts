import { type RawBuilder, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { groupWrites } from '#server/platform/group-writes.ts'
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

/** At 2,000 clicks a second about ten share one commit. */
const limits = { largest: 500, gatherMs: 2, timeoutMs: 5_000, atOnce: 2 }

/** Stores clicks by group commit: what is answered after it survives a kill. */
export const createClickStore = (app: App): ((click: Click) => Promise<null>) =>
  groupWrites(
    (group: readonly Click[]) =>
      insert(app, group).catch((error: unknown) => {
        // Two groups let the same people into a sequence, in another order.
        if ((error as { code?: string }).code !== '40P01') throw error
        return insert(app, group)
      }),
    limits,
  )

async function insert(app: App, group: readonly Click[]): Promise<null[]> {
  // Lists as text: as arrays of values each would be looked at and quoted one by one, 2 kB a click.
  const list = (of: (click: Click) => string | number | boolean) => `{${group.map(of).join()}}`
  // The join leaves out a business that was deleted a moment ago, so that the others of the group are stored.
  await sql`
    insert into link_clicks (business_id, message_id, link, kind, from_provider, clicked_at)
    select a.business_id, a.message_id, a.link, a.kind, a.from_provider, a.clicked_at
    from unnest(${list((click) => click.businessId)}::bigint[], ${list((click) => click.messageId)}::bigint[],
      ${list((click) => click.link)}::smallint[], ${list((click) => click.kind)}::text[],
      ${list((click) => click.fromProvider)}::boolean[], ${list((click) => click.at.toISOString())}::timestamptz[])
      with ordinality as a (business_id, message_id, link, kind, from_provider, clicked_at, nr)
    join businesses b on b.id = a.business_id
    order by a.nr`.execute(app.db)
  return group.map(() => null)
}

/** Meta looks at links of a message while it delivers it: within this time of the delivery. */
const deliveryLook = sql.lit('2 seconds')

/** Whether a row `k` of `link_clicks` is a click of the person that message `m` went to. */
export const isCounted: RawBuilder<boolean> = sql<boolean>`(k.kind = 'person' and not (k.from_provider
  and k.clicked_at <= coalesce(m.delivered_at, m.read_at, 'infinity') + interval ${deliveryLook}))`
