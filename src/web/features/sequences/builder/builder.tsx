import { NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Sequence, SequenceStep } from '#contract/growth/sequences.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { FormError, SubmitError, Two } from '#web/components/forms/field.tsx'
import { useLeaveQuestion } from '#web/components/forms/use-leave-question.ts'
import { Icon } from '#web/components/icon.tsx'
import { ActionBar, Section } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { useConnection } from '#web/session/business.queries.ts'
import { stepIcons } from '../page/step-list.tsx'
import { useCreateSequence, useSaveSequence } from '../sequences.queries.ts'
import { type Edited, editedStep, faultsOf, moved, newStep, startOf, valuesOf } from './builder-state.ts'
import { LimitFields, StopFields } from './setting-fields.tsx'
import { StepCard } from './step-card.tsx'
import { StepPreview } from './step-preview.tsx'
import { TriggerFields } from './trigger-fields.tsx'
import '../sequences.css'

const kinds = ['send', 'wait', 'check', 'tag', 'hand_over'] as const

/** Steps, what begins and what ends a sequence. Saving one that runs makes a new version. */
export function SequenceBuilder({ sequence }: { sequence: Sequence | null }) {
  const [edited, setEdited] = useState<Edited>(() => startOf(sequence))
  const [version] = useState(sequence?.version ?? 0)
  const [isTried, setTried] = useState(false)
  const [shown, setShown] = useState(edited.steps[0]?.key ?? 0)
  const create = useCreateSequence()
  const save = useSaveSequence()
  const navigate = useNavigate()
  const typed = JSON.stringify(edited)
  const saved = useRef(typed)
  // Its page has the same path.
  useLeaveQuestion(
    () => typed !== saved.current,
    undefined,
    (from, to) => from.pathname !== to.pathname || from.search !== to.search,
  )
  const faults = isTried ? faultsOf(edited) : {}
  const set = (change: Partial<Edited>) => setEdited({ ...edited, ...change })
  const { steps } = edited
  const add = (kind: SequenceStep['kind']) => {
    const step = editedStep(newStep(kind))
    set({ steps: [...steps, step] })
    setShown(step.key)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(faultsOf(edited)).length > 0) return
    const body = valuesOf(edited)
    const onSuccess = ({ sequence: { id } }: { sequence: Sequence }) => {
      toast.success(t('sequences.saved'))
      saved.current = typed
      void navigate(`/sequences/${id}`)
    }
    if (!sequence) create.mutate({ body }, { onSuccess })
    else save.mutate({ params: { id: sequence.id }, body: { ...body, version } }, { onSuccess })
  }
  const failed = create.error ?? save.error
  const preview = steps.find(({ key, step }) => key === shown && step.kind === 'send')?.step
  return (
    <form onSubmit={submit} noValidate>
      <FormError>{Object.keys(faults).length > 0 ? t('sequences.checkFields') : null}</FormError>
      <div className="cols wide">
        <div>
          <Section first number={1} title={t('sequences.builder.start')}>
            <div className="stack">
              <Two>
                <TextInput
                  label={t('sequences.name')}
                  description={t('sequences.nameHint')}
                  value={edited.name}
                  maxLength={80}
                  error={faults.name}
                  onChange={({ currentTarget }) => set({ name: currentTarget.value })}
                />
                <NumberField value={edited.phoneNumberId} onChange={(id) => set({ phoneNumberId: id })} />
              </Two>
              <TriggerFields edited={edited} error={faults.trigger} onChange={set} />
            </div>
          </Section>
          <Section number={2} title={t('sequences.steps')}>
            <ol className="seq-edit">
              {steps.map(({ key, step }, at) => (
                <li key={key} onFocus={() => setShown(key)}>
                  <StepCard
                    step={step}
                    number={at + 1}
                    steps={steps}
                    error={faults[`steps.${at}`]}
                    wayError={faults[`ways.${at}`]}
                    pathError={faults[`paths.${at}`]}
                    onChange={(next) =>
                      set({ steps: steps.map((one) => (one.key === key ? { key, step: next } : one)) })
                    }
                    onMove={(by) => set({ steps: moved(steps, at, at + by) })}
                    onRemove={() => set({ steps: steps.filter((one) => one.key !== key) })}
                  />
                </li>
              ))}
            </ol>
            {faults.steps ? <p className="hint err">{faults.steps}</p> : null}
            <fieldset className="seq-add">
              <legend className="lab">{t('sequences.builder.add')}</legend>
              {kinds.map((kind) => (
                <Button
                  key={kind}
                  size="small"
                  icon={<Icon of={stepIcons[kind]} size="small" />}
                  disabled={steps.length >= 30}
                  onClick={() => add(kind)}
                >
                  {t('sequences.kind', { kind })}
                </Button>
              ))}
            </fieldset>
          </Section>
          <Section number={3} title={t('sequences.leave.title')}>
            <StopFields edited={edited} onChange={set} />
          </Section>
          <Section number={4} title={t('sequences.limits')}>
            <LimitFields edited={edited} error={faults.quiet} onChange={set} />
          </Section>
        </div>
        <aside aria-label={t('sequences.preview')} className="stick">
          <StepPreview step={preview?.kind === 'send' ? preview : null} />
        </aside>
      </div>
      <ActionBar
        label={t('sequences.save')}
        says={t(sequence && sequence.totals.waiting > 0 ? 'sequences.editLede' : 'sequences.saveSays')}
      >
        <LinkButton kind="quiet" to={sequence ? `/sequences/${sequence.id}` : '/sequences'}>
          {t('sequences.cancel')}
        </LinkButton>
        <Button
          kind="yours"
          type="submit"
          busy={(create.isPending || save.isPending) && t('sequences.saving')}
        >
          {t('sequences.save')}
        </Button>
        <SubmitError error={failed} words={{ failed: t('sequences.notSaved') }} />
      </ActionBar>
    </form>
  )
}

function NumberField({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const numbers = (useConnection()?.accounts ?? []).flatMap(({ phone_numbers }) => phone_numbers)
  return (
    <NativeSelect
      label={t('sequences.sentFrom')}
      value={value ?? ''}
      data={[
        { value: '', label: t('sequences.defaultNumber') },
        ...numbers.map((number) => ({
          value: number.phone_number_id,
          label: `${formatPhone(number.phone)} ${number.verified_name}`,
        })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  )
}
