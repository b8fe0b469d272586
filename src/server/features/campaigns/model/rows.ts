import type { Db } from '#server/app.ts'

/**
 * The messages of one campaign, as `m`. They stand together in the outbox: the dispatch knows the first and the last
 * id, so that they are found by the primary key alone, however many others there are.
 */
export function campaignMessages(db: Db, businessId: number, campaignId: number) {
  return db
    .selectFrom('dispatches as d')
    .innerJoin('messages as m', (join) =>
      join
        .onRef('m.business_id', '=', 'd.business_id')
        .onRef('m.id', '>=', 'd.first_id')
        .onRef('m.id', '<=', 'd.last_id')
        .onRef('m.campaign_id', '=', 'd.campaign_id'),
    )
    .where('d.business_id', '=', businessId)
    .where('d.campaign_id', '=', campaignId)
}

/** Those of them that did not arrive, for one reason: an index of their own finds them among the millions that did. */
export function undeliveredMessages(
  db: Db,
  businessId: number,
  campaignId: number,
  status: 'failed' | 'unknown' | 'skipped' | 'cancelled',
) {
  return campaignMessages(db, businessId, campaignId).where('m.undelivered', '=', status)
}
