import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ScreenError } from '#web/components/error-state.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { t } from '#web/messages/t.ts'
import { SequenceBuilder } from './builder/builder.tsx'
import { SequenceView } from './page/sequence-view.tsx'
import { useSequence, useSequenceEdit } from './sequences.queries.ts'

const crumbs = () => [{ to: '/sequences', name: t('sequences.title') }]

/** One sequence: what happens at each step, or its steps to be edited. */
export default function SequencePage() {
  const { id } = useParams()
  const [search] = useSearchParams()
  const [version, setVersion] = useState<number>()
  const isNew = id === 'new'
  const isEdit = search.has('edit')
  const number = Number(id)
  const isKnown = Number.isSafeInteger(number) && number > 0
  const shown = useSequence(isKnown && !isEdit ? number : null, version)
  const edited = useSequenceEdit(isKnown && isEdit ? number : null)
  const query = isEdit ? edited : shown
  const sequence = query.data?.sequence
  if (isNew || (isEdit && sequence)) {
    return (
      <>
        <PageHeader
          title={sequence && !isNew ? sequence.name : t('sequences.newTitle')}
          crumbs={crumbs()}
          lede={sequence && sequence.totals.waiting > 0 ? t('sequences.editLede') : undefined}
        />
        <SequenceBuilder key={id} sequence={isNew ? null : (sequence ?? null)} />
      </>
    )
  }
  if (sequence) return <SequenceView sequence={sequence} onVersion={setVersion} />
  return (
    <>
      <PageHeader title={t('sequences.sequence')} crumbs={crumbs()} />
      {query.isError || !isKnown ? (
        <ScreenError
          thing="sequence"
          back={crumbs()[0]}
          error={query.error}
          onRetry={() => query.refetch()}
        />
      ) : (
        <SkeletonRows label={t('sequences.loading')} />
      )}
    </>
  )
}
