import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { campaignDrafts } from '#contract/campaigns/drafts.ts'
import { noText } from '#contract/campaigns/parameters.ts'
import { campaigns, type ScheduleInput } from '#contract/campaigns.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { DraftNote } from '#web/components/forms/draft-note.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { SendForm } from '#web/components/forms/send-form.tsx'
import { ActionBar } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, call, sentenceFor } from '#web/net/api.ts'
import { useSearchChoice } from '#web/net/search-choice.ts'
import { sendOnce } from '#web/net/send-once.ts'
import { useFormDraft } from '#web/shell/form-drafts.ts'
import type { Scheduled } from '../campaign-done.tsx'
import { useCampaignCache } from '../campaigns.queries.ts'
import { TrialStep } from '../trial/trial-step.tsx'
import { AudienceStep } from './audience-step.tsx'
import { Says } from './campaign-says.tsx'
import {
  audienceOf,
  consentTextMin,
  type DraftState,
  firstDraft,
  timeFault,
  timingOf,
  unsettledGaps,
  unwrittenTexts,
} from './draft-state.ts'
import { readForm, writeForm } from './form-start.ts'
import { PeoplePanel } from './people-panel.tsx'
import { PreviewSide } from './preview-side.tsx'
import { TemplateStep } from './template-step.tsx'
import { inputOf, useChecks, type useOffers, withDotsInAll } from './use-draft.ts'
import { VariablesStep } from './variables-step.tsx'
import { WhenStep } from './when/when-step.tsx'

/** What the form starts with: a new campaign, an edited one, or a saved draft. */
export type FormSubject = {
  /** The name under which this browser saves the form. */
  name: string
  start: DraftState
  /** The campaign that is edited, as it was read. */
  edits: { id: number; revision: number } | null
  /** The draft on the server that the form was opened from. */
  draftId: number | null
}

const draftTexts = () => ({ failed: t('campaigns.form.submit.draftFailed') })

const errorTexts = () => ({
  failed: t('campaigns.form.submit.failed'),
  unreachable: t('campaigns.form.submit.unreachable'),
})

