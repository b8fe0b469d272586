import { type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Series } from '#contract/social/planning.ts'
import type { Post } from '#contract/social/posts.ts'
import type { SocialAccount } from '#contract/social/social.ts'
import { Banner } from '#web/components/banner.tsx'
import { useSeconds } from '#web/components/figures/use-seconds.ts'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { FormError, SubmitError } from '#web/components/forms/field.tsx'
import { SendForm } from '#web/components/forms/send-form.tsx'
import { useLeaveQuestion } from '#web/components/forms/use-leave-question.ts'
import { toast } from '#web/components/toast.tsx'
import { wallClock } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { AccountPicker } from '../compose/account-picker.tsx'
import { CaptionField } from '../compose/caption-field.tsx'
import {
  type Composer,
  contentOf,
  type Faults,
  faultSummary,
  faultsOf,
  formatOf,
  platformsOf,
  wordProblems,
} from '../compose/composer-form.ts'
import { inOrder } from '../compose/media/in-order.ts'
import { MediaField } from '../compose/media/media-field.tsx'
import { pasteFiles, useUploads } from '../compose/media/use-uploads.ts'
import { NetworkFields } from '../compose/network-fields.tsx'
import { Previews } from '../compose/preview/previews.tsx'
import { WeeklyFields } from '../compose/schedule-field.tsx'
import { sendKeys } from '../compose/send-keys.ts'
import { useFocusBack } from '../compose/use-focus-back.ts'
import { askChanges, useIsHere } from '../leave-questions.ts'
import { useChangeSeries, useMediaFiles } from '../social.queries.ts'
import { type Carried, fromSeriesForm, toSeriesForm } from './carry-edit.ts'
import { mergeEdit } from './merge-edit.ts'
import { formOfSeries } from './series-form.ts'
import type { Scope } from './series-scope.tsx'

const home = '/social/scheduled'

const errors = () => ({
  failed: t('social.scheduled.seriesPage.failed'),
  unreachable: t('social.scheduled.unreachable'),
})

type FormProps = {
  series: Series
  accounts: readonly SocialAccount[]
  scope: Exclude<Scope, 'one'>
  onReload: () => Promise<Series | null>
  /** The post that the edit began at, and what was changed of it already. */
  from?: { post: Post; carried: RefObject<Carried> }
}

