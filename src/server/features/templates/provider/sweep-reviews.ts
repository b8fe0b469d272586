import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { refreshTemplate } from '../records/job-names.ts'
import type { ProviderRow } from '../records/rows.ts'

/** An edit asks the provider twice, each time for half a minute at most: one that is older was cut off. */
const editSeconds = 120
/** A review that campaigns wait for is asked for so often, should its webhook not arrive. */
const reviewSeconds = 240

/** Whether an edit of ours is under way: it reads the template itself when it ends. */
export function isBeingEdited({ edit_begun_at }: Pick<ProviderRow, 'edit_begun_at'>, now: Date): boolean {
  return edit_begun_at !== null && edit_begun_at.getTime() > now.getTime() - editSeconds * 1000
}

/**
 * Has templates read again that may be usable without our notice: an edit was cut off by the end of the process, or
 * campaigns wait for a review whose end no webhook told.
 */
export async function sweepReviews(app: App): Promise<void> {
  const now = app.now().getTime()
  const { rows } = await sql<Pick<ProviderRow, 'business_id' | 'id' | 'waba_id'>>`
    select p.business_id, p.id, p.waba_id
    from provider_templates p
    where p.edit_begun_at < ${new Date(now - editSeconds * 1000)} and p.deleted_at is null
    union
    select p.business_id, p.id, p.waba_id
    from campaigns c
    join message_contents m on m.business_id = c.business_id and m.id = c.content_id
    join provider_templates p on p.business_id = m.business_id and p.id = m.provider_template_id
    where c.status = 'Paused' and c.paused_at < ${new Date(now - reviewSeconds * 1000)}
      and extract(minute from c.paused_at)::int % 5 = extract(minute from ${new Date(now)}::timestamptz)::int % 5
      and p.status = 'PENDING' and p.deleted_at is null
    limit 200`.execute(app.db)
  for (const { business_id, id, waba_id } of rows) {
    await app.enqueue(
      refreshTemplate,
      { business_id, waba_id, provider_template_id: id },
      { singletonKey: `${business_id} ${id}` },
    )
  }
}
