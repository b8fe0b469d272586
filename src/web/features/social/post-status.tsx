import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import type { PostStatus } from '#contract/social/posts.ts'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'

/** The specification's signs: posted a green check, failed a red cross, anything else a grey clock. */
export function PostState({ status }: { status: PostStatus }) {
  const [tone, icon] =
    status === 'posted'
      ? (['good', IconCircleCheck] as const)
      : status === 'failed'
        ? (['bad', IconCircleX] as const)
        : (['t3', IconClock] as const)
  return (
    <span className="st post-st">
      <span className={tone}>
        <Icon of={icon} size="small" />
      </span>
      {t(`social.compose.status.${status}`)}
    </span>
  )
}
