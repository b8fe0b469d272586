import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { LeadImport } from '#contract/leads/imports.ts'
import { leads } from '#contract/leads.ts'
import { Stepper } from '#web/components/checklist.tsx'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { DraftNote } from '#web/components/forms/draft-note.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatNumber } from '#web/format/number.ts'
import { call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import { sameShape, useFormDraft } from '#web/shell/form-drafts.ts'
import { nothingStated } from '../consent.tsx'
import { leadWords, useLeadsChanged } from '../leads.queries.ts'
import { showImport, someAgreed, useImport, writePath } from './import.queries.ts'
import { CheckStep } from './import-check.tsx'
import { ColumnsStep, type ReadAgain } from './import-columns.tsx'
import { ConsentStep } from './import-consent.tsx'
import { ImportResult, WritableSentence } from './import-result.tsx'
import { importSteps } from './import-steps.ts'
import '#web/features/leads/leads.css'
import '../leads-feature.css'

const crumbs = [{ to: '/lead-generator', name: 'Lead Generator' }]

/** One file on its way in: its columns, consent and tag, what will happen, and what came of it. */
export default function ImportPage() {
  const id = Number(useParams().id)
  const changed = useLeadsChanged()
  const query = useQuery({ ...queryFor(leads.getImport, { params: { id } }), enabled: Number.isInteger(id) })
  const found = useImport(Number.isInteger(id) ? id : null, () => void changed())
  if (query.isError && !query.data) {
    return (
      <>
        <PageHeader title="Upload CSV" crumbs={crumbs} />
        <ErrorState error={query.error} words={leadWords.upload} />
      </>
    )
  }
  if (!found) {
    return (
      <>
        <PageHeader title="Upload CSV" crumbs={crumbs} />
        <SkeletonLines lines={6} label="Loading the file" />
      </>
    )
  }
  return found.status === 'ready' ? <Wizard key={found.id} found={found} /> : <Ended found={found} />
}

function Ended({ found }: { found: LeadImport }) {
  return (
    <>
      <PageHeader
        title={found.file_name}
        crumbs={crumbs}
        lede={<ResultLede found={found} />}
        actions={<NextSteps found={found} />}
      />
      {found.kind === 'search' ? null : (
        <Stepper steps={importSteps} current={found.status === 'done' ? importSteps.length : 4} />
      )}
      <ImportResult found={found} />
    </>
  )
}

/** What to do with people who came in: look at them, and write to those who agreed. */
function NextSteps({ found }: { found: LeadImport }) {
  const { status, counts, tag } = found
  if (status !== 'done' || tag === null || counts.created + counts.updated === 0) return null
  const agreed = someAgreed(found)
  // Rejected rows come first: then the marigold is theirs.
  const next = found.has_rejects ? 'default' : 'yours'
  return (
    <>
      <LinkButton kind={agreed ? 'default' : next} to={`/lead-generator?tag=${encodeURIComponent(tag)}`}>
        See the leads
      </LinkButton>
      {agreed ? (
        <LinkButton kind={next} to={writePath(tag)}>
          Write to them
        </LinkButton>
      ) : null}
    </>
  )
}

function ResultLede({ found }: { found: LeadImport }) {
  const { status, counts, analysis, tag, kept, kind } = found
  if (status === 'running') {
    return (
      <>
        Rows appear among your leads as they are imported. You can leave this page. Start a campaign when the
        import is done.
      </>
    )
  }
  if (status === 'done') {
    return (
      <>
        <WritableSentence found={found} /> <b>{formatNumber(counts.created)}</b> created and{' '}
        <b>{formatNumber(counts.updated)}</b> updated of {formatNumber(analysis.rows)}{' '}
        {kind === 'search' ? 'places with a phone number' : 'rows'}, tagged {tag}.
      </>
    )
  }
  if (status === 'undone') return <>This {kind === 'search' ? 'search' : 'upload'} was undone.</>
  if (status === 'undoing' || status === 'cancelling') return <>Its leads are being removed again.</>
  return (
    <>
      This upload {status === 'failed' ? 'failed' : 'was cancelled'}, and{' '}
      {kept ? 'its leads were removed, except those used since' : 'none of its leads were kept'}.
    </>
  )
}

type Step = 'columns' | 'consent' | 'check'
const order: readonly Step[] = ['columns', 'consent', 'check']

function Wizard({ found }: { found: LeadImport }) {
  const [params, setParams] = useSearchParams()
  const start = { settings: found.settings, stated: nothingStated, tag: params.get('tag') ?? '' }
  const form = useFormDraft(`import ${found.id}`, start, {
    read: (kept, blank) => {
      const value = sameShape(kept, blank)
      // The file may have been read again elsewhere: then its columns are other ones.
      return value?.settings.columns.length === blank.settings.columns.length ? value : null
    },
  })
  const { settings, stated, tag } = form.value
  const put = (changes: Partial<typeof start>) => form.set((now) => ({ ...now, ...changes }))
  const queries = useQueryClient()
  const navigate = useNavigate()
  const named = params.get('step')
  const asked = order.find((step) => step === named) ?? 'columns'
  const step = asked !== 'columns' && !settings.columns.includes('phone') ? 'columns' : asked
  const go = (to: Step) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      next.set('step', to)
      if (tag.trim()) next.set('tag', tag.trim())
      return next
    })

  const check = useQuery({
    queryKey: ['what an import will do', found.id, settings],
    queryFn: ({ signal }) =>
      call(leads.checkImport, { params: { id: found.id }, body: settings }, { signal }),
    enabled: settings.columns.includes('phone'),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const analyse = useMutation({
    mutationFn: (change: ReadAgain) =>
      call(leads.analyseImport, { params: { id: found.id }, body: { country: settings.country, ...change } }),
    onSuccess: (answer) => {
      queries.setQueryData(keyOf(leads.getImport, { params: { id: found.id } }), answer)
      put({ settings: answer.import.settings })
    },
  })
  const run = useMutation({
    mutationFn: () =>
      call(leads.startImport, {
        params: { id: found.id },
        body: {
          settings,
          tag: tag.trim(),
          consent: {
            state: stated.agreed && !settings.columns.includes('consent') ? 'opted_in' : 'none',
            ...(stated.how.trim() && { source: stated.how.trim() }),
          },
        },
      }),
    onSuccess: async (answer) => {
      form.reset(start)
      await showImport(queries, answer)
      navigate(`/lead-generator/imports/${found.id}`, { replace: true })
    },
    onError: (error) => toast.error(sentenceFor(error, leadWords.upload)),
  })
  const drop = useMutation({
    mutationFn: () => call(leads.cancelImport, { params: { id: found.id } }),
    onSuccess: () => {
      form.reset(start)
      return navigate('/lead-generator')
    },
    onError: (error) => toast.error(sentenceFor(error, leadWords.change)),
  })

  if (found.analysis.rows === 0) {
    return (
      <>
        <PageHeader title={found.file_name} crumbs={crumbs} />
        <Empty
          title="There are no rows in this file."
          actions={<LinkButton to="/lead-generator">Choose another file</LinkButton>}
        >
          Below its first row the file is empty.
        </Empty>
      </>
    )
  }
  const parts = {
    found,
    settings,
    check: check.data?.check,
    checking: check.isFetching,
    checkError: check.error,
  }
  return (
    <>
      <PageHeader
        title={found.file_name}
        crumbs={crumbs}
        lede={
          <>
            <b>{formatNumber(found.analysis.rows)}</b> {found.analysis.rows === 1 ? 'row' : 'rows'}.{' '}
            {step === 'columns'
              ? 'Say what each column is; nothing is written yet.'
              : 'Nothing is written yet.'}
          </>
        }
      />
      <Stepper steps={importSteps} current={order.indexOf(step) + 1} />
      <DraftNote restored={form.restored} onClear={() => form.reset(start)} />
      {step === 'columns' ? (
        <ColumnsStep
          {...parts}
          reading={analyse.isPending}
          readAgain={analyse.data?.import}
          failed={analyse.error ?? drop.error}
          onSettings={(settings) => put({ settings })}
          onReadAgain={(change) => analyse.mutate(change)}
          onDrop={() => drop.mutate()}
          onNext={() => go('consent')}
        />
      ) : null}
      {step === 'consent' ? (
        <ConsentStep
          {...parts}
          tag={tag}
          onTag={(tag) => put({ tag })}
          stated={stated}
          onStated={(stated) => put({ stated })}
          onBack={() => go('columns')}
          onNext={() => go('check')}
        />
      ) : null}
      {step === 'check' ? (
        <CheckStep
          {...parts}
          tag={tag}
          stated={stated}
          starting={run.isPending}
          failed={run.error}
          onBack={() => go('consent')}
          onStart={() => {
            if (tag.trim()) return run.mutate()
            toast.error('Please enter a tag/category for the CSV leads')
            go('consent')
          }}
        />
      ) : null}
    </>
  )
}
