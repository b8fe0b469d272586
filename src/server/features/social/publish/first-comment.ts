import { SocialError } from '#server/providers/social/social-error.ts'
import { markDead } from '../accounts/care.ts'
import type { Publishing } from './endings.ts'
import { mayBePublished, verdictOn } from './failures.ts'
import type { Journal } from './journal.ts'
import { accountMs, latestMs, nextLookMs, settledMs } from './times.ts'

/** waiting → sending → posted, failed or unknown: like a post, it is asked for before it is written again. */
export async function postComment(publishing: Publishing, text: string): Promise<void> {
  const { app, journal, publisher, work, account } = publishing
  const { row, progress, change } = journal
  const postId = row.external_post_id
  const { comment, findComment } = publisher
  if (!text || !postId || !comment || !findComment) return await endComment(journal, 'failed')
  const until = (ms: number): Date => new Date(app.now().getTime() + ms)
  const sentAt = typeof progress.commentSentAt === 'number' ? progress.commentSentAt : undefined
  try {
    if (row.first_comment_state === 'sending' && sentAt !== undefined) {
      const age = app.now().getTime() - sentAt
      const id = await findComment(work, postId, text)
      if (id) return await endComment(journal, 'posted', id)
      if (age < settledMs) return await change({ releaseUntil: until(nextLookMs(age)) })
      if (progress.commentSentTwice) return await endComment(journal, 'unknown')
      progress.commentSentTwice = true
    }
    progress.commentSentAt = app.now().getTime()
    await change({ commentState: 'sending', steps: progress })
    row.first_comment_state = 'sending'
    await endComment(journal, 'posted', await comment(work, postId, text))
  } catch (error) {
    if (!(error instanceof SocialError)) throw error
    app.log.info({ err: error, publication: row.id }, 'a first comment was not taken')
    if (mayBePublished(error)) return await change({ releaseUntil: until(nextLookMs(0)) })
    const verdict = verdictOn(error, row.platform, row.attempts + 1)
    if (verdict.kind === 'dead_token') await markDead(app, account, error.dead ?? 'revoked')
    const isOver = app.now().getTime() - row.due_at.getTime() > latestMs
    // While it is being asked for, the state says so; a refusal to tell leaves it unknown.
    if (verdict.kind === 'fail' || isOver)
      return await endComment(journal, sentAt === undefined ? 'failed' : 'unknown')
    const ms = verdict.kind === 'wait' ? verdict.ms : accountMs
    await change({
      attempts: row.attempts + 1,
      ...(sentAt === undefined && { commentState: 'waiting' }),
      releaseUntil: until(ms),
    })
  }
}

/** Ends the care for a comment; the post stays posted. */
export const endComment = (
  { change }: Journal,
  state: 'posted' | 'failed' | 'unknown',
  id?: string,
): Promise<void> => change({ commentState: state, ...(id && { commentId: id }), releaseUntil: null })