/** The text, files, accounts and times of a series, all of it or from one post on. */
export function SeriesEditor({ series, accounts, scope, onReload, from }: FormProps) {
  const now = useSeconds(true)
  const navigate = useNavigate()
  const isHere = useIsHere()
  const businessZone = useZone()
  const zone = series.timezone
  const post = from && {
    platform: from.post.platform,
    date: wallClock(from.post.scheduled_time ?? '', businessZone)?.date ?? '',
    zone: businessZone,
    seriesZone: zone,
  }
  // An edit of somebody else does not take what is typed here.
  const [{ start, revision }, setBase] = useState(() => ({
    start: formOfSeries(series),
    revision: series.revision,
  }))
  const [form, setForm] = useState(() =>
    from && post ? toSeriesForm(start, from.carried.current, post) : start,
  )
  const [tried, setTried] = useState(false)
  const saved = useRef(false)
  useLeaveQuestion(() => !saved.current && JSON.stringify(form) !== JSON.stringify(start), askChanges)
  const change = useChangeSeries()
  const isSending = useFocusBack(change.isPending)
  const known = useMediaFiles(form.files.map((file) => file.id))
  const put = (changes: Partial<Composer>) => setForm((before) => ({ ...before, ...changes }))
  const uploads = useUploads(({ id }, comesAfter) =>
    setForm((before) =>
      before.files.some((file) => file.id === id)
        ? before
        : {
            ...before,
            files: inOrder(before.files, { id, alt: '', focal: null, crops: {} }, comesAfter),
            textOnly: false,
          },
    ),
  )
  useEffect(() => {
    if (!from || !post) return
    const changes = fromSeriesForm(form, start, from.carried.current, post)
    from.carried.current = { ...changes, isUploading: uploads.busy }
  })
  const chosen = accounts.filter(({ id }) => form.accounts.includes(id))
  const gone = series.targets.filter(({ account_id }) => !accounts.some(({ id }) => id === account_id))
  const files = form.files.flatMap(({ id }) => known.get(id) ?? [])
  const networks = platformsOf(chosen).map((platform) => ({
    platform,
    format: formatOf(form, platform, files) ?? (platform === 'youtube' ? 'video' : 'image'),
    account: chosen.find((account) => account.platform === platform) as SocialAccount,
  }))
  const at = { zone, now }
  const refused = change.error instanceof ApiError ? change.error.fields.until : undefined
  const faults: Faults = tried ? faultsOf(form, chosen, files, at, true) : {}
  const summary = faultSummary(faults, form)
  const left = uploads.left ?? (known.size < form.files.length ? 'unread' : null)

  const save = async () => {
    setTried(true)
    if (Object.keys(faultsOf(form, chosen, files, at, true)).length > 0) return
    if (left || change.isPending) return
    if (networks.some(({ platform, format }) => wordProblems(form, platform, format).length > 0)) return
    try {
      await change.mutateAsync({
        params: { id: series.id },
        body: {
          weekdays: form.weekdays,
          local_time: form.time,
          timezone: zone,
          until: form.until || null,
          content: contentOf(form, chosen, files),
          revision,
          ...(scope === 'following' && from && { from_post: from.post.id }),
        },
      })
      saved.current = true
      toast.success(t('social.scheduled.seriesPage.saved'))
      if (isHere()) navigate(home)
    } catch (error) {
      toast.error(sentenceFor(error, errors()))
    }
  }
  const reload = async () => {
    const newer = await onReload()
    if (!newer) return toast.error(t('social.scheduled.seriesPage.loadFailed'))
    const newStart = formOfSeries(newer)
    setForm((typed) => mergeEdit(typed, start, newStart))
    setBase({ start: newStart, revision: newer.revision })
    change.reset()
    toast.success(t('social.scheduled.editPage.reloaded'))
  }
  const isConflict = change.error instanceof ApiError && change.error.code === 'conflict'

  return (
    <>
      {gone.map(({ account_id, page_name }) => (
        <Banner kind="waiting" key={account_id}>
          {t('social.scheduled.seriesPage.gone', { name: page_name })}
        </Banner>
      ))}
      <div className="cols wide mt4">
        <SendForm
          className="composer"
          inert={isSending}
          onKeyDown={sendKeys(() => void save())}
          onPaste={pasteFiles(uploads)}
        >
          <AccountPicker
            accounts={accounts}
            chosen={form.accounts}
            error={faults.accounts}
            onChange={(ids) => put({ accounts: ids })}
          />
          <MediaField
            form={form}
            known={known}
            platforms={networks.map(({ platform }) => platform)}
            uploads={uploads}
            error={faults.media}
            onChange={put}
          />
          <CaptionField
            form={form}
            networks={networks}
            first={post && start.captions[post.platform] !== undefined ? post.platform : undefined}
            error={faults.caption}
            onChange={put}
          />
          <NetworkFields
            form={form}
            networks={networks}
            media={files}
            titleError={faults.title}
            onChange={put}
          />
          <section className="sec" aria-label={t('social.compose.schedule.repeat')}>
            <div className="when">
              <WeeklyFields
                form={form}
                faults={refused ? { until: refused, ...faults } : faults}
                zone={zone}
                now={now}
                onChange={put}
              />
            </div>
          </section>
          {summary ? <FormError>{summary}</FormError> : null}
          {tried && left ? <FormError>{t(`social.compose.fault.${left}`)}</FormError> : null}
          <SubmitError error={change.error} words={errors()} />
          {isConflict ? (
            <Button size="small" onClick={() => void reload()}>
              {t('social.scheduled.editPage.reload')}
            </Button>
          ) : null}
          <div className="row composer-acts mt6">
            <Button
              kind="yours"
              size="large"
              busy={change.isPending && t('social.scheduled.editPage.saving')}
              aria-keyshortcuts="Control+Enter"
              onClick={() => void save()}
            >
              {t('social.scheduled.seriesPage.save', { scope })}
            </Button>
            <LinkButton kind="quiet" to={home}>
              {t('social.scheduled.editPage.cancel')}
            </LinkButton>
          </div>
        </SendForm>
        <aside className="stick side-col">
          <Previews form={form} known={known} networks={networks} />
        </aside>
      </div>
    </>
  )
}