/** The form: template, people, variables, time; beside it the preview and the checks, below it a summary. */
export function CampaignForm({
  subject,
  offers,
  onEnd,
}: {
  subject: FormSubject
  offers: ReturnType<typeof useOffers>
  /** Called with the answer after scheduling, with null after a draft is saved. */
  onEnd: (answer: Scheduled | null) => void
}) {
  const cache = useCampaignCache()
  const [params, setParams] = useSearchChoice()
  const now = useNow()
  const form = useFormDraft(subject.name, subject.start, { read: readForm, write: writeForm })
  const draft = form.value
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  /** The button was pressed while the people were counted. */
  const [waits, setWaits] = useState(false)
  const change = (changes: Partial<DraftState>) => {
    form.set((before) => ({ ...before, ...changes }))
    setErrors({})
    setWaits(false)
  }

  const template = offers.templates.find(({ id }) => id === draft.templateId)
  const input = inputOf(draft, (id) => offers.templates.find((one) => one.id === id)?.variables ?? [])
  const shown = input && { ...input, ...withDotsInAll(input) }
  const { checks, error: checkError, isStale } = useChecks(input, timingOf(draft))

  const schedule = useMutation({
    mutationFn: (body: ScheduleInput) =>
      subject.edits === null
        ? sendOnce(campaigns.schedule, { body })
        : call(campaigns.update, {
            params: { id: subject.edits.id },
            body: { ...body, revision: subject.edits.revision },
          }),
    onSuccess: (answer) => {
      toast.success(answer.message ?? t('campaigns.form.submit.done'))
      void cache.listChanged()
      cache.forget(answer.campaign.id)
      if (subject.draftId !== null) forgetDraft(subject.draftId)
      form.reset(firstDraft(draft.zone, new Date()))
      onEnd(answer)
    },
    onError: (error) => {
      toast.error(sentenceFor(error, errorTexts()))
      if (error instanceof ApiError) setErrors(error.fields)
    },
  })
  const forgetDraft = (id: number) => {
    void call(campaignDrafts.remove, { params: { id } })
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
      })
      .finally(cache.draftsChanged)
  }
  const putAside = useMutation({
    mutationFn: () => {
      const name = draft.name.trim() || (template ? template.title : t('campaigns.drafts.unnamed'))
      const body = { name: name.slice(0, 150), form: writeForm(draft) }
      return subject.draftId === null
        ? call(campaignDrafts.save, { body })
        : call(campaignDrafts.change, { params: { id: subject.draftId }, body })
    },
    onSuccess: () => {
      toast.success(t('campaigns.form.submit.draftSaved'))
      void cache.draftsChanged()
      cache.forgetDrafts()
      form.reset(firstDraft(draft.zone, new Date()))
      onEnd(null)
    },
    onError: (error) => toast.error(sentenceFor(error, draftTexts())),
  })

  const send = () => {
    if (schedule.isPending) return
    if (isStale) return setWaits(true)
    const faults: Record<string, string> = {}
    if (!input) faults.template_id = t('campaigns.form.submit.noTemplate')
    if (!audienceOf(draft)) faults.leads = t('campaigns.form.submit.noLeads')
    if (draft.consentStated && draft.consentText.trim().length < consentTextMin)
      faults.consent_statement = t('campaigns.form.audience.consent.wanted')
    for (const key of unsettledGaps(draft.fillings, checks?.variables ?? []))
      faults[`fallback.${key}`] = t('campaigns.form.submit.noFallback')
    for (const [index, { templateId }] of draft.trial.variants.entries())
      if (draft.trial.kind === 'test' && templateId === null)
        faults[`trial.variants.${index}.template_id`] = t('campaigns.form.submit.noTemplate')
    for (const key of unwrittenTexts(input?.parameters ?? {})) faults[`parameters.${key}`] = noText()
    for (const [index, { parameters }] of (input?.trial?.kind === 'test'
      ? input.trial.variants
      : []
    ).entries())
      for (const key of unwrittenTexts(parameters ?? {}))
        faults[`trial.variants.${index}.parameters.${key}`] = noText()
    const atFault = timeFault(draft, new Date())
    if (atFault) faults.scheduled_at = atFault
    setErrors(faults)
    const [first] = Object.values(faults)
    if (first || !input) return toast.error(first ?? errorTexts().failed)
    schedule.mutate({
      ...input,
      name: draft.name.trim() || null,
      ...timingOf(draft),
    })
  }

  const sendCounted = useEffectEvent(send)
  useEffect(() => {
    if (!waits || isStale) return
    setWaits(false)
    sendCounted()
  }, [waits, isStale])

  const closePeople = () => {
    const next = new URLSearchParams(params)
    next.delete('people')
    setParams(next)
  }

  const failed = offers.list.isError ? (
    <ErrorState
      error={offers.list.error}
      words={{ failed: t('campaigns.form.template.failed') }}
      onRetry={() => offers.list.refetch()}
      dataFrom={offers.list.dataUpdatedAt}
    />
  ) : null
  if (failed && !offers.list.data) return failed
  const begun = draft.templateId !== null || audienceOf(draft) !== undefined || draft.name.trim() !== ''
  return (
    <>
      {failed}
      <SendForm className="campaign-form">
        <DraftNote restored={form.restored && begun} onClear={() => form.reset(subject.start)} />
        <div className="cols wide">
          <div className="numbered">
            <TemplateStep
              templates={offers.templates}
              numbers={offers.numbers}
              templateId={draft.templateId}
              phoneNumberId={draft.phoneNumberId}
              loading={offers.list.isPending}
              error={errors.template_id}
              numberError={errors.phone_number_id}
              onTemplate={(templateId) => change({ templateId, fillings: {} })}
              onNumber={(phoneNumberId) => change({ phoneNumberId })}
            />
            <AudienceStep
              draft={draft}
              checks={checks}
              isStale={isStale}
              input={shown}
              error={errors.leads}
              consentError={errors.consent_statement}
              onChange={change}
            />
            <VariablesStep
              draft={draft}
              template={template}
              checks={checks}
              errors={errors}
              onChange={change}
            />
            <TrialStep
              draft={draft}
              templates={offers.templates}
              input={shown}
              errors={errors}
              onChange={change}
            />
            <WhenStep draft={draft} now={now} error={errors.scheduled_at} onChange={change} />
          </div>
          <aside className="stick" aria-label={t('campaigns.form.submit.side')}>
            <PreviewSide
              draft={draft}
              template={template}
              input={input}
              checks={checks}
              isStale={isStale}
              now={now}
            />
            {checkError ? (
              <p className="hint err">
                {sentenceFor(checkError, { failed: t('campaigns.form.submit.checksFailed') })}
              </p>
            ) : null}
          </aside>
        </div>
        <SubmitError
          error={schedule.error ?? putAside.error}
          words={schedule.error ? errorTexts() : draftTexts()}
        />
        <ActionBar
          label={t('campaigns.form.submit.label')}
          says={<Says draft={draft} checks={isStale ? undefined : checks} now={now} />}
        >
          {subject.edits === null && begun ? (
            <Button
              kind="quiet"
              busy={putAside.isPending && t('campaigns.saving')}
              onClick={() => putAside.mutate()}
            >
              {t('campaigns.form.submit.saveDraft')}
            </Button>
          ) : null}
          <Button
            kind="yours"
            size="large"
            busy={(waits || schedule.isPending) && t('campaigns.form.submit.busy')}
            onClick={send}
          >
            {t('campaigns.form.submit.button')}
          </Button>
        </ActionBar>
      </SendForm>
      <PeoplePanel outcome={params.get('people')} input={shown} onClose={closePeople} />
    </>
  )
}

/** The current time, updated once a minute so that "in 4 days" stays true. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
