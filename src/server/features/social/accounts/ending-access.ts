import { z } from 'zod'
import type { Notice } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import { activeMembers, getBusiness, mailColumns, mailLanguage } from '#server/features/accounts/accounts.ts'
import { inLanguage } from '#server/messages/language.ts'
import { t } from '#server/messages/t.ts'
import { defineJob } from '#server/platform/jobs.ts'
import { accessOf, daysTotal, daysUntil, noticeDays } from './access-end.ts'
import { type Ending, mailText, noticeText } from './ending-access-text.ts'
import { type AccountRow, selectAccounts, stateOf } from './stored-accounts.ts'

/** Notes which ends are near, each once, and has the owner mailed. */
export const noteEndings = defineJob('social.note-endings', z.object({}))

const EndingId = z.object({
  business_id: z.number(),
  account_id: z.number(),
  kind: z.enum(['first', 'last', 'ended', 'withdrawn']),
  ends_at: z.iso.datetime(),
  /** One person whose mailbox refused; absent: everybody. */
  user_id: z.number().optional(),
})

/** Mails one of them to the people of the business. One whose mailbox refuses has a job of their own, and repeats no other's mail. */
export const mailEnding = defineJob('social.mail-ending', EndingId, {
  queue: { retryLimit: 10, retryDelay: 30, retryBackoff: true },
})

const dayMs = 86_400_000
/** An access that its person took back is reported so long. */
const withdrawnDays = 14

/** Which end of an account is near, or over. Undefined: none. */
export function endingOf(account: AccountRow, now: Date): Pick<Ending, 'kind' | 'endsAt'> | undefined {
  if (account.status === 'disconnected') return { kind: 'withdrawn', endsAt: account.status_at }
  const access = accessOf(account)
  const { endsAt, warnOf } = access
  if (stateOf(account, access, now) === 'reconnect') {
    // The same end before and after a check has noticed it: it is noted once.
    const { status, status_at: since } = account
    return { kind: 'ended', endsAt: endsAt && (status !== 'reconnect' || endsAt < since) ? endsAt : since }
  }
  if (!warnOf || warnOf <= now) return undefined
  const days = daysUntil(warnOf, now)
  if (days <= noticeDays.last) return { kind: 'last', endsAt: warnOf }
  // An access that never lasts that long would be warned of as soon as it is given.
  const isLong = (daysTotal(account, warnOf) ?? 0) > noticeDays.first
  return days <= noticeDays.first && isLong ? { kind: 'first', endsAt: warnOf } : undefined
}

/** The accounts of a business, or of all, whose access ends soon or has ended. */
async function listEndings(app: App, businessId?: number): Promise<Ending[]> {
  const soon = new Date(app.now().getTime() + (noticeDays.first + 1) * dayMs)
  const rows = await selectAccounts(app)
    .select(({ selectFrom }) =>
      selectFrom('social_publications as p')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('p.business_id', '=', 'a.business_id')
        .whereRef('p.account_id', '=', 'a.id')
        .where('p.state', '=', 'scheduled')
        .where('p.deleted_at', 'is', null)
        .as('waiting'),
    )
    .$if(businessId !== undefined, (query) => query.where('a.business_id', '=', businessId ?? 0))
    .where((where) =>
      where.or([
        where.and([
          where('a.status', '<>', 'disconnected'),
          where.or([
            where('a.status', '=', 'reconnect'),
            where('a.token_expires_at', '<', soon),
            where('a.refresh_expires_at', '<', soon),
            where('a.data_access_ends_at', '<', soon),
          ]),
        ]),
        where.and([
          where('a.status', '=', 'disconnected'),
          where('a.status_reason', '=', 'withdrawn'),
          where('a.status_at', '>', new Date(app.now().getTime() - withdrawnDays * dayMs)),
        ]),
      ]),
    )
    .orderBy('a.id')
    .execute()
  return rows.flatMap((account) => {
    const ending = endingOf(account, app.now())
    return ending ? [{ account, waiting: Number(account.waiting ?? 0), ...ending }] : []
  })
}

