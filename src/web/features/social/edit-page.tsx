import { Textarea, TextInput } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import type { Post } from '#contract/social/posts.ts'
import { textRules } from '#contract/social/rules.ts'
import { platformNames } from '#contract/social/social.ts'
import { textLength, textProblems } from '#contract/social/text-length.ts'
import { Banner } from '#web/components/banner.tsx'
import { useSeconds } from '#web/components/figures/use-seconds.ts'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { FormError, Label, SubmitError } from '#web/components/forms/field.tsx'
import { MomentFields } from '#web/components/forms/moment-fields.tsx'
import { SendForm } from '#web/components/forms/send-form.tsx'
import { useLeaveQuestion } from '#web/components/forms/use-leave-question.ts'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { instantOf, wallClock } from '#web/format/time.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { problemSentence } from './compose/caption-field.tsx'
import { blank } from './compose/composer-form.ts'
import { LimitLine, LimitWarning, usePostLimits } from './compose/limits.tsx'
import { inOrder } from './compose/media/in-order.ts'
import { MediaField } from './compose/media/media-field.tsx'
import { pasteFiles, useUploads } from './compose/media/use-uploads.ts'
import { sendKeys } from './compose/send-keys.ts'
import { useFocusBack } from './compose/use-focus-back.ts'
import { askAgain } from './compose/use-publish.tsx'
import { type Carried, fromPostForm, type PostForm, toPostForm } from './edit/carry-edit.ts'
import { mergeEdit } from './edit/merge-edit.ts'
import { RecurringPost } from './edit/recurring-post.tsx'
import { askChanges, useIsHere } from './leave-questions.ts'
import { useMediaFiles, useSocialPost, useUpdatePost } from './social.queries.ts'
import './social.css'
import './compose/compose.css'

const crumbs = () => [{ to: '/social/scheduled', name: t('social.scheduled.title') }]

/** Edit Scheduled Post: the text, the files and the time of a post that waits. */
export default function EditPage() {
  const id = Number(useParams().id)
  const query = useSocialPost(id)
  const post = query.data?.post
  const isMissing =
    !Number.isInteger(id) || (query.error instanceof ApiError && query.error.code === 'not_found')
  const failed = query.isError && !post
  useEffect(() => {
    if (isMissing) toast.error(t('social.scheduled.editPage.notFound'))
    else if (failed) toast.error(t('social.scheduled.editPage.loadFailed'))
  }, [isMissing, failed])
  if (isMissing || failed) return <Navigate to="/social/scheduled" replace />
  if (post?.editable) {
    const lede = t.rich('social.scheduled.editPage.lede', {
      ...tags,
      name: post.page_name,
      network: platformNames[post.platform],
    })
    const form = (carried?: RefObject<Carried>) => (
      <EditForm
        key={post.id}
        post={post}
        carried={carried}
        onReload={async () => (await query.refetch()).data?.post ?? null}
      />
    )
    if (post.recurrence_id)
      return (
        <RecurringPost key={post.id} post={post} seriesId={post.recurrence_id} lede={lede} single={form} />
      )
    return (
      <>
        <PageHeader title={t('social.scheduled.editPage.title')} crumbs={crumbs()} lede={lede} />
        {form()}
      </>
    )
  }
  return (
    <>
      <PageHeader title={t('social.scheduled.editPage.title')} crumbs={crumbs()} />
      {post ? (
        <Banner
          kind="waiting"
          action={
            <LinkButton size="small" to="/social/history">
              {t('social.scheduled.editPage.seeHistory')}
            </LinkButton>
          }
        >
          {t('social.scheduled.editPage.taken')}
        </Banner>
      ) : (
        <SkeletonLines lines={6} label={t('social.scheduled.editPage.loading')} />
      )}
    </>
  )
}

const startOf = (post: Post, zone: string): PostForm => ({
  files: post.media.map(({ media_id, alt_text, focal, crops }) => ({
    id: media_id,
    alt: alt_text ?? '',
    focal,
    crops,
  })),
  caption: post.caption,
  title: post.options.youtube?.title ?? '',
  firstComment: post.first_comment ?? '',
  ...(wallClock(post.scheduled_time ?? '', zone) ?? { date: '', time: '' }),
})

