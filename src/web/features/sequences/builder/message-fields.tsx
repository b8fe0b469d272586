import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { SequenceStep } from '#contract/growth/sequences.ts'
import {
  type Filling,
  fillingOf,
  parametersOf,
  unwrittenTexts,
  useCampaignChecks,
  VariableRow,
  VariablesTable,
} from '#web/features/campaigns/campaigns.ts'
import { t } from '#web/messages/t.ts'
import { useTemplateChoices } from '#web/session/business.queries.ts'

type SendStep = Extract<SequenceStep, { kind: 'send' }>

/** The template of a message, and what fills its variables. */
export function MessageFields({
  step,
  error,
  onChange,
}: {
  step: SendStep
  error: string | undefined
  onChange: (step: SendStep) => void
}) {
  const [fillings, setFillings] = useState<Record<string, Filling>>(() =>
    Object.fromEntries(Object.entries(step.parameters).map(([key, source]) => [key, fillingOf(source)])),
  )
  const list = useTemplateChoices()
  const templates = list.data?.templates ?? []
  const chosen = templates.find(({ id }) => id === step.template_id)
  const checks = useCampaignChecks({ template_id: step.template_id }, step.template_id > 0).data?.checks
  const plans = chosen ? (checks?.variables ?? []) : []
  const unwritten = unwrittenTexts(step.parameters)
  const fill = (key: string, filling: Filling) => {
    const next = { ...fillings, [key]: filling }
    setFillings(next)
    onChange({ ...step, parameters: parametersOf(next, plans) as SendStep['parameters'] })
  }
  return (
    <>
      <NativeSelect
        label={t('sequences.template')}
        value={step.template_id || ''}
        error={step.template_id === 0 ? error : undefined}
        description={chosen?.problem ?? undefined}
        data={[
          { value: '', label: t(list.data ? 'sequences.chooseTemplate' : 'sequences.loading') },
          ...templates.map(({ id, title, problem, status_label }) => ({
            value: String(id),
            label: problem ? `${title} (${status_label})` : title,
          })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          setFillings({})
          onChange({ kind: 'send', template_id: Number(value) || 0, parameters: {} })
        }}
      />
      {plans.length > 0 ? (
        <VariablesTable>
          {plans.map((plan) => (
            <VariableRow
              key={plan.key}
              plan={plan}
              filling={fillings[plan.key] ?? fillingOf(plan.suggested)}
              attributes={checks?.attributes ?? []}
              error={unwritten.includes(plan.key) ? error : undefined}
              onChange={(filling) => fill(plan.key, filling)}
            />
          ))}
        </VariablesTable>
      ) : null}
    </>
  )
}
