import type { Platform } from '#contract/social/networks.ts'
import type { PublicationReason } from '#contract/social/reasons.ts'
import type { App } from '#server/app.ts'
import { WrongKeyError } from '#server/platform/secrets.ts'
import type { Published, PublishWork, Wait } from '#server/providers/social/publishing.ts'
import { SocialError } from '#server/providers/social/social-error.ts'
import { markDead, type UsableAccount, usableAccount } from '../accounts/care.ts'
import { heldBy } from '../accounts/held-by.ts'
import { linkCardOf } from '../media/link/link-card.ts'
import type { Claimed } from './claim.ts'
import { FrozenContent, readContent } from './content.ts'
import { doubt, fail, type Publishing, wait } from './endings.ts'
import { mayBePublished, verdictOn } from './failures.ts'
import { openFiles } from './files.ts'
import { endComment, postComment } from './first-comment.ts'
import { ClaimLost, type Journal, openJournal } from './journal.ts'
import { accountMs, backOffMs, latestMs, nextLookMs, settledMs, toldMs } from './times.ts'

/** Sends of the request that publishes, over all tries; the network was asked between them. */
const mostSends = 5
const mostDescribes = 3
const slowMs = 20_000

/** Takes one claimed publication as far as it goes now, and ends the claim. */
export async function publishOne(app: App, row: Claimed): Promise<void> {
  const journal = openJournal(app, row)
  try {
    await goOn(app, journal)
  } catch (error) {
    if (error instanceof ClaimLost) return
    app.log.error({ err: error, publication: row.id }, 'a publication could not be worked on')
    await wait(
      app,
      journal,
      journal.row.reason as PublicationReason | null,
      backOffMs(row.attempts + 1),
      true,
    ).catch((fault: unknown) =>
      app.log.warn({ err: fault, publication: row.id }, 'its claim runs out by itself'),
    )
  }
}

async function goOn(app: App, journal: Journal): Promise<void> {
  const { row } = journal
  if (row.state !== 'posted' && (await isTooLate(app, journal))) return
  const platform = row.platform as Platform
  const publisher = app.social.publishers[platform]
  if (row.state === 'posted' && isOld(app, row))
    return await endComment(journal, row.first_comment_state === 'sending' ? 'unknown' : 'failed')
  const account = await usableAccount(app, row.business_id, row.account_id).catch(withoutKey)
  if (!account) return await wait(app, journal, await whyNotUsable(app, row), accountMs)
  const content = await frozenContent(app, journal)
  if (!content) return await journal.change({ state: 'cancelled', releaseUntil: null })
  if (await isRestrained(app, journal, account)) return
  const { media, firstComment: _comment, ...texts } = content
  const work: PublishWork = {
    account,
    content: { ...texts, format: row.format },
    files: [],
    marker: row.marker,
    progress: journal.progress,
    record: journal.record,
    renew: journal.renew,
    now: app.now,
    linkCard: () => linkCardOf(app, content.link),
  }
  const publishing: Publishing = { app, journal, publisher, account, work }
  if (row.state === 'posted') return await postComment(publishing, content.firstComment ?? '')
  await withVerdict(publishing, async () => {
    if (row.external_post_id)
      return await finish(publishing, { id: row.external_post_id, permalink: row.permalink })
    if (row.publish_sent_at) {
      if (!(await mayBeSentAgain(publishing, row.publish_sent_at))) return
      await journal.change({ state: 'finished', publishSentAt: null, reason: null })
    }
    work.files = await openFiles(app, row, media)
    const prepared = await publisher.prepare(work)
    if (prepared.kind === 'wait') return await wait(app, journal, 'processing', prepared.ms)
    if (prepared.kind === 'published') {
      // A refusal was not one: what was sent is looked for as after a lost answer.
      await journal.change({ state: 'publishing', publishSentAt: row.due_at })
      return await wait(app, journal, 'asking_network', 0)
    }
    await send(publishing)
  })
}

const isOld = (app: App, { due_at }: Claimed): boolean => app.now().getTime() - due_at.getTime() > latestMs

/** A token that was sealed with a key that we no longer have: the daily check asks for a login. */
function withoutKey(error: unknown): undefined {
  if (!(error instanceof WrongKeyError)) throw error
}

