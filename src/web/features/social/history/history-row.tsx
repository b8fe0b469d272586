import { IconExternalLink } from '@tabler/icons-react'
import type { Post } from '#contract/social/posts.ts'
import { platformNames } from '#contract/social/social.ts'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Icon } from '#web/components/icon.tsx'
import { OutlineBadge } from '#web/components/status.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { networkIcons } from '../accounts/network-icons.ts'
import { PostPicture } from '../post-picture.tsx'
import { PostState } from '../post-status.tsx'
import { reasonText } from '../publication-reason.ts'
import { useDecide } from '../social.queries.ts'

type Decision = 'publish' | 'posted' | 'cancel'

/** What a person can decide of a post in this state. Publishing comes last where it may show twice. */
const decisions: Partial<Record<Post['status'], readonly Decision[]>> = {
  unknown: ['posted', 'cancel', 'publish'],
  awaiting_owner: ['publish', 'cancel'],
  failed: ['publish'],
}

/** One post of the history: what became of it, its link, and what to decide. */
export function HistoryRow({ post, zone }: { post: Post; zone: string }) {
  const decide = useDecide()
  const network = platformNames[post.platform]
  const reason = reasonText(post.reason, post.platform)
  const offered = decisions[post.status] ?? []

  const ask = async (decision: Decision) => {
    const yes = await confirm(question(decision, post, zone))
    if (!yes) return
    decide.mutate(
      { id: post.id, decision },
      {
        onSuccess: () => toast.success(t('social.history.decide.done', { decision })),
        onError: (error) => toast.error(sentenceFor(error, { failed: t('social.history.decide.failed') })),
      },
    )
  }

  return (
    <article
      className={`hist${post.status === 'unknown' || post.status === 'awaiting_owner' ? ' ask' : ''}`}
      aria-label={`${network}, ${post.page_name}`}
    >
      <PostPicture className="h-art" url={post.media_url} type={post.media_type} />
      <div className="h-main">
        <div className="row h-top">
          <PostState status={post.status} />
          <OutlineBadge>
            <Icon of={networkIcons[post.platform]} size="small" />
            {network}
          </OutlineBadge>
          <span className="sm t3">{post.page_name}</span>
        </div>
        <p className="clamp">{post.caption || t('social.history.noText')}</p>
        <p className="sm t3 num">
          {post.posted_at
            ? t('social.history.posted', { time: formatMoment(post.posted_at, zone) })
            : post.scheduled_time
              ? t('social.history.planned', { time: formatMoment(post.scheduled_time, zone) })
              : null}
          {post.privacy ? ` · ${privacyText(post.privacy)}` : ''}
        </p>
        {lacksComment(post) ? (
          <p className="sm bad">
            {t('social.history.comment', { network, state: post.first_comment_state ?? 'failed' })}
          </p>
        ) : null}
        {isLocked(post) ? <p className="sm bad">{t('social.history.locked')}</p> : null}
        {reason ? <p className={`sm ${post.status === 'failed' ? 'bad' : 't2'}`}>{reason}</p> : null}
        {post.detail ? (
          <p className="sm t3 h-words">{t('social.history.words', { network, detail: post.detail })}</p>
        ) : null}
      </div>
      <div className="h-acts">
        {post.permalink ? (
          <a className="btn sm" href={post.permalink} target="_blank" rel="noreferrer">
            <Icon of={IconExternalLink} size="small" />
            {t('social.history.open', { network })}
          </a>
        ) : null}
        {offered.map((decision) => (
          <Button
            key={decision}
            size="small"
            kind={decision === 'cancel' ? 'quiet' : 'default'}
            busy={
              decide.isPending && decide.variables.decision === decision && t('social.history.decide.working')
            }
            onClick={() => void ask(decision)}
          >
            {decision === 'publish' && post.status === 'failed'
              ? t('social.history.decide.retry')
              : t(`social.history.decide.${decision}`)}
          </Button>
        ))}
      </div>
    </article>
  )
}

/** A post that is out, without the comment that was to follow it, or perhaps without. */
const lacksComment = ({ status, first_comment, first_comment_state: state }: Post): boolean =>
  status === 'posted' &&
  first_comment !== null &&
  (state === null || state === 'failed' || state === 'unknown')

/** YouTube keeps every upload of an app that it has not audited private, whatever was asked for. */
const isLocked = ({ privacy, options: { youtube } }: Post): boolean =>
  privacy === 'private' && youtube !== undefined && youtube.privacy !== 'private'

const privacyText = (privacy: string): string => {
  const known = (['public', 'unlisted', 'private'] as const).find((one) => one === privacy)
  return t('social.history.privacy', {
    privacy: known ? t(`social.compose.network.${known}`) : privacy,
  })
}

/** Each decision with what it leads to. */
function question(decision: Decision, post: Post, zone: string) {
  const network = platformNames[post.platform]
  const cancel = t('social.history.decide.keep')
  if (decision === 'posted')
    return {
      title: t('social.history.decide.postedTitle'),
      consequence: t('social.history.decide.postedText', { network }),
      confirm: t('social.history.decide.postedConfirm'),
      cancel,
      harmless: true,
    }
  if (decision === 'cancel')
    return {
      title: t('social.history.decide.cancelTitle'),
      consequence: t('social.history.decide.cancelText', { network }),
      confirm: t('social.history.decide.cancelConfirm'),
      cancel,
    }
  const consequence =
    post.status === 'unknown'
      ? t('social.history.decide.publishUnknown', { network })
      : post.status === 'failed'
        ? t('social.history.decide.publishFailed')
        : t('social.history.decide.publishLate', { time: formatMoment(post.scheduled_time ?? '', zone) })
  return {
    title: t('social.history.decide.publishTitle'),
    consequence,
    confirm: t('social.history.decide.publishConfirm'),
    cancel,
    harmless: post.status !== 'unknown',
  }
}
