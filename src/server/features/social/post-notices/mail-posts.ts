import { z } from 'zod'
import type { Platform } from '#contract/social/networks.ts'
import { reasonText } from '#contract/social/reasons.ts'
import { platformNames } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { activeMembers, getBusiness, mailColumns, mailLanguage } from '#server/features/accounts/accounts.ts'
import { inLanguage } from '#server/messages/language.ts'
import { defineJob } from '#server/platform/jobs.ts'
import { type ReportedPost, textOfMail } from './mail-text.ts'

/** Finds posts that failed, are unknown or late, and that nobody was mailed about. */
export const notePosts = defineJob('social.note-posts', z.object({}))

/** Mails some of them to one person. A job for each person: one whose mailbox refuses repeats no other's mail. */
export const mailPosts = defineJob(
  'social.mail-posts',
  z.object({ business_id: z.number(), user_id: z.number(), ids: z.array(z.number()).max(500) }),
  { queue: { retryLimit: 10, retryDelay: 30, retryBackoff: true } },
)

/** What happened while no mail server was set is not mailed a week later. */
const longestMs = 24 * 3_600_000
/** More posts of a business than this are in the next mail, a minute later. */
const mostAtOnce = 500

/** Puts each post that needs somebody into the queue of mails, once. */
export async function queuePostMails(app: App): Promise<void> {
  if (!app.mail) return
  const since = new Date(app.now().getTime() - longestMs)
  const businesses = await app.db
    .selectFrom('social_post_notices')
    .select('business_id')
    .distinct()
    .where('mailed_at', 'is', null)
    .where('made_at', '>', since)
    .limit(mostAtOnce)
    .execute()
  for (const { business_id } of businesses) await queueMailsOf(app, business_id, since)
}

/** That they are mailed and the jobs that mail them are stored together. */
async function queueMailsOf(app: App, businessId: number, since: Date): Promise<void> {
  await app.transaction(async (tx) => {
    const taken = await tx.db
      .updateTable('social_post_notices')
      .set({ mailed_at: tx.now() })
      .where('business_id', '=', businessId)
      .where('mailed_at', 'is', null)
      .where('publication_id', 'in', (query) =>
        query
          .selectFrom('social_post_notices')
          .select('publication_id')
          .where('business_id', '=', businessId)
          .where('mailed_at', 'is', null)
          .where('made_at', '>', since)
          .orderBy('made_at')
          .limit(mostAtOnce),
      )
      .returning('publication_id')
      .execute()
    if (taken.length === 0) return
    const ids = taken.map(({ publication_id }) => publication_id)
    const people = await activeMembers(tx.db, businessId).select('users.id').orderBy('users.id').execute()
    for (const { id } of people) await tx.enqueue(mailPosts, { business_id: businessId, user_id: id, ids })
  })
}

/** Mails one person. Posts that went out or were decided meanwhile are left out. */
export async function mailPostsTo(
  app: App,
  { business_id, user_id, ids }: { business_id: number; user_id: number; ids: number[] },
): Promise<void> {
  if (!app.mail || ids.length === 0) return
  const user = await activeMembers(app.db, business_id)
    .select(['users.email', ...mailColumns])
    .where('users.id', '=', user_id)
    .executeTakeFirst()
  if (!user) return
  const rows = await app.db
    .selectFrom('social_publications as p')
    .innerJoin('social_posts as o', (join) =>
      join.onRef('o.business_id', '=', 'p.business_id').onRef('o.id', '=', 'p.post_id'),
    )
    .innerJoin('social_accounts as a', (join) =>
      join.onRef('a.business_id', '=', 'p.business_id').onRef('a.id', '=', 'p.account_id'),
    )
    .select(['p.platform', 'p.state', 'p.reason', 'p.detail', 'p.due_at', 'o.caption', 'a.name'])
    .where('p.business_id', '=', business_id)
    .where('p.id', 'in', ids)
    .where('p.state', 'in', ['failed', 'unknown', 'awaiting_owner'])
    .where('p.deleted_at', 'is', null)
    .orderBy('p.due_at')
    .orderBy('p.id')
    .execute()
  if (rows.length === 0) return
  const { timezone } = await getBusiness(app, business_id)
  const mail = inLanguage(mailLanguage(user), () => {
    const posts = rows.map((row): ReportedPost => {
      const platform = row.platform as Platform
      return {
        state: row.state as ReportedPost['state'],
        account: row.name,
        network: platformNames[platform],
        caption: row.caption,
        dueAt: row.due_at,
        reason: reasonText(row.reason, platform),
        detail: row.detail,
      }
    })
    return textOfMail(posts, timezone, `${app.settings.publicUrl}/marketing/social/history`)
  })
  await app.mail({ to: user.email, ...mail })
}
