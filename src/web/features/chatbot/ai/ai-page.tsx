import { NumberInput, PasswordInput, Switch, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { type AiSettings, isSameService } from '#contract/chatbot/settings.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { FormError, Label, Two } from '#web/components/forms/field.tsx'
import { useFieldFaults } from '#web/components/forms/use-field-faults.ts'
import { useLeaveQuestion } from '#web/components/forms/use-leave-question.ts'
import { PageHeader, Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatMoney } from '#web/format/number.ts'
import { browserZone, formatDateTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useAiLog, useAiSettings, useSaveAi } from '../chatbot.queries.ts'
import { CostFields, costFields } from './cost-fields.tsx'
import '../chatbot.css'

const mostKnowledge = 50_000
const fields = [
  'endpoint',
  'model',
  'key',
  'knowledge',
  'daily_limit',
  'person_limit',
  ...costFields,
] as const
/** A number's field that was emptied; the server says that it is needed. */
const numberOf = (value: number | string): number => (typeof value === 'number' ? value : Number.NaN)
const shownNumber = (value: number): number | '' => (Number.isNaN(value) ? '' : value)

/** AI answers: off until the owner says where, with what and from which text. */
export default function AiPage() {
  const settings = useAiSettings()
  return (
    <>
      <PageHeader
        title={t('chatbot.ai.title')}
        lede={t('chatbot.ai.lede')}
        crumbs={[{ to: '/chatbot', name: t('chatbot.title') }]}
      />
      {settings.isError && !settings.data ? (
        <ErrorState error={settings.error} onRetry={() => settings.refetch()} />
      ) : settings.data ? (
        <>
          <AiForm settings={settings.data.settings} />
          <Log />
        </>
      ) : (
        <SkeletonLines lines={8} />
      )}
    </>
  )
}

function AiForm({ settings }: { settings: AiSettings }) {
  const { has_key, used_today, endpoint } = settings
  const [values, setValues] = useState(() => valuesOf(settings))
  const [key, setKey] = useState('')
  const read = useRef(settings.revision)
  const typed = JSON.stringify([values, key])
  const saved = useRef(typed)
  useLeaveQuestion(() => typed !== saved.current)
  const [fault, setFault] = useState('')
  const faults = useFieldFaults()
  const save = useSaveAi()
  const keptHelp = isSameService(endpoint, values.endpoint.trim())
    ? t('chatbot.ai.keyKept')
    : t('chatbot.ai.keyElsewhere')
  const keyHelp = has_key ? keptHelp : t('chatbot.ai.keyHelp')
  const set = (changes: Partial<typeof values>) => {
    setValues((old) => ({ ...old, ...changes }))
    faults.changed(...Object.keys(changes))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFault('')
    faults.set({})
    save.mutate(
      { body: { ...values, key: key.trim() || undefined, revision: read.current } },
      {
        onSuccess: (answer) => {
          read.current = answer.settings.revision
          saved.current = JSON.stringify([values, ''])
          setKey('')
          toast.success(t('chatbot.ai.saved'))
        },
        onError: (error) => {
          if (!faults.take(error, fields)) setFault(sentenceFor(error, { failed: t('chatbot.notSaved') }))
        },
      },
    )
  }
  return (
    <form className="ai-form" onSubmit={submit} noValidate>
      <ul className="dots t2">
        <li>{t('chatbot.ai.explain1')}</li>
        <li>{t('chatbot.ai.explain2')}</li>
        <li>{t('chatbot.ai.explain3')}</li>
      </ul>
      <Switch
        label={t('chatbot.ai.on')}
        checked={values.enabled}
        onChange={({ currentTarget }) => set({ enabled: currentTarget.checked })}
      />
      <TextInput
        label={t('chatbot.ai.endpoint')}
        description={t('chatbot.ai.endpointHelp')}
        type="url"
        value={values.endpoint}
        error={faults.at('endpoint')}
        maxLength={500}
        onChange={({ currentTarget }) => set({ endpoint: currentTarget.value })}
      />
      <Two>
        <TextInput
          label={t('chatbot.ai.model')}
          value={values.model}
          error={faults.at('model')}
          maxLength={200}
          onChange={({ currentTarget }) => set({ model: currentTarget.value })}
        />
        <PasswordInput
          label={t('chatbot.ai.key')}
          description={keyHelp}
          autoComplete="off"
          value={key}
          error={faults.at('key')}
          maxLength={500}
          onChange={({ currentTarget }) => {
            setKey(currentTarget.value)
            faults.changed('key')
          }}
        />
      </Two>
      <Textarea
        label={
          <Label count={values.knowledge.length} of={mostKnowledge}>
            {t('chatbot.ai.knowledge')}
          </Label>
        }
        aria-label={t('chatbot.ai.knowledge')}
        description={t('chatbot.ai.knowledgeHelp')}
        autosize
        minRows={6}
        maxRows={20}
        value={values.knowledge}
        error={faults.at('knowledge')}
        onChange={({ currentTarget }) => set({ knowledge: currentTarget.value })}
      />
      <Two>
        <NumberInput
          label={t('chatbot.ai.daily')}
          description={t('chatbot.ai.used', { count: used_today })}
          value={shownNumber(values.daily_limit)}
          error={faults.at('daily_limit')}
          min={1}
          max={100_000}
          allowDecimal={false}
          onChange={(value) => set({ daily_limit: numberOf(value) })}
        />
        <NumberInput
          label={t('chatbot.ai.person')}
          description={t('chatbot.ai.personHelp')}
          value={shownNumber(values.person_limit)}
          error={faults.at('person_limit')}
          min={1}
          max={1000}
          allowDecimal={false}
          onChange={(value) => set({ person_limit: numberOf(value) })}
        />
      </Two>
      <CostFields values={values} settings={settings} faultAt={faults.at} onChange={set} />
      <FormError>{fault}</FormError>
      <div className="row">
        <Button kind="yours" type="submit" busy={save.isPending && t('app.workingBusy')}>
          {t('app.save')}
        </Button>
      </div>
    </form>
  )
}

/** What the form changes; the rest of the settings is only shown. */
function valuesOf({
  revision: _revision,
  has_key: _key,
  used_today: _used,
  answer_cost: _most,
  spent_today: _today,
  spent_month: _month,
  spent_estimated: _estimated,
  ...values
}: AiSettings) {
  return values
}

/** Every answer with the question, and what the AI was given. */
function Log() {
  const log = useAiLog()
  const answers = log.data?.answers ?? []
  return (
    <Section title={t('chatbot.ai.log')}>
      {log.isPending ? (
        <SkeletonLines />
      ) : answers.length === 0 ? (
        <p className="t3">{t('chatbot.ai.noLog')}</p>
      ) : (
        <ul className="diff">
          {answers.map((one) => (
            <li key={one.id}>
              <b>{one.question}</b>
              <span className="sm t3">
                {t('chatbot.ai.outcome', {
                  time: formatDateTime(one.at, browserZone()),
                  outcome: one.outcome,
                  tokens: one.tokens ?? (one.input_tokens ?? 0) + (one.output_tokens ?? 0),
                })}
                {one.cost !== null && one.currency !== null
                  ? `, ${formatMoney(one.cost, one.currency, { about: one.estimated === true })}`
                  : ''}
              </span>
              {one.answer ? <span>{one.answer}</span> : null}
              <details>
                <summary>{t('chatbot.ai.given')}</summary>
                <pre className="pre sm">{one.given}</pre>
              </details>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
