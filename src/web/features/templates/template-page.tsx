import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { languageName } from '#contract/templates/languages.ts'
import { type LocalTemplate, templates } from '#contract/templates.ts'
import { Banner } from '#web/components/banner.tsx'
import { ErrorState, ScreenError } from '#web/components/error-state.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatMoment } from '#web/format/time.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { useSearchChoice } from '#web/net/search-choice.ts'
import { useZone } from '#web/session/me.ts'
import { EditTemplate } from './form/edit-template.tsx'
import { draftOf, stateFromLocal } from './form/form-state.ts'
import { TemplateCosts } from './template-costs.tsx'
import { TemplatePhone } from './template-phone.tsx'
import { categoryText, TemplateBadge } from './template-status.tsx'
import { CampaignsUsing, TemplateOutcomes } from './template-usage.tsx'
import { useTemplateCache, useTemplateUsage, useWatchedTemplate } from './templates.queries.ts'
import { useRemoveTemplate } from './use-remove-template.ts'
import './templates.css'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'

/** One template: its status, the results of its messages, its cost, and the campaigns that use it. */
export default function TemplatePage() {
  const id = Number(useParams().id)
  const template = useWatchedTemplate(id)
  if (template.isError && !template.data) {
    return (
      <>
        <PageHeader title={t('templates.page.template')} crumbs={crumbs()} />
        <ScreenError
          thing="template"
          back={crumbs()[0]}
          error={template.error}
          onRetry={() => template.refetch()}
        />
      </>
    )
  }
  if (!template.data) {
    return (
      <>
        <PageHeader title={t('templates.page.template')} crumbs={crumbs()} />
        <SkeletonLines lines={8} label={t('templates.page.loading')} />
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

const crumbs = () => [{ to: '/templates', name: t('templates.title') }]

function Loaded({ template }: { template: LocalTemplate }) {
  const [params, setParams] = useSearchChoice()
  const editing = params.has('edit')
  const show = (edit: boolean) => setParams(edit ? { edit: '' } : {}, { top: true })
  return (
    <>
      <PageHeader
        title={template.title}
        crumbs={crumbs()}
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
    return t.rich('templates.page.approved', { ...tags, category: template.category })
  }
  // The banner below has the reason.
  if (hasStateBanner(template)) {
    return t.rich('templates.page.notSendable', { ...tags, status: template.status_label })
  }
  return template.status_reason ?? template.problem
}

function hasStateBanner({ status, submission }: LocalTemplate): boolean {
  return ['rejected', 'disabled', 'paused', 'deleted'].includes(status ?? '') || submission === 'failed'
}

function Actions({ template, onEdit }: { template: LocalTemplate; onEdit: () => void }) {
  return (
    <>
      <Button onClick={onEdit} disabled={template.foreign_parts}>
        {t('templates.actions.editTemplate')}
      </Button>
      {template.problem === null ? (
        <LinkButton kind="yours" to={`/campaigns?template=${template.id}`}>
          {t('templates.actions.send')}
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
        <Section first title={t('templates.page.messages')}>
          {found ? (
            <TemplateOutcomes template={template} usage={found} />
          ) : usage.isError ? (
            <ErrorState error={usage.error} onRetry={() => usage.refetch()} />
          ) : (
            <SkeletonLines label={t('templates.page.counting')} />
          )}
        </Section>
        <Section title={t('templates.page.cost')}>
          {found ? (
            <TemplateCosts template={template} usage={found} />
          ) : (
            <SkeletonLines label={t('templates.page.counting')} />
          )}
        </Section>
        <Section title={t('templates.page.campaigns')}>
          {found ? (
            found.campaign_count === 0 ? (
              <p className="t2">{t('templates.page.noCampaigns')}</p>
            ) : (
              <CampaignsUsing usage={found} />
            )
          ) : (
            <SkeletonLines label={t('templates.page.loadingCampaigns')} />
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
      toast.success(answer.message ?? t('templates.toast.submitted'))
      return cache.oneChanged()
    },
    onError: (error) =>
      toast.error(
        sentenceFor(error, {
          failed: t('templates.failed.submit'),
          unreachable: t('templates.failed.submitServer'),
        }),
      ),
  })
  const unpause = useMutation({
    mutationFn: () => call(templates.unpause, { params: { id: template.id } }),
    onSuccess: (answer) => {
      toast.success(answer.message ?? t('templates.toast.unpaused'))
      return cache.oneChanged()
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: t('templates.failed.unpause') })),
  })
  const again = (
    <Button
      size="small"
      busy={submit.isPending && t('templates.actions.submitting')}
      onClick={() => submit.mutate()}
    >
      {t('templates.actions.submitAgain')}
    </Button>
  )
  const { status, status_reason, status_advice, submission, category_change } = template
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
            <Button
              size="small"
              busy={unpause.isPending && t('templates.actions.asking')}
              onClick={() => unpause.mutate()}
            >
              {t('templates.actions.unpause')}
            </Button>
          }
        >
          {status_reason}
        </Banner>
      ) : null}
      {status === 'deleted' || submission === 'failed' ? (
        <Banner kind="yours" action={again}>
          {status_reason}
        </Banner>
      ) : null}
      {category_change ? (
        <Banner kind="yours">
          {categoryText(category_change)}
          {category_change.done ? null : <> {t('templates.category.stops')}</>}
        </Banner>
      ) : null}
    </div>
  )
}

function qualityName(quality: string): string {
  switch (quality) {
    case 'GREEN':
    case 'YELLOW':
    case 'RED':
    case 'UNKNOWN':
      return t(`templates.quality.${quality}`)
    default:
      return quality
  }
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
          [t('templates.page.status'), <TemplateBadge key="status" status={template.status} />],
          [t('templates.page.category'), template.category],
          [t('templates.page.language'), languageName(template.language)],
          [t('templates.page.name'), <code key="name">{template.template_name}</code>],
          [t('templates.page.quality'), quality ? qualityName(quality) : null],
          [t('templates.page.changed'), formatMoment(template.updated_at, zone)],
        ]}
      />
      <p className="hint mt4">
        {edit.sentence}
        {edit.next_at ? (
          <> {t('templates.page.nextEdit', { time: formatMoment(edit.next_at, zone) })}</>
        ) : null}
      </p>
      <Button
        kind="danger"
        size="small"
        className="mt4"
        busy={remove.busy && t('templates.actions.deleting')}
        onClick={remove.ask}
      >
        {t('templates.actions.deleteTemplate')}
      </Button>
    </div>
  )
}
