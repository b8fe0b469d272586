import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { SocialAccount } from '#contract/social/social.ts'
import { Banner } from '#web/components/banner.tsx'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { useSeconds } from '#web/components/figures/use-seconds.ts'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { DraftNote } from '#web/components/forms/draft-note.tsx'
import { FormError, SubmitError } from '#web/components/forms/field.tsx'
import { SendForm } from '#web/components/forms/send-form.tsx'
import { useLeaveQuestion } from '#web/components/forms/use-leave-question.ts'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { formatList } from '#web/format/list.ts'
import { formatMoment, formatTime, wallClock } from '#web/format/time.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { useSearchChoice } from '#web/net/search-choice.ts'
import { useZone } from '#web/session/me.ts'
import { AccountPicker } from './compose/account-picker.tsx'
import { CaptionField } from './compose/caption-field.tsx'
import {
  type Composer,
  type Faults,
  faultSummary,
  faultsOf,
  formatOf,
  platformsOf,
  scheduledTime,
  wordProblems,
} from './compose/composer-form.ts'
import { DraftsPanel } from './compose/drafts-window.tsx'
import { LimitWarning, useComposerLimits } from './compose/limits.tsx'
import { MediaField } from './compose/media/media-field.tsx'
import { pasteFiles, useUploads } from './compose/media/use-uploads.ts'
import { NetworkFields } from './compose/network-fields.tsx'
import { Previews } from './compose/preview/previews.tsx'
import { RecentPosts } from './compose/recent-posts.tsx'
import { ScheduleField } from './compose/schedule-field.tsx'
import { sendKeys } from './compose/send-keys.ts'
import { useComposer } from './compose/use-composer.ts'
import { useFocusBack } from './compose/use-focus-back.ts'
import { postErrors, usePublish } from './compose/use-publish.tsx'
import { weekdayNames } from './compose/weekdays.ts'
import { askUploads } from './leave-questions.ts'
import { useAccounts, useComposerBusy, useDrafts, useMediaFiles } from './social.queries.ts'
import './social.css'
import './compose/compose.css'

/** Post to Social Media: one post to several accounts, now or later. */
export default function PostPage() {
  const accounts = useAccounts()
  const list = accounts.data?.accounts
  const isBusy = useComposerBusy()
  const [waits, setWaits] = useState(isBusy)
  // What was sent before the composer was left decides what is still to be written in it.
  if (waits && !isBusy) setWaits(false)
  if (list && list.length > 0 && !waits) return <ComposerForm accounts={list} />
  return (
    <>
      <PageHeader title={t('social.compose.title')} lede={t('social.compose.lede')} />
      {accounts.isError ? (
        <ErrorState
          error={accounts.error}
          words={{
            failed: t('social.compose.accountsFailed'),
            unreachable: t('social.compose.accountsFailed'),
          }}
          onRetry={() => accounts.refetch()}
        />
      ) : null}
      {accounts.isPending ? <SkeletonLines lines={6} label={t('social.compose.loading')} /> : null}
      {list && waits ? (
        <>
          <Banner kind="waiting">{t('social.compose.underWay')}</Banner>
          <SkeletonLines lines={6} label={t('social.compose.underWay')} />
        </>
      ) : list ? (
        <Empty
          title={t('social.compose.noAccounts')}
          actions={
            <LinkButton kind="yours" to="/social/connect">
              {t('social.compose.connect')}
            </LinkButton>
          }
        >
          {t('social.compose.noAccountsText')}
        </Empty>
      ) : null}
    </>
  )
}

/** A time that the calendar was clicked at. It counts once: coming back must not put it over what was chosen since. */
function useStart(zone: string): Partial<Composer> {
  const [search, choose] = useSearchChoice()
  const at = search.get('at')
  const forget = useEffectEvent(() => {
    if (at) choose({})
  })
  useEffect(() => forget(), [])
  const clock = at ? wallClock(at, zone) : null
  return clock ? { scheduled: true, when: 'time', ...clock } : {}
}