const errors = () => ({
  failed: t('social.scheduled.editPage.failed'),
  unreachable: t('social.scheduled.editPage.unreachable'),
})

type EditProps = {
  post: Post
  /** Of a post that recurs: what was changed in another scope. */
  carried?: RefObject<Carried> | undefined
  onReload: () => Promise<Post | null>
}

function EditForm({ post, carried, onReload }: EditProps) {
  const zone = useZone()
  const now = useSeconds(true)
  const navigate = useNavigate()
  // An edit of somebody else does not take what is typed here.
  const [{ start, revision }, setBase] = useState(() => ({
    start: startOf(post, zone),
    revision: post.revision,
  }))
  const [form, setForm] = useState(() => (carried ? toPostForm(start, carried.current) : start))
  const [tried, setTried] = useState(false)
  const saved = useRef(false)
  useLeaveQuestion(() => !saved.current && JSON.stringify(form) !== JSON.stringify(start), askChanges)
  const isHere = useIsHere()
  const update = useUpdatePost()
  const isSending = useFocusBack(update.isPending)
  const known = useMediaFiles(form.files.map((file) => file.id))
  const uploads = useUploads(({ id: mediaId }, comesAfter) =>
    setForm((before) =>
      before.files.some((file) => file.id === mediaId)
        ? before
        : {
            ...before,
            files: inOrder(before.files, { id: mediaId, alt: '', focal: null, crops: {} }, comesAfter),
          },
    ),
  )
  useEffect(() => {
    if (!carried) return
    const changes = fromPostForm(form, start, carried.current)
    carried.current = { ...changes, isUploading: uploads.busy }
  })
  const { platform, format } = post
  const rule = textRules[platform]
  const needsFile = format !== 'text'
  const problems = textProblems(platform, format, {
    caption: form.caption,
    first_comment: form.firstComment,
    title: form.title,
    tags: post.options.youtube?.tags,
  }).filter(({ code }) => code !== 'title_missing')
  const instant = form.date && form.time ? instantOf(form.date, form.time, zone) : null
  const limits = usePostLimits(post, instant).filter((limit) => [null, format].includes(limit.format))
  const isPast =
    instant !== null &&
    Date.parse(instant) <= now.getTime() &&
    Date.parse(instant) !== Date.parse(post.scheduled_time ?? '')
  const missing = {
    caption: format !== 'story' && form.caption.trim() === '',
    media: needsFile && form.files.length === 0,
    time: !instant,
    title: platform === 'youtube' && form.title.trim() === '',
  }
  const isMissing = Object.values(missing).some(Boolean)
  const sentenceOf = (field: string) => {
    const problem = problems.find((one) => one.field === field)
    return problem && problemSentence(platform, problem)
  }

  const send = async (again: boolean) => {
    const files = form.files.map(({ id: media_id, alt, focal, crops }) => ({
      media_id,
      alt_text: alt.trim() || null,
      focal,
      crops,
    }))
    const youtube = post.options.youtube
    await update.mutateAsync({
      params: { id: post.id },
      body: {
        platform,
        media_url: post.media_url,
        caption: form.caption,
        scheduled_time: instant ?? '',
        media_type: post.media_type,
        timezone: zone,
        media: files,
        first_comment: form.firstComment.trim() || null,
        ...(youtube && { options: { ...post.options, youtube: { ...youtube, title: form.title.trim() } } }),
        revision,
        ...(again && { again }),
      },
    })
  }
  const save = async () => {
    setTried(true)
    if (isMissing || isPast || problems.length > 0 || uploads.left || update.isPending) return
    try {
      try {
        await send(false)
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'duplicate')) throw error
        if (!(await askAgain(error.earlierPosts, zone))) return update.reset()
        await send(true)
      }
      saved.current = true
      toast.success(t('social.scheduled.editPage.saved'))
      if (isHere()) navigate('/social/scheduled')
    } catch (error) {
      toast.error(sentenceFor(error, errors()))
    }
  }
  const reload = async () => {
    const newer = await onReload()
    if (!newer) return toast.error(t('social.scheduled.editPage.loadFailed'))
    const newStart = startOf(newer, zone)
    setForm((typed) => mergeEdit(typed, start, newStart))
    setBase({ start: newStart, revision: newer.revision })
    update.reset()
    toast.success(t('social.scheduled.editPage.reloaded'))
  }
  const isConflict = update.error instanceof ApiError && update.error.code === 'conflict'

  return (
    <SendForm
      className="composer edit-post"
      inert={isSending}
      onKeyDown={sendKeys(() => void save())}
      onPaste={pasteFiles(uploads)}
    >
      <TextInput
        className="mt4"
        label={t('social.scheduled.editPage.platform')}
        description={t('social.scheduled.editPage.platformHelp')}
        value={platformNames[platform]}
        disabled
      />
      {needsFile ? (
        <div className="mt4">
          <MediaField
            form={{ ...blank, files: form.files, formats: { [platform]: format } }}
            known={known}
            platforms={[platform]}
            uploads={uploads}
            error={tried && missing.media ? t('social.scheduled.editPage.required') : undefined}
            onChange={({ files }) => files && setForm((before) => ({ ...before, files }))}
          />
        </div>
      ) : null}
      {platform === 'youtube' ? (
        <TextInput
          className="mt4"
          label={
            <Label count={form.title.length} of={100}>
              {t('social.compose.network.videoTitle')}
            </Label>
          }
          error={tried && missing.title ? t('social.compose.fault.title') : sentenceOf('title')}
          value={form.title}
          onChange={({ currentTarget: { value } }) => setForm({ ...form, title: value })}
        />
      ) : null}
      {format === 'story' ? null : (
        <Textarea
          className="mt4"
          label={
            <Label count={textLength(platform, form.caption)} of={rule.most}>
              {t('social.compose.caption')}
            </Label>
          }
          autosize
          minRows={5}
          maxRows={16}
          error={tried && missing.caption ? t('social.scheduled.editPage.required') : sentenceOf('caption')}
          value={form.caption}
          onChange={({ currentTarget: { value } }) => setForm({ ...form, caption: value })}
        />
      )}
      {rule.firstComment && format !== 'story' ? (
        <Textarea
          className="mt4"
          label={<Label optional>{t('social.compose.firstComment')}</Label>}
          autosize
          minRows={2}
          error={sentenceOf('first_comment')}
          value={form.firstComment}
          onChange={({ currentTarget: { value } }) => setForm({ ...form, firstComment: value })}
        />
      ) : null}
      <div className="mt4">
        <MomentFields
          moment={form}
          zone={zone}
          bounds={{ minDate: wallClock(now, zone)?.date }}
          fault={tried && (missing.time || (isPast && t('app.moment.past')))}
          onChange={(changes) => setForm({ ...form, ...changes })}
        />
      </div>
      {limits.map((limit) => (
        <p className="sm t3 mt2" key={limit.account_id}>
          <LimitLine limit={limit} />
        </p>
      ))}
      <LimitWarning limits={limits} />
      {tried && isMissing ? <FormError>{t('social.scheduled.editPage.required')}</FormError> : null}
      {tried && uploads.left ? <FormError>{t(`social.compose.fault.${uploads.left}`)}</FormError> : null}
      <SubmitError error={update.error} words={errors()} />
      {isConflict ? (
        <Button size="small" onClick={() => void reload()}>
          {t('social.scheduled.editPage.reload')}
        </Button>
      ) : null}
      <div className="row composer-acts mt6">
        <Button
          kind="yours"
          size="large"
          busy={update.isPending && t('social.scheduled.editPage.saving')}
          aria-keyshortcuts="Control+Enter"
          onClick={() => void save()}
        >
          {t('social.scheduled.editPage.save')}
        </Button>
        <LinkButton kind="quiet" to="/social/scheduled">
          {t('social.scheduled.editPage.cancel')}
        </LinkButton>
      </div>
    </SendForm>
  )
}
