import { currentLocale } from '#contract/messages/language.ts'
import { t } from '#server/messages/t.ts'
import { previewOf } from '../posts/post-view.ts'

export type ReportedPost = {
  state: 'failed' | 'unknown' | 'awaiting_owner'
  account: string
  network: string
  caption: string
  dueAt: Date
  /** The sentence of its reason, and the network's own words. */
  reason: string | null
  detail: string | null
}

/** So many posts are described; the rest is counted. */
const described = 20
const longestDetail = 300

/** A mail about posts that were not published, or of which nobody knows. */
export function textOfMail(
  posts: readonly ReportedPost[],
  timezone: string,
  address: string,
): { subject: string; text: string } {
  const of = (state: ReportedPost['state']) => posts.filter((post) => post.state === state).length
  const [failed, unknown, late] = [of('failed'), of('unknown'), of('awaiting_owner')]
  const more = posts.length - described
  return {
    subject: t('social.publish.mail.subject', { count: posts.length }),
    text: [
      ...(failed > 0 ? [t('social.publish.notice.failed', { count: failed })] : []),
      ...(unknown > 0 ? [t('social.publish.notice.unknown', { count: unknown })] : []),
      ...(late > 0 ? [t('social.publish.notice.late', { count: late })] : []),
      '',
      ...posts.slice(0, described).map((post) => `${lineOf(post, timezone)}\n`),
      ...(more > 0 ? [t('social.publish.mail.more', { count: more }), ''] : []),
      t('social.publish.mail.link', { address }),
    ].join('\n'),
  }
}

function lineOf(post: ReportedPost, timezone: string): string {
  const { account, network, caption, dueAt, reason, detail } = post
  const first = t('social.publish.mail.post', {
    caption: previewOf(caption) || '–',
    account,
    network,
    time: timeIn(dueAt, timezone),
  })
  const words = detail ? t('social.publish.mail.words', { network, words: oneLine(detail) }) : ''
  return [first, ...(reason ? [reason] : []), ...(words ? [words] : [])].join('\n  ')
}

/** The network's words are text of others: one line, and not too long. */
const oneLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').trim().slice(0, longestDetail).toWellFormed()

const timeIn = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(currentLocale() === 'en' ? 'en-GB' : currentLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(at)
