import { useNavigate, useParams } from 'react-router'
import type { LeadImport } from '#contract/leads/imports.ts'
import { Stepper } from '#web/components/checklist.tsx'
import { Empty } from '#web/components/empty.tsx'
import { ScreenError } from '#web/components/error-state.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { DraftNote } from '#web/components/forms/draft-note.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useSearchChoice } from '#web/net/search-choice.ts'
import { sameShape, useFormDraft } from '#web/shell/form-drafts.ts'
import { nothingStated } from '../consent.tsx'
import { leadErrors } from '../lead-errors.ts'
import {
  useAnalyseImport,
  useDropImport,
  useImport,
  useImportCheck,
  useImportQuery,
  useRefreshLeads,
  useStartImport,
} from '../leads.queries.ts'
import { CheckStep } from './import-check.tsx'
import { ColumnsStep } from './import-columns.tsx'
import { ConsentStep } from './import-consent.tsx'
import { ImportResult, WritableCount } from './import-result.tsx'
import { campaignPath, importPath, importSteps, someAgreed } from './import-state.ts'
import '#web/features/leads/leads.css'
import '../leads-feature.css'

const crumbs = () => [{ to: '/lead-generator', name: t('leads.title') }]

/** One import: columns, consent and tag, preview, and results. */
export default function ImportPage() {
  const id = Number(useParams().id)
  const refresh = useRefreshLeads()
  const isId = Number.isSafeInteger(id) && id > 0
  const query = useImportQuery(id)
  const found = useImport(isId ? id : null, () => void refresh())
  if (!isId || (query.isError && !query.data)) {
    return (
      <>
        <PageHeader title={t('leads.imports.title')} crumbs={crumbs()} />
        <ScreenError thing="import" back={crumbs()[0]} error={query.error} words={leadErrors.upload()} />
      </>
    )
  }
  if (!found) {
    return (
      <>
        <PageHeader title={t('leads.imports.title')} crumbs={crumbs()} />
        <SkeletonLines lines={6} label={t('leads.imports.file.loading')} />
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
        crumbs={crumbs()}
        lede={<ResultLede found={found} />}
        actions={<NextSteps found={found} />}
      />
      {found.kind === 'search' ? null : (
        <Stepper steps={importSteps()} current={found.status === 'done' ? importSteps().length : 4} />
      )}
      <ImportResult found={found} />
    </>
  )
}

/** Links to the imported leads, and to a campaign for those who agreed. */
function NextSteps({ found }: { found: LeadImport }) {
  const { status, counts, tag } = found
  if (status !== 'done' || tag === null || counts.created + counts.updated === 0) return null
  const agreed = someAgreed(found)
  // Rejected rows come first: then their button is the primary one.
  const next = found.has_rejects ? 'default' : 'yours'
  return (
    <>
      <LinkButton kind={agreed ? 'default' : next} to={`/lead-generator?tag=${encodeURIComponent(tag)}`}>
        {t('leads.imports.result.viewLeads')}
      </LinkButton>
      {agreed ? (
        <LinkButton kind={next} to={campaignPath(tag)}>
          {t('leads.imports.result.campaign')}
        </LinkButton>
      ) : null}
    </>
  )
}

function ResultLede({ found }: { found: LeadImport }) {
  const { status, counts, analysis, tag, kept, kind } = found
  const isSearch = kind === 'search'
  if (status === 'running') return <>{t('leads.imports.result.running')}</>
  if (status === 'done') {
    return (
      <>
        <WritableCount found={found} />{' '}
        {t.rich(isSearch ? 'leads.imports.result.searchLede' : 'leads.imports.result.doneLede', {
          created: counts.created,
          updated: counts.updated,
          count: analysis.rows,
          tag: tag ?? '',
          b: tags.b,
        })}
      </>
    )
  }
  if (status === 'undone')
    return <>{t(isSearch ? 'leads.imports.result.searchUndone' : 'leads.imports.result.uploadUndone')}</>
  if (status === 'undoing' || status === 'cancelling') return <>{t('leads.imports.result.removing')}</>
  const outcome = status === 'failed' ? 'failed' : 'cancelled'
  return <>{t(kept ? `leads.imports.result.${outcome}Kept` : `leads.imports.result.${outcome}`)}</>
}

type Step = 'columns' | 'consent' | 'check'
const order: readonly Step[] = ['columns', 'consent', 'check']

function Wizard({ found }: { found: LeadImport }) {
  const [params, setParams] = useSearchChoice()
  const start = { settings: found.settings, stated: nothingStated, tag: params.get('tag') ?? '' }
  const form = useFormDraft(`import ${found.id}`, start, {
    read: (kept, blank) => {
      const value = sameShape(kept, blank)
      // Its columns changed when the file was read again elsewhere.
      return value?.settings.columns.length === blank.settings.columns.length ? value : null
    },
  })
  const { settings, stated, tag } = form.value
  const put = (changes: Partial<typeof start>) => form.set((now) => ({ ...now, ...changes }))
  const navigate = useNavigate()
  const named = params.get('step')
  const asked = order.find((step) => step === named) ?? 'columns'
  const step = asked !== 'columns' && !settings.columns.includes('phone') ? 'columns' : asked
  const go = (to: Step) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.set('step', to)
        if (tag.trim()) next.set('tag', tag.trim())
        return next
      },
      { push: true, top: true },
    )

  const check = useImportCheck(found.id, settings)
  const analyse = useAnalyseImport(found.id, {
    onSuccess: (answer) => put({ settings: answer.import.settings }),
  })
  const run = useStartImport({
    onSuccess: () => {
      form.reset(start)
      return navigate(importPath(found.id), { replace: true })
    },
    onError: (error) => toast.error(sentenceFor(error, leadErrors.upload())),
  })
  const begin = () => {
    if (!tag.trim()) {
      toast.error(t('leads.imports.upload.tagMissing'))
      return go('consent')
    }
    const agreed = stated.agreed && !settings.columns.includes('consent')
    const source = stated.how.trim()
    run.mutate({
      id: found.id,
      body: {
        settings,
        tag: tag.trim(),
        consent: { state: agreed ? 'opted_in' : 'none', ...(source && { source }) },
      },
    })
  }
  const drop = useDropImport(found.id, {
    onSuccess: () => {
      form.reset(start)
      return navigate('/lead-generator')
    },
    onError: (error) => toast.error(sentenceFor(error, leadErrors.change())),
  })

  if (found.analysis.rows === 0) {
    return (
      <>
        <PageHeader title={found.file_name} crumbs={crumbs()} />
        <Empty
          title={t('leads.imports.file.emptyTitle')}
          actions={<LinkButton to="/lead-generator">{t('leads.imports.file.chooseAnother')}</LinkButton>}
        >
          {t('leads.imports.file.empty')}
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
        crumbs={crumbs()}
        lede={t.rich(step === 'columns' ? 'leads.imports.columns.lede' : 'leads.imports.columns.ledeLater', {
          count: found.analysis.rows,
          b: tags.b,
        })}
      />
      <Stepper steps={importSteps()} current={order.indexOf(step) + 1} />
      <DraftNote restored={form.restored} onClear={() => form.reset(start)} />
      {step === 'columns' ? (
        <ColumnsStep
          {...parts}
          reading={analyse.isPending}
          readAgain={analyse.data?.import}
          failed={analyse.error ?? drop.error}
          onSettings={(settings) => put({ settings })}
          onReadAgain={(change) => analyse.mutate({ country: settings.country, ...change })}
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
          onStart={begin}
        />
      ) : null}
    </>
  )
}
