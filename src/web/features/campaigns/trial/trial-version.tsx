import { NativeSelect, Textarea } from '@mantine/core'
import { customMessageMax } from '#contract/campaigns.ts'
import type { LocalTemplate } from '#contract/templates.ts'
import { Button } from '#web/components/forms/button.tsx'
import { t } from '#web/messages/t.ts'
import { fillingOf, type TrialState } from '../form/draft-state.ts'
import { type DraftCall, useChecks } from '../form/use-draft.ts'
import { VariableRow, VariablesTable } from '../form/variables-step.tsx'
import { laterText, letterOf } from './trial-text.ts'

type Variant = TrialState['variants'][number]

/** One version beside the campaign's own: its template and what fills that. */
export function TrialVersion({
  index,
  variant,
  templates,
  input,
  errors,
  onChange,
  onRemove,
}: {
  /** From 0; the first is version B. */
  index: number
  variant: Variant
  templates: readonly LocalTemplate[]
  input: DraftCall | null
  errors: Readonly<Record<string, string>>
  onChange: (variant: Variant) => void
  onRemove: (() => void) | undefined
}) {
  const letter = letterOf(index + 2)
  const own = input?.trial?.kind === 'test' ? variantOf(input, variant.templateId) : undefined
  const call =
    input && variant.templateId !== null
      ? {
          ...input,
          trial: null,
          template_id: variant.templateId,
          parameters: own?.parameters ?? {},
          custom_message: own?.custom_message ?? null,
        }
      : null
  const { checks } = useChecks(call)
  const at = (field: string) => errors[`trial.variants.${index}.${field}`]
  return (
    <fieldset className="trial-version">
      <legend className="h3">{t('campaigns.trial.version', { letter })}</legend>
      <div className="row sp n">
        <NativeSelect
          className="grow"
          label={t('campaigns.trial.form.template', { letter })}
          value={variant.templateId ?? ''}
          error={at('template_id')}
          data={[
            { value: '', label: t('campaigns.form.template.select') },
            ...templates.map(({ id, title, type }) => ({
              value: String(id),
              label: t('campaigns.form.template.choice', { title, type }),
            })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...variant, templateId: value ? Number(value) : null, fillings: {} })
          }
        />
        {onRemove ? (
          <Button size="small" kind="quiet" onClick={onRemove}>
            {t('campaigns.trial.form.remove', { letter })}
          </Button>
        ) : null}
      </div>
      <NativeSelect
        className="mt2 trial-later"
        label={t('campaigns.trial.form.later', { letter })}
        description={t('campaigns.trial.form.laterHint')}
        value={String(variant.laterMinutes ?? 0)}
        error={at('later_minutes')}
        data={laterChoices(variant.laterMinutes ?? 0).map((minutes) => ({
          value: String(minutes),
          label: laterText(minutes),
        }))}
        onChange={({ currentTarget: { value } }) => onChange({ ...variant, laterMinutes: Number(value) })}
      />
      {call && checks && checks.variables.length > 0 ? (
        <VariablesTable>
          {checks.variables.map((plan) => (
            <VariableRow
              key={plan.key}
              plan={plan}
              filling={variant.fillings[plan.key] ?? fillingOf(plan.suggested)}
              attributes={checks.attributes}
              error={at(`parameters.${plan.key}`)}
              onChange={(filling) =>
                onChange({ ...variant, fillings: { ...variant.fillings, [plan.key]: filling } })
              }
            />
          ))}
        </VariablesTable>
      ) : null}
      {call && checks?.takes_custom_message ? (
        <Textarea
          className="mt2"
          label={t('campaigns.form.variables.customMessage')}
          maxLength={customMessageMax}
          error={at('custom_message')}
          value={variant.customMessage}
          onChange={({ currentTarget: { value } }) => onChange({ ...variant, customMessage: value })}
        />
      ) : null}
    </fieldset>
  )
}

/** So long after version A a version can be sent, in minutes. */
const laters = [0, 60, 120, 180, 240, 360, 480, 600, 720, 1440, 2880]

const laterChoices = (chosen: number): number[] =>
  laters.includes(chosen) ? laters : [...laters, chosen].sort((a, b) => a - b)

function variantOf(input: DraftCall, templateId: number | null) {
  if (input.trial?.kind !== 'test') return undefined
  return input.trial.variants.find(({ template_id }) => template_id === templateId)
}
