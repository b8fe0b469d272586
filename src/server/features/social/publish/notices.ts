import type { Notice } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { socialNotices as accessNotices } from '../accounts/ending-access.ts'

/** A failed post is reported so long; one that is unknown or late until it is decided. */
const failedDays = 14

/** What the owner should know of social accounts and posts on every screen, the most urgent first. */
export async function socialNotices(app: App, businessId: number): Promise<Notice[]> {
  return [...(await postNotices(app, businessId)), ...(await accessNotices(app, businessId))]
}

async function postNotices(app: App, businessId: number): Promise<Notice[]> {
  const rows = await app.db
    .selectFrom('social_publications')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count'), fn.max('id').as('newest')])
    .where('business_id', '=', businessId)
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('state', 'in', ['unknown', 'awaiting_owner']),
        where.and([
          where('state', '=', 'failed'),
          where('state_at', '>', new Date(app.now().getTime() - failedDays * 86_400_000)),
        ]),
      ]),
    )
    .groupBy('state')
    .execute()
  return (['unknown', 'awaiting_owner', 'failed'] as const).flatMap((state) => {
    const row = rows.find((one) => one.state === state)
    if (!row) return []
    return [
      {
        // A further post makes it a new notice.
        id: `social post ${state} ${row.newest}`,
        kind: 'error' as const,
        stops: false,
        sentence: sentenceOf(state, Number(row.count)),
        action: t('social.publish.notice.open'),
        to: `/social/history?status=${state}`,
      },
    ]
  })
}

function sentenceOf(state: 'unknown' | 'awaiting_owner' | 'failed', count: number): string {
  if (state === 'unknown') return t('social.publish.notice.unknown', { count })
  if (state === 'failed') return t('social.publish.notice.failed', { count })
  return t('social.publish.notice.late', { count })
}
