import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { languageName } from '#contract/templates/languages.ts'
import { type LocalTemplate, templates } from '#contract/templates.ts'
import { Banner } from '#web/components/banner.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatMoment } from '#web/format/time.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { EditTemplate } from './form/edit-template.tsx'
import { draftOf, stateFromLocal } from './form/form-state.ts'
import { TemplateCosts } from './template-costs.tsx'
import { TemplatePhone } from './template-phone.tsx'
import { categoryWords, TemplateBadge } from './template-status.tsx'
import { CampaignsUsing, TemplateOutcomes } from './template-usage.tsx'
import { useTemplateCache, useTemplateUsage, useWatchedTemplate } from './templates.queries.ts'
import { useRemoveTemplate } from './use-remove-template.ts'
import './templates.css'

/** One template: how it stands, what became of its messages, what it costs, what uses it. */
export default function TemplatePage() {
  const id = Number(useParams().id)
  const template = useWatchedTemplate(id)
  if (template.isError && !template.data) {
    return (
      <>
        <PageHeader title="Template" crumbs={crumbs} />
        <ErrorState error={template.error} onRetry={() => template.refetch()} />
      </>
    )
  }
  if (!template.data) {
    return (
      <>
        <PageHeader title="Template" crumbs={crumbs} />
        <SkeletonLines lines={8} label="Loading the template" />
      </>
    )
  }
  return (
    <>
      {template.isError ? (
        <ErrorState
          error={template.error}
          onRetry={() => template.refetch()}
          dataFrom={template.dataUpdatedAt}
        />
      ) : null}
      <Loaded template={template.data.template} />
    </>
  )
}

const crumbs = [{ to: '/templates', name: 'WhatsApp Templates' }]

function Loaded({ template }: { template: LocalTemplate }) {
  const [params, setParams] = useSearchParams()
  const editing = params.has('edit')
  const show = (edit: boolean) => setParams(edit ? { edit: '' } : {}, { replace: true })
  return (
    <>
      <PageHeader
        title={template.title}
        crumbs={crumbs}
        lede={<StateLede template={template} />}
        actions={editing ? undefined : <Actions template={template} onEdit={() => show(true)} />}
      />
      {editing ? (
        <EditTemplate key={template.updated_at} template={template} onDone={() => show(false)} />
      ) : (
        <TemplateView template={template} />
      )}
    </>
  )
}

function StateLede({ template }: { template: LocalTemplate }) {
  if (template.problem === null) {
    return (
      <>
        WhatsApp approved it: it can be sent, as <b>{template.category}</b>.
      </>
    )
  }
  // What is said in a banner below is not said twice.
  if (hasStateBanner(template)) {
    return (
      <>
        It cannot be sent now: <b>{template.status_label}</b>.
      </>
    )
  }
  return template.status_reason ?? template.problem
}

function hasStateBanner({ status, status_label }: LocalTemplate): boolean {
  return (
    ['rejected', 'disabled', 'paused', 'deleted'].includes(status ?? '') || status_label === 'Not submitted'
  )
}

function Actions({ template, onEdit }: { template: LocalTemplate; onEdit: () => void }) {
  return (
    <>
      <Button onClick={onEdit} disabled={template.foreign_parts}>
        Edit template
      </Button>
      {template.problem === null ? (
        <LinkButton kind="yours" to={`/campaigns?template=${template.id}`}>
          Send a campaign
        </LinkButton>
      ) : null}
    </>
  )
}

