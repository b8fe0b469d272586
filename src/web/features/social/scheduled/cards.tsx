import { IconPencil, IconRepeat, IconTrash } from '@tabler/icons-react'
import type { Post } from '#contract/social/posts.ts'
import { platformNames } from '#contract/social/social.ts'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { OutlineBadge } from '#web/components/status.tsx'
import { formatDateTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { networkIcons } from '../accounts/network-icons.ts'
import { PostPicture } from '../post-picture.tsx'
import { reasonText } from '../publication-reason.ts'
import { useAskedDelete } from './delete-post.ts'

/** The specification's grid: one card a post, the caption in three lines, Edit and Delete. */
export function Cards({ posts, zone }: { posts: readonly Post[]; zone: string }) {
  const { ask, deleting } = useAskedDelete(zone)
  return (
    <ul className="posts">
      {posts.map((post) => {
        const reason = reasonText(post.reason, post.platform)
        return (
          <li key={post.id}>
            <article className="post" aria-label={`${platformNames[post.platform]}, ${post.page_name}`}>
              <PostPicture className="art" url={post.media_url} type={post.media_type} />
              <div className="in-p">
                <div className="row n sp">
                  <span className="sm t2 num when">
                    {post.scheduled_time ? formatDateTime(post.scheduled_time, zone) : '–'}
                    {post.recurrence_id ? (
                      <>
                        {' '}
                        <Icon of={IconRepeat} size="small" />
                        <span className="sr">{t('social.scheduled.repeats')}</span>
                      </>
                    ) : null}
                  </span>
                  <OutlineBadge>
                    <Icon of={networkIcons[post.platform]} size="small" />
                    {platformNames[post.platform]}
                  </OutlineBadge>
                </div>
                <p className="clamp">{post.caption || t('social.scheduled.noText')}</p>
                <p className="sm t3">{post.page_name}</p>
                {reason ? <p className="sm bad">{reason}</p> : null}
                <div className="acts">
                  <LinkButton
                    size="small"
                    to={`/social/edit/${post.id}`}
                    icon={<Icon of={IconPencil} size="small" />}
                  >
                    {t('social.scheduled.edit')}
                  </LinkButton>
                  <Button
                    size="small"
                    kind="danger"
                    icon={<Icon of={IconTrash} size="small" />}
                    busy={deleting === post.id && t('social.scheduled.deleting')}
                    onClick={() => void ask({ ...post, at: post.scheduled_time ?? '' })}
                  >
                    {t('social.scheduled.delete')}
                  </Button>
                </div>
              </div>
            </article>
          </li>
        )
      })}
    </ul>
  )
}