/** What the owner should know of social accounts on every screen, the most urgent first. */
export async function socialNotices(app: App, businessId: number): Promise<Notice[]> {
  const endings = await listEndings(app, businessId)
  if (endings.length === 0) return []
  const { timezone } = await getBusiness(app, businessId)
  const rank = { withdrawn: 0, ended: 0, last: 1, first: 2 }
  return endings
    .toSorted((a, b) => rank[a.kind] - rank[b.kind])
    .map((ending) => ({
      id: `social ${ending.account.id} ${ending.kind} ${ending.endsAt.getTime()}`,
      kind: ending.kind === 'first' ? 'yours' : 'error',
      stops: false,
      sentence: noticeText(ending, timezone, app.now()),
      action: t('social.ending.reconnect'),
      to: '/social/connect',
    }))
}

export async function noteAllEndings(app: App): Promise<void> {
  for (const { account, kind, endsAt } of await listEndings(app)) {
    await app.transaction(async (tx) => {
      const made = await tx.db
        .insertInto('social_account_notices')
        .values({
          business_id: account.business_id,
          account_id: account.id,
          kind,
          ends_at: endsAt,
          made_at: app.now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('account_id')
        .executeTakeFirst()
      if (!made || !app.mail) return
      await tx.enqueue(mailEnding, {
        business_id: account.business_id,
        account_id: account.id,
        kind,
        ends_at: endsAt.toISOString(),
      })
    })
  }
}

/** Mails a note once to everybody of the business, or to one person again. One that was mended meanwhile is not mailed. */
export async function passOnEnding(app: App, id: z.output<typeof EndingId>): Promise<void> {
  if (!app.mail) return
  const note = await app.db
    .selectFrom('social_account_notices')
    .select('kind')
    .where('business_id', '=', id.business_id)
    .where('account_id', '=', id.account_id)
    .where('kind', '=', id.kind)
    .where('ends_at', '=', new Date(id.ends_at))
    .$if(id.user_id === undefined, (query) => query.where('mailed_at', 'is', null))
    .executeTakeFirst()
  const ending =
    note && (await listEndings(app, id.business_id)).find(({ account }) => account.id === id.account_id)
  if (!ending || ending.kind !== id.kind) return
  const { timezone } = await getBusiness(app, id.business_id)
  const users = await activeMembers(app.db, id.business_id)
    .select(['users.id', 'users.email', ...mailColumns])
    .$if(id.user_id !== undefined, (query) => query.where('users.id', '=', id.user_id ?? 0))
    .orderBy('users.id')
    .execute()
  const address = `${app.settings.publicUrl}/marketing/social/connect`
  const refused: number[] = []
  for (const { id: user_id, email, ...user } of users) {
    const mail = inLanguage(mailLanguage(user), () => mailText(ending, timezone, app.now(), address))
    try {
      await app.mail({ to: email, ...mail })
    } catch (error) {
      if (id.user_id !== undefined) throw error
      app.log.warn({ err: error, user_id }, 'the end of an access could not be mailed')
      refused.push(user_id)
    }
  }
  if (id.user_id === undefined) await noteMailed(app, id, refused)
}

/** That it is mailed and the jobs for those whose mailbox refused are stored together. */
async function noteMailed(
  app: App,
  id: z.output<typeof EndingId>,
  refused: readonly number[],
): Promise<void> {
  await app.transaction(async (tx) => {
    await tx.db
      .updateTable('social_account_notices')
      .set({ mailed_at: app.now() })
      .where('business_id', '=', id.business_id)
      .where('account_id', '=', id.account_id)
      .where('kind', '=', id.kind)
      .where('ends_at', '=', new Date(id.ends_at))
      .execute()
    for (const user_id of refused) await tx.enqueue(mailEnding, { ...id, user_id })
  })
}
