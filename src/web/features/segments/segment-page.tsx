import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { SegmentRules } from '#contract/growth/segment-rules.ts'
import type { Segment } from '#contract/growth/segments.ts'
import { ErrorState, ScreenError } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { useLeaveQuestion } from '#web/components/forms/use-leave-question.ts'
import { PageHeader, Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError } from '#web/net/api.ts'
import { draftCondition, draftOf, isUnfinished, type RulesDraft, rulesOf } from './builder/draft.ts'
import { firstOf } from './builder/kinds.ts'
import { RuleList } from './builder/rule-list.tsx'
import { CountSide } from './count-side.tsx'
import { OtherSegments } from './other-segments.tsx'
import { SegmentPeople } from './segment-people.tsx'
import { useCreateSegment, useMenus, usePreview, useSaveSegment, useSegmentEdit } from './segments.queries.ts'
import './segments.css'

/** One segment: its rules, and live who is in it. */
export default function SegmentPage() {
  const { id } = useParams()
  const isNew = id === 'new'
  const query = useSegmentEdit(isNew ? null : Number(id))
  const segment = query.data?.segment
  if (isNew || segment) return <Builder key={segment?.id ?? 'new'} segment={segment ?? null} />
  return (
    <>
      <PageHeader title={t('segments.segment')} crumbs={crumbs()} />
      {query.isError ? (
        <ScreenError thing="segment" back={crumbs()[0]} error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <SkeletonLines lines={8} label={t('segments.loading')} />
      )}
    </>
  )
}

/** Whether two are the same, in whatever order their fields stand. */
const sameRules = (one: SegmentRules, other: SegmentRules): boolean =>
  JSON.stringify(SegmentRules.parse(one)) === JSON.stringify(SegmentRules.parse(other))

const crumbs = () => [{ to: '/segments', name: t('segments.title') }]
const firstDraft = (): RulesDraft => ({
  match: 'all',
  rules: [draftCondition(firstOf('consent', undefined)), draftCondition(firstOf('tag', undefined))],
})

function Builder({ segment }: { segment: Segment | null }) {
  const navigate = useNavigate()
  const menus = useMenus()
  const [name, setName] = useState(segment?.name ?? '')
  const [draft, setDraft] = useState(() => (segment ? draftOf(segment.rules) : firstDraft()))
  const [fault, setFault] = useState<string | null>(null)
  // The segment that the edit began with, and what of it is saved.
  const read = useRef(segment?.updated_at)
  const typed = JSON.stringify({ name: name.trim(), draft })
  const saved = useRef(typed)
  const create = useCreateSegment()
  const save = useSaveSegment()
  const { rules, keys } = useMemo(() => rulesOf(draft), [draft])
  const [rested] = useDebouncedValue({ rules, keys }, 300)
  const preview = usePreview(rested.rules)
  const counted = rested.rules ? preview.preview : undefined
  const isOld = preview.isOld || rested.rules !== rules
  const counts = new Map(
    preview.isOld
      ? []
      : rested.keys.flatMap((key, nr) => {
          const part = counted?.parts[nr]
          return part ? [[key, part] as const] : []
        }),
  )
  const unfinished = isUnfinished(draft)
  const isSaved =
    segment !== null &&
    !segment.from_report &&
    segment.name === name.trim() &&
    !unfinished &&
    rules !== null &&
    sameRules(rules, segment.rules)

  useLeaveQuestion(() => !isSaved && typed !== saved.current)

  const submit = async (): Promise<number | null> => {
    if (create.isPending || save.isPending) return null
    if (!name.trim()) setFault(t('segments.nameMissing'))
    if (!name.trim()) return null
    if (unfinished || !rules) {
      toast.error(t('segments.unfinished'))
      return null
    }
    setFault(null)
    try {
      const body = { name: name.trim(), rules }
      const answer = segment
        ? await save.mutateAsync({ params: { id: segment.id }, body: { ...body, updated_at: read.current } })
        : await create.mutateAsync({ body })
      read.current = answer.segment.updated_at
      saved.current = typed
      toast.success(t('segments.saved'))
      return answer.segment.id
    } catch (error) {
      if (error instanceof ApiError && error.fields.name) setFault(error.fields.name)
      return null
    }
  }
  const saveIt = async () => {
    const id = await submit()
    if (id !== null && !segment) void navigate(`/segments/${id}`, { replace: true })
  }
  const sendIt = async () => {
    const id = isSaved && segment ? segment.id : await submit()
    if (id !== null) void navigate(`/campaigns?segment=${id}`)
  }
  return (
    <>
      <PageHeader
        title={segment?.name ?? t('segments.newTitle')}
        crumbs={crumbs()}
        lede={
          counted
            ? t.rich(counted.estimated ? 'segments.matchAbout' : 'segments.matchNow', {
                b: (text) => <b>{text}</b>,
                count: counted.people,
              })
            : undefined
        }
        actions={
          <>
            <Button onClick={() => void sendIt()}>{t('segments.send')}</Button>
            <Button
              kind="yours"
              busy={(create.isPending || save.isPending) && t('segments.saving')}
              onClick={() => void saveIt()}
            >
              {t('segments.save')}
            </Button>
          </>
        }
      />
      <div className="cols">
        <div>
          <TextInput
            className="seg-name"
            label={t('segments.name')}
            value={name}
            maxLength={80}
            error={fault}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Section title={t('segments.filters')} aside={t('segments.alone')}>
            {counted ? <p className="t2 seg-sentence">{counted.sentence}</p> : null}
            <RuleList draft={draft} menus={menus} counts={counts} onChange={setDraft} />
            {unfinished ? <p className="hint mt3">{t('segments.unfinished')}</p> : null}
          </Section>
          {preview.error ? <ErrorState error={preview.error} onRetry={preview.again} /> : null}
          <SegmentPeople
            rules={rested.rules}
            total={counted?.people}
            exportId={isSaved ? segment.id : null}
          />
        </div>
        <aside aria-label={t('segments.liveCount')}>
          {rested.rules === null ? (
            <p className="t2">{t('segments.finishFirst')}</p>
          ) : (
            <CountSide rules={rested.rules} preview={counted} isOld={isOld} />
          )}
          <OtherSegments than={segment?.id} />
        </aside>
      </div>
    </>
  )
}