function TemplateView({ template }: { template: LocalTemplate }) {
  const usage = useTemplateUsage(template.id)
  const found = usage.data?.usage
  return (
    <div className="cols wide">
      <div>
        <StateBanners template={template} />
        <Section first title="Messages">
          {found ? (
            <TemplateOutcomes template={template} usage={found} />
          ) : usage.isError ? (
            <ErrorState error={usage.error} onRetry={() => usage.refetch()} />
          ) : (
            <SkeletonLines label="Counting messages" />
          )}
        </Section>
        <Section title="What it costs">
          {found ? <TemplateCosts template={template} usage={found} /> : <SkeletonLines label="Counting" />}
        </Section>
        <Section title="Campaigns that use it">
          {found ? (
            found.campaign_count === 0 ? (
              <p className="t2">No campaign uses it yet.</p>
            ) : (
              <CampaignsUsing usage={found} />
            )
          ) : (
            <SkeletonLines label="Loading campaigns" />
          )}
        </Section>
      </div>
      <aside>
        <div className="stick stack">
          <TemplatePhone draft={draftOf(stateFromLocal(template), template.template_name)} id={template.id} />
          <Facts template={template} />
        </div>
      </aside>
    </div>
  )
}

function StateBanners({ template }: { template: LocalTemplate }) {
  const cache = useTemplateCache()
  const submit = useMutation({
    mutationFn: () => call(templates.submitAgain, { params: { id: template.id } }),
    onSuccess: (answer) => {
      toast.success(answer.message ?? 'Template submitted.')
      return cache.oneChanged()
    },
    onError: (error) =>
      toast.error(
        sentenceFor(error, { failed: 'Submit failed.', unreachable: 'Server error during submit.' }),
      ),
  })
  const unpause = useMutation({
    mutationFn: () => call(templates.unpause, { params: { id: template.id } }),
    onSuccess: (answer) => {
      toast.success(answer.message ?? 'The template goes on.')
      return cache.oneChanged()
    },
    onError: (error) =>
      toast.error(sentenceFor(error, { failed: 'WhatsApp could not be asked. Try again.' })),
  })
  const again = (
    <Button size="small" busy={submit.isPending && 'Submitting...'} onClick={() => submit.mutate()}>
      Submit again
    </Button>
  )
  const { status, status_reason, status_advice, status_label, category_change } = template
  return (
    <div className="stack tpl-banners">
      {status === 'rejected' || status === 'disabled' ? (
        <Banner kind="error">
          {status_reason} {status_advice ? <b>{status_advice}</b> : null}
        </Banner>
      ) : null}
      {status === 'paused' ? (
        <Banner
          kind="yours"
          action={
            <Button size="small" busy={unpause.isPending && 'Asking...'} onClick={() => unpause.mutate()}>
              Ask to go on
            </Button>
          }
        >
          {status_reason}
        </Banner>
      ) : null}
      {status === 'deleted' || status_label === 'Not submitted' ? (
        <Banner kind="yours" action={again}>
          {status_reason}
        </Banner>
      ) : null}
      {category_change ? (
        <Banner kind="yours">
          {categoryWords(category_change)}
          {category_change.done ? '' : ' Campaigns that use it stop then, until you say that they may go on.'}
        </Banner>
      ) : null}
    </div>
  )
}

const qualities: Record<string, string> = {
  GREEN: 'High',
  YELLOW: 'Medium: people have begun to block or report it',
  RED: 'Low: WhatsApp may pause it',
  UNKNOWN: 'Not rated yet',
}

function Facts({ template }: { template: LocalTemplate }) {
  const zone = useZone()
  const navigate = useNavigate()
  const remove = useRemoveTemplate(template, () => navigate('/templates'))
  const { quality, edit } = template
  return (
    <div>
      <KeyValues
        rows={[
          ['Status', <TemplateBadge key="status" status={template.status} />],
          ['Category', template.category],
          ['Language', languageName(template.language)],
          ['Name at WhatsApp', <code key="name">{template.template_name}</code>],
          ['Quality', quality ? (qualities[quality] ?? quality) : null],
          ['Changed', formatMoment(template.updated_at, zone)],
        ]}
      />
      <p className="hint mt4">
        {edit.sentence}
        {edit.next_at ? ` Next time: ${formatMoment(edit.next_at, zone)}.` : ''}
      </p>
      <Button
        kind="danger"
        size="small"
        className="mt4"
        busy={remove.busy && 'Deleting...'}
        onClick={remove.ask}
      >
        Delete template
      </Button>
    </div>
  )
}