/** Runs a stage; a failure that says that nothing was published decides how it goes on. */
async function withVerdict(publishing: Publishing, stage: () => Promise<void>): Promise<void> {
  const { app, journal, account } = publishing
  try {
    await stage()
  } catch (error) {
    if (!(error instanceof SocialError)) throw error
    const { row } = journal
    const counted = Number(journal.progress.counted ?? 0) + 1
    const verdict = verdictOn(error, row.platform as Platform, row.attempts + 1, counted)
    app.log.info(
      { err: error, publication: row.id, verdict },
      'a network did not take a step of a publication',
    )
    // Shown as the network's own text: what is ours has a reason that each reader's language explains.
    const isOurs = error.fault === 'unreachable' || error.code === 'media_missing'
    const detail = isOurs ? null : error.message
    const isOver = verdict.kind === 'fail' || (verdict.kind === 'wait' && verdict.again === true)
    // A refusal to say whether a post is there is no refusal of the post.
    if (row.publish_sent_at && isOver && error.code !== 'processing_failed')
      return await doubt(journal, 'no_answer', detail)
    if (verdict.kind === 'fail') return await fail(app, journal, verdict.reason, detail)
    if (verdict.kind === 'dead_token') {
      await markDead(app, account, error.dead ?? 'revoked')
      return await wait(app, journal, 'reconnect', accountMs)
    }
    if (verdict.counts) journal.progress.counted = counted
    if (verdict.again) {
      const { content, sends } = journal.progress
      for (const name of Object.keys(journal.progress)) delete journal.progress[name]
      Object.assign(journal.progress, { content, sends, counted })
      await journal.change({ state: 'uploading', steps: journal.progress, detail })
    } else if (verdict.counts) await journal.change({ steps: journal.progress })
    await wait(app, journal, verdict.reason, verdict.ms, true)
  }
}

/** Sends the one request that publishes. That it is sent is stored first. */
async function send(publishing: Publishing): Promise<void> {
  const { app, journal, publisher, work } = publishing
  const sends = Number(journal.progress.sends ?? 0) + 1
  if (sends > mostSends) return await fail(app, journal, 'gave_up')
  const before = journal.row.state
  Object.assign(journal.progress, { sends, decided: undefined })
  await journal.change({
    state: 'publishing',
    steps: journal.progress,
    publishSentAt: app.now(),
    reason: null,
    detail: null,
  })
  let answer: ({ kind: 'posted' } & Published) | Wait
  try {
    answer = await publisher.publish(work)
  } catch (error) {
    if (!(error instanceof SocialError)) throw error
    if (mayBePublished(error)) {
      app.log.info({ err: error, publication: journal.row.id }, 'a publication was not answered')
      return await wait(app, journal, 'asking_network', nextLookMs(0))
    }
    journal.progress.sends = sends - 1
    await journal.change({
      state: before === 'publishing' || before === 'scheduled' ? 'finished' : before,
      steps: journal.progress,
      publishSentAt: null,
    })
    throw error
  }
  if (answer.kind === 'wait') return await wait(app, journal, 'processing', answer.ms)
  await finish(publishing, answer)
}

/** Asks the network what became of the request. True: it was not carried out, and can no longer be. */
async function mayBeSentAgain(publishing: Publishing, sentAt: Date): Promise<boolean> {
  const { app, journal, publisher, work } = publishing
  const isDecided = journal.progress.decided === 'publish'
  const found = await publisher.find(work, {
    since: sentAt,
    isTaken: (id) => isTaken(app, journal.row, id),
  })
  const age = app.now().getTime() - sentAt.getTime()
  switch (found.kind) {
    case 'posted':
      await finish(publishing, found)
      return false
    case 'wait':
      if (age > latestMs) await doubt(journal, 'no_answer')
      else await wait(app, journal, 'processing', found.ms)
      return false
    case 'not_done':
      if (found.resumable || age >= toldMs) return true
      await wait(app, journal, 'asking_network', toldMs - age)
      return false
    case 'absent':
      if (age < settledMs) {
        await wait(app, journal, 'asking_network', nextLookMs(age))
        return false
      }
      if (isDecided || Number(journal.progress.sends ?? 1) < 2) return true
      await doubt(journal, 'no_trace')
      return false
    case 'cannot_know':
      if (isDecided) return true
      await doubt(journal, found.reason)
      return false
  }
}

