import { useRef } from 'react'
import type { EarlierPost } from '#contract/errors.ts'
import type { Media } from '#contract/social/media.ts'
import type { Post } from '#contract/social/posts.ts'
import { platformNames, type SocialAccount } from '#contract/social/social.ts'
import { confirm } from '#web/components/forms/confirm.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { useCreateSeries, usePost } from '../social.queries.ts'
import { type Composer, contentOf, fieldsOf, scheduledTime } from './composer-form.ts'

type Wanted = {
  form: Composer
  accounts: readonly SocialAccount[]
  files: readonly Media[]
  zone: string
  scheduled: boolean
}

/** The same text or media went or goes to the same account within a day: asks whether it is meant. */
export const askAgain = (earlier: readonly EarlierPost[], zone: string): Promise<boolean> =>
  confirm({
    title: t('social.compose.duplicate.title'),
    consequence: (
      <>
        <p>{t('social.compose.duplicate.text')}</p>
        <ul className="dups">
          {earlier.slice(0, 5).map((post) => (
            <li key={post.id}>
              {t('social.compose.duplicate.one', {
                name: post.page_name,
                network: platformNames[post.platform as keyof typeof platformNames] ?? post.platform,
                time: formatMoment(post.at, zone),
              })}
            </li>
          ))}
        </ul>
      </>
    ),
    confirm: t('social.compose.duplicate.confirm'),
    cancel: t('social.compose.duplicate.cancel'),
    harmless: true,
  })

/** Sends a post once: the same content has the same request, however often the button is pressed. */
export function usePublish({
  onDone,
  onSending,
}: {
  onDone: () => void
  onSending: (busy: boolean) => void
}) {
  const post = usePost()
  const series = useCreateSeries()
  const request = useRef({ content: '', id: '' })
  const asking = useRef(false)

  const idFor = (content: string): string => {
    if (request.current.content !== content) request.current = { content, id: crypto.randomUUID() }
    return request.current.id
  }
  const send = ({ form, accounts, files, zone, scheduled }: Wanted, again: boolean) => {
    if (scheduled && form.when === 'repeat') {
      const body = {
        weekdays: form.weekdays,
        local_time: form.time,
        timezone: zone,
        until: form.until || null,
        content: contentOf(form, accounts, files),
      }
      return series.mutateAsync({
        ...body,
        ...(form.draft && { draft_id: form.draft.id }),
        request_id: idFor(JSON.stringify(body)),
        ...(again && { again }),
      })
    }
    const fields = {
      ...fieldsOf(form, accounts, files, zone),
      ...(scheduled && { scheduled_time: form.when === 'queue' ? '' : (scheduledTime(form, zone) ?? '') }),
      ...(scheduled && form.when === 'queue' && { queue: 'true' }),
    }
    const request_id = idFor(JSON.stringify([fields, scheduled]))
    return post.mutateAsync({
      to: scheduled ? 'schedule' : 'postNow',
      fields: { ...fields, request_id, ...(again && { again: 'true' }) },
    })
  }

  const publish = async (wanted: Wanted): Promise<void> => {
    // Not by the button's busy state: two presses may come before it is drawn.
    if (asking.current) return
    asking.current = true
    onSending(true)
    try {
      let answer: Awaited<ReturnType<typeof send>>
      try {
        answer = await send(wanted, false)
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'duplicate')) throw error
        if (!(await askAgain(error.earlierPosts, wanted.zone))) {
          post.reset()
          series.reset()
          return
        }
        answer = await send(wanted, true)
      }
      request.current = { content: '', id: '' }
      const say = isWell(answer) ? toast.success : toast.error
      say(messageOf(answer, wanted.scheduled))
      onDone()
    } catch (error) {
      toast.error(sentenceFor(error, postErrors()))
    } finally {
      asking.current = false
      onSending(false)
    }
  }
  const error = post.error ?? series.error
  return {
    publish,
    isPending: post.isPending || series.isPending,
    error: error instanceof ApiError && error.code === 'duplicate' ? null : error,
  }
}

export const postErrors = () => ({
  failed: t('social.compose.fault.failed'),
  unreachable: t('social.compose.fault.failed'),
})

/** Published, or going to be without anybody's help. */
const isWell = (answer: object): boolean =>
  !('posts' in answer) ||
  (answer.posts as readonly Post[]).every(
    ({ status, reason }) => ['posted', 'publishing', 'scheduled'].includes(status) && reason !== 'reconnect',
  )

const messageOf = (answer: { message?: string | undefined }, scheduled: boolean): string =>
  answer.message || (scheduled ? t('social.compose.doneScheduled') : t('social.compose.donePosted'))
