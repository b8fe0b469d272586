import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Checks } from '#contract/campaign-parts.ts'
import { campaigns } from '#contract/campaigns.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { ApiError, call, keyOf, sentenceFor } from '#web/api.ts'
import { Banner } from '#web/components/banner.tsx'
import { Button, LinkButton } from '#web/components/button.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { ActionBar } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { counted, formatMoney } from '#web/format/number.ts'
import { useSenderName } from '../onboarding/own-number.ts'
import { AudienceStep } from './audience-step.tsx'
import { hindranceOf, limitOf } from './campaign-words.ts'
import {
  audienceOf,
  consentWordsMin,
  type DraftState,
  firstDraft,
  startOf,
  startWords,
  unsettledGaps,
} from './draft-state.ts'
import { PeoplePanel } from './people-panel.tsx'
import { PreviewSide } from './preview-side.tsx'
import { senderOf, TemplateStep } from './template-step.tsx'
import { inputOf, useChecks, type useOffers } from './use-draft.ts'
import { VariablesStep } from './variables-step.tsx'
import { WhenStep } from './when-step.tsx'

type Scheduled = ResponseOf<typeof campaigns.schedule>

/**
 * Names that the address gives: a template's screen, a tag, chosen leads, or an earlier campaign's silent readers
 * lead here.
 */
export type FormStart = {
  templateId: number | null
  tag: string | null
  leadIds: readonly number[]
  silentCampaign: number | null
}

const errorWords = {
  failed: 'Failed to schedule campaign',
  unreachable: 'Network error while scheduling campaign.',
}

/** The form: template, people, gaps, time; at its side the message and the checks, at its foot what will happen. */
export function CampaignForm({
  zone,
  offers,
  start,
}: {
  zone: string
  offers: ReturnType<typeof useOffers>
  start: FormStart
}) {
  const queries = useQueryClient()
  const [params, setParams] = useSearchParams()
  const now = useNow()
  const own = useSenderName()
  const [draft, setDraft] = useState<DraftState>(() => ({
    ...firstDraft(zone, new Date()),
    templateId: start.templateId,
    silentCampaign: start.silentCampaign,
    picked: new Set(start.leadIds),
    ...(start.tag && { way: 'tag' as const, tags: [start.tag] }),
    ...(start.silentCampaign && { way: 'silent' as const }),
  }))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const change = (changes: Partial<DraftState>) => {
    setDraft((before) => ({ ...before, ...changes }))
    setErrors({})
  }

  const template = offers.templates.find(({ id }) => id === draft.templateId)
  const input = inputOf(draft, template?.variables ?? [])
  const { checks, error: checkError } = useChecks(input)

  const schedule = useMutation({
    mutationFn: (body: Parameters<typeof call<typeof campaigns.schedule>>[1]) =>
      call(campaigns.schedule, body),
    onSuccess: (answer) => {
      toast.success(answer.message ?? 'Campaign scheduled successfully!')
      void queries.invalidateQueries({ queryKey: keyOf(campaigns.list) })
      setDraft((before) => ({ ...firstDraft(before.zone, new Date()), phoneNumberId: before.phoneNumberId }))
      window.scrollTo({ top: 0 })
    },
    onError: (error) => {
      toast.error(sentenceFor(error, errorWords))
      if (error instanceof ApiError) setErrors(error.fields)
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (schedule.isPending) return
    const at = startOf(draft)
    const faults: Record<string, string> = {}
    if (!input) faults.template_id = 'Please select a template.'
    if (!audienceOf(draft)) faults.leads = 'No leads selected.'
    if (draft.consentStated && draft.consentWords.trim().length < consentWordsMin)
      faults.consent_statement = 'Say in a sentence how they gave permission.'
    for (const key of unsettledGaps(draft.fillings, checks?.variables ?? []))
      faults[`fallback.${key}`] =
        'Not everybody has a value here: write what they read instead, or leave them out.'
    if (at === undefined) faults.scheduled_at = 'Choose a date and a time.'
    setErrors(faults)
    const [first] = Object.values(faults)
    if (first || !input) return toast.error(first ?? errorWords.failed)
    schedule.mutate({
      body: { ...input, name: draft.name.trim() || null, scheduled_at: at, timezone: draft.zone },
    })
  }

  const closePeople = () => {
    const next = new URLSearchParams(params)
    next.delete('people')
    setParams(next, { replace: true, preventScrollReset: true })
  }

  if (offers.list.isError) {
    return (
      <ErrorState
        error={offers.list.error}
        words={{ failed: 'Failed to load templates' }}
        onRetry={() => offers.list.refetch()}
      />
    )
  }
  return (
    <form onSubmit={submit} noValidate className="campaign-form">
      {schedule.data && draft.templateId === null ? <Done answer={schedule.data} /> : null}
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
            input={input}
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
          <WhenStep draft={draft} now={now} error={errors.scheduled_at} onChange={change} />
        </div>
        <aside className="stick" aria-label="Preview and checks">
          <PreviewSide
            draft={draft}
            template={template}
            input={input}
            checks={checks}
            sender={senderOf(offers.numbers, draft.phoneNumberId)?.verified_name ?? own}
            now={now}
          />
          {checkError ? (
            <p className="hint err">{sentenceFor(checkError, { failed: 'The checks failed.' })}</p>
          ) : null}
        </aside>
      </div>
      <ActionBar label="Schedule" says={<Says draft={draft} checks={checks} now={now} />}>
        <Button type="submit" kind="yours" size="large" busy={schedule.isPending && 'Scheduling...'}>
          Schedule Campaign
        </Button>
      </ActionBar>
      <PeoplePanel outcome={params.get('people')} input={input} onClose={closePeople} />
    </form>
  )
}

function Done({ answer }: { answer: Scheduled }) {
  const { campaign, audience, notice } = answer
  return (
    <Banner
      kind="good"
      action={
        <LinkButton to={`/campaigns/${campaign.id}`} size="small">
          Open campaign
        </LinkButton>
      }
    >
      <b>{campaign.name}</b> is scheduled for {counted(audience.will_receive, 'person', 'people')}.
      {notice ? ` ${notice}` : ''}
    </Banner>
  )
}

function Says({ draft, checks, now }: { draft: DraftState; checks: Checks | undefined; now: Date }) {
  const words = startWords(draft, now)
  if (draft.templateId === null) return <>Choose a template and the people it is for.</>
  if (!audienceOf(draft)) return <>Choose the people it is for.</>
  if (!words) return <>Choose a date and a time.</>
  if (!checks) return <>Counting the people.</>
  const { will_receive, cost } = checks
  if (will_receive === 0) return <>Nobody of them may get it yet: see why under “Who gets it”.</>
  const hindrance = hindranceOf(checks.checks)
  if (hindrance) return <>Not yet: {hindrance}</>
  if (unsettledGaps(draft.fillings, checks.variables).length > 0)
    return <>Not everybody has a value for each gap: say under “What fills the gaps” what they read.</>
  const limit = limitOf(checks.checks)
  return (
    <>
      Goes to <b>{counted(will_receive, 'person', 'people')}</b>
      {words.moment === 'now' ? ' ' : ' on '}
      <b className="nw">{words.moment}</b>
      {words.rest}.{cost ? ` ${capital(formatMoney(cost.amount, cost.currency, { about: true }))}.` : ''}
      {limit ? ` ${limit}` : ''}
    </>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The present moment, once a minute: "in 4 days" stays true while the form is filled in. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