/** Whether a post at the network is another publication's, of whatever business. */
async function isTaken(app: App, row: Claimed, id: string): Promise<boolean> {
  const other = await app.db
    .selectFrom('social_publications')
    .select('id')
    .where('platform', '=', row.platform)
    .where('external_post_id', '=', id)
    .where((where) => where.or([where('business_id', '<>', row.business_id), where('id', '<>', row.id)]))
    .executeTakeFirst()
  return other !== undefined
}

/** It is published: its id is stored before anything else is asked about it. */
async function finish({ app, journal, publisher, work }: Publishing, published: Published): Promise<void> {
  const { id } = published
  const described = Number(journal.progress.described ?? 0)
  if (journal.row.external_post_id !== id)
    await journal.change({ externalPostId: id, permalink: published.permalink })
  let facts: Partial<Published> = {}
  if (publisher.describe) {
    try {
      facts = await publisher.describe(work, id)
    } catch (error) {
      const isGone = error instanceof SocialError && error.code === 'processing_failed'
      if (!(error instanceof SocialError) || isGone) throw error
      if (described + 1 < mostDescribes) {
        journal.progress.described = described + 1
        await journal.change({ steps: journal.progress })
        return await wait(app, journal, 'processing', 2_000 * (described + 1))
      }
    }
  }
  const now = app.now()
  const content = FrozenContent.safeParse(journal.progress.content)
  const hasComment = content.success && !!content.data.firstComment && publisher.comment !== undefined
  const permalink = facts.permalink ?? published.permalink
  const privacy = facts.privacy ?? published.privacy
  await journal.change({
    state: 'posted',
    postedAt: now,
    ...(permalink && { permalink }),
    ...(privacy && { privacy }),
    insightsDueAt: new Date(now.getTime() + 10 * 60_000),
    reason: null,
    detail: null,
    attempts: 0,
    ...(hasComment && { commentState: 'waiting' }),
    releaseUntil: hasComment ? now : null,
  })
}

async function frozenContent(app: App, journal: Journal): Promise<FrozenContent | undefined> {
  const kept = FrozenContent.safeParse(journal.progress.content)
  // Until it has begun, an edit reaches it.
  if (kept.success && journal.row.state !== 'scheduled') return kept.data
  const content = await readContent(app, journal.row)
  if (!content) return undefined
  journal.progress.content = content
  await journal.change({ steps: journal.progress })
  return content
}

/** After 6 hours nothing is published without the owner's word; what may be published is in doubt. */
async function isTooLate(app: App, journal: Journal): Promise<boolean> {
  const { row } = journal
  const since = row.publish_sent_at ?? row.due_at
  if (app.now().getTime() - since.getTime() <= latestMs) return false
  if (row.external_post_id) return false
  if (row.publish_sent_at) {
    if (row.reason === null || !isHeld(row.reason)) return false
    await doubt(journal, 'no_answer')
  } else {
    await journal.change({ state: 'awaiting_owner', reason: 'late', releaseUntil: null })
  }
  return true
}

/** Reasons of which the network could not even be asked. */
const isHeld = (reason: string): boolean =>
  ['account_disconnected', 'access_withdrawn', 'reconnect', 'network_unreachable', 'rate_limited'].includes(
    reason,
  )

async function whyNotUsable(app: App, row: Claimed): Promise<PublicationReason> {
  const account = await app.db
    .selectFrom('social_accounts')
    .select(['status', 'status_reason'])
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.account_id)
    .executeTakeFirst()
  if (!account) return 'account_disconnected'
  return heldBy(account) ?? 'network_unreachable'
}

/** Rate limits: from 80 % on posts are spaced, from 95 % on nothing is asked until the time that the network names. */
async function isRestrained(app: App, journal: Journal, account: UsableAccount): Promise<boolean> {
  const restraint = app.social.restraint(account, app.now().getTime())
  if (restraint.kind === 'stop') {
    await wait(app, journal, 'rate_limited', restraint.until - app.now().getTime())
    return true
  }
  if (restraint.kind === 'none' || journal.progress.slowed || journal.row.publish_sent_at) return false
  journal.progress.slowed = true
  await journal.change({ steps: journal.progress })
  await wait(app, journal, 'rate_limited', slowMs * (0.5 + Math.random()))
  return true
}