function ComposerForm({ accounts }: { accounts: readonly SocialAccount[] }) {
  const zone = useZone()
  const now = useSeconds(true)
  const isOnline = useOnline()
  const composer = useComposer(useStart(zone))
  const { form, change } = composer
  const [tried, setTried] = useState<'now' | 'later' | null>(null)
  const [showDrafts, setShowDrafts] = useState(false)
  const drafts = useDrafts().data?.drafts ?? []
  const known = useMediaFiles(form.files.map(({ id }) => id))
  const uploads = useUploads(({ id }, comesAfter) => composer.addFile(id, comesAfter))
  // What was typed is kept; only a file on its way would be lost.
  useLeaveQuestion(() => uploads.busy, askUploads)
  const begin = () => {
    uploads.stop()
    setTried(null)
    composer.clear()
  }
  const { publish, isPending, error } = usePublish({ onSending: composer.hold, onDone: begin })
  const isSending = useFocusBack(isPending)

  /** Leaves this post for another one. Nothing of it is lost, or the person says that it may be. */
  const leave = async (next: () => void) => {
    if (uploads.busy && !(await askUploads())) return
    uploads.stop()
    if (!(await composer.saveRest()) && !(await askUnsaved())) return
    setTried(null)
    next()
    setShowDrafts(false)
  }

  const ticked = accounts.filter(({ id }) => form.accounts.includes(id))
  const chosen = ticked.filter(({ can_post }) => can_post)
  const files = form.files.flatMap(({ id }) => known.get(id) ?? [])
  const networks = platformsOf(chosen).map((platform) => ({
    platform,
    format: formatOf(form, platform, files) ?? (platform === 'youtube' ? 'video' : 'image'),
    account: chosen.find((account) => account.platform === platform) as SocialAccount,
  }))
  const limits = useComposerLimits(
    form,
    chosen.map(({ id }) => id),
    zone,
  ).filter(
    ({ platform, format }) =>
      format === null || networks.some((one) => one.platform === platform && one.format === format),
  )
  const faultsNow = (later: boolean): Faults => ({
    ...faultsOf(form, chosen, files, { zone, now }, later),
    // It would be left out without a word.
    ...(chosen.length < ticked.length && { accounts: t('social.compose.fault.access') }),
  })
  const faults: Faults = tried ? faultsNow(tried === 'later') : {}
  const summary = faultSummary(faults, form)
  const left = uploads.left ?? (known.size < form.files.length ? 'unread' : null)

  const press = (later: boolean) => {
    setTried(later ? 'later' : 'now')
    if (Object.keys(faultsNow(later)).length > 0) return
    if (left) return
    if (networks.some(({ platform, format }) => wordProblems(form, platform, format).length > 0)) return
    const post = { accounts: chosen, files, zone, scheduled: later }
    void composer.settle().then((draft) => publish({ ...post, form: { ...form, draft } }))
  }
  const busyWord = form.scheduled ? t('social.compose.scheduling') : t('social.compose.posting')

  return (
    <>
      <PageHeader
        title={t('social.compose.title')}
        lede={<Lede form={form} count={chosen.length} zone={zone} />}
        actions={
          <>
            <span className="sm t3 saved" role="status">
              {composer.saving
                ? t('social.compose.saving')
                : composer.savedAt
                  ? t('social.compose.saved', { time: `${formatTime(composer.savedAt, zone)} (${zone})` })
                  : composer.failed
                    ? t('social.compose.notSaved')
                    : ''}
            </span>
            <Button kind="quiet" onClick={() => setShowDrafts(true)}>
              {t('social.compose.drafts.open', { count: drafts.length })}
            </Button>
          </>
        }
      />
      <DraftNote restored={composer.restored} onClear={begin} />
      <div className="cols wide">
        <SendForm
          className="composer"
          inert={isSending}
          onKeyDown={sendKeys(() => press(form.scheduled))}
          onPaste={pasteFiles(uploads)}
        >
          <AccountPicker
            accounts={accounts}
            chosen={form.accounts}
            limits={limits}
            error={faults.accounts}
            onChange={(ids) => change({ accounts: ids })}
          />
          <MediaField
            form={form}
            known={known}
            platforms={networks.map(({ platform }) => platform)}
            uploads={uploads}
            error={faults.media}
            onChange={change}
          />
          <CaptionField
            key={composer.round}
            form={form}
            networks={networks}
            error={faults.caption}
            onChange={change}
          />
          <NetworkFields
            form={form}
            networks={networks}
            media={files}
            titleError={faults.title}
            onChange={change}
          />
          <ScheduleField
            // One that was disconnected stays chosen; it has no times.
            form={{ ...form, accounts: ticked.map(({ id }) => id) }}
            faults={faults}
            zone={zone}
            now={now}
            onChange={change}
          />
          <LimitWarning limits={limits} />
          <FormError>{summary}</FormError>
          {tried && !summary && left ? <FormError>{t(`social.compose.fault.${left}`)}</FormError> : null}
          {isOnline ? null : (
            <p className="sm t2" role="status">
              {t('social.compose.offline')}
            </p>
          )}
          <SubmitError error={error} words={postErrors()} />
          <div className="row composer-acts">
            <Button
              kind="yours"
              size="large"
              busy={isPending && busyWord}
              aria-keyshortcuts="Control+Enter"
              onClick={() => press(form.scheduled)}
            >
              {form.scheduled ? t('social.compose.schedulePost') : t('social.compose.post')}
            </Button>
            {form.scheduled && !isPending ? (
              <Button kind="quiet" onClick={() => press(false)}>
                {t('social.compose.post')}
              </Button>
            ) : null}
          </div>
        </SendForm>
        <aside className="stick side-col">
          <Previews form={form} known={known} networks={networks} />
          <RecentPosts />
        </aside>
      </div>
      <DraftsPanel
        opened={showDrafts}
        drafts={drafts}
        current={form.draft?.id}
        onUse={(draft) => void leave(() => composer.use(draft))}
        onDeleted={(id) => {
          if (composer.isCurrent(id)) begin()
        }}
        onNew={() => void leave(composer.clear)}
        onClose={() => setShowDrafts(false)}
      />
    </>
  )
}

const askUnsaved = () =>
  confirm({
    title: t('social.compose.leave.unsavedTitle'),
    consequence: t('social.compose.leave.unsavedText'),
    confirm: t('social.compose.leave.unsavedConfirm'),
    cancel: t('social.compose.leave.stay'),
  })

/** Who gets the post and when, in one sentence. */
function Lede({ form, count, zone }: { form: Composer; count: number; zone: string }) {
  if (count === 0) return t('social.compose.lede')
  if (!form.scheduled) return t.rich('social.compose.goesNow', { ...tags, count })
  if (form.when === 'queue') return t.rich('social.compose.goesQueue', { ...tags, count })
  if (form.when === 'repeat') {
    const days = weekdayNames().filter(({ day }) => form.weekdays.includes(day))
    if (days.length === 0 || !form.time) return t('social.compose.lede')
    return t.rich('social.compose.goesWeekly', {
      ...tags,
      count,
      days: formatList(days.map(({ name }) => name)),
      time: `${form.time} (${zone})`,
    })
  }
  const at = scheduledTime(form, zone)
  return at
    ? t.rich('social.compose.goesAt', { ...tags, count, time: formatMoment(at, zone) })
    : t('social.compose.lede')
}

const listen = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Whether this browser has a connection. */
const useOnline = (): boolean => useSyncExternalStore(listen, () => navigator.onLine)
