import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { noText } from '#contract/campaigns/parameters.ts'
import type { Checks, VariablePlan } from '#contract/campaigns/parts.ts'
import { customMessageMax } from '#contract/campaigns.ts'
import type { LocalTemplate } from '#contract/templates.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Label } from '#web/components/forms/field.tsx'
import { Section } from '#web/components/page.tsx'
import {
  customMessageChoice,
  type DraftState,
  type Filling,
  fillingOf,
  hasLink,
  parametersOf,
} from './draft-state.ts'
import '#web/features/campaigns/campaign.css'
import { t } from '#web/messages/t.ts'

const fields = ['name', 'first_name', 'phone', 'email', 'tag'] as const

const choicesOf = (attributes: readonly string[], none: boolean) => [
  ...(none ? [{ value: '', label: t('campaigns.form.variables.choose') }] : []),
  ...fields.map((name) => ({
    value: `field:${name}`,
    label: t(`campaigns.form.variables.fields.${name}`),
  })),
  { value: customMessageChoice, label: t('campaigns.form.variables.customMessage') },
  ...(attributes.length
    ? [
        {
          group: t('campaigns.form.variables.columns'),
          items: attributes.map((name) => ({ value: `attribute:${name}`, label: name })),
        },
      ]
    : []),
  { value: 'text', label: t('campaigns.form.variables.fixed') },
]

/** What fills the variables of the template, for each person. */
export function VariablesStep({
  draft,
  template,
  checks,
  errors,
  onChange,
}: {
  draft: DraftState
  template: LocalTemplate | undefined
  checks: Checks | undefined
  errors: Readonly<Record<string, string>>
  onChange: (changes: Partial<DraftState>) => void
}) {
  const plans = template ? (checks?.variables ?? []) : []
  const set = (key: string, filling: Filling) => onChange({ fillings: { ...draft.fillings, [key]: filling } })
  return (
    <Section number={3} title={t('campaigns.form.variables.title')}>
      {plans.length ? (
        <VariablesTable>
          {plans.map((plan) => (
            <VariableRow
              key={plan.key}
              plan={plan}
              filling={draft.fillings[plan.key] ?? fillingOf(plan.suggested)}
              attributes={checks?.attributes ?? []}
              error={errors[`parameters.${plan.key}`]}
              fallbackError={errors[`fallback.${plan.key}`]}
              onChange={(filling) => set(plan.key, filling)}
            />
          ))}
        </VariablesTable>
      ) : template ? (
        <p className="t2">
          {t(checks ? 'campaigns.form.variables.none' : 'campaigns.form.variables.reading')}
        </p>
      ) : (
        <p className="t2">{t('campaigns.form.variables.chooseFirst')}</p>
      )}
      <CustomMessage
        draft={draft}
        disabledBecause={
          template && checks && !checks.takes_custom_message
            ? t('campaigns.form.variables.noPlace', { name: '{{custom_message}}' })
            : undefined
        }
        error={errors.custom_message}
        onChange={onChange}
      />
      {draft.countClicks || hasLink(draft, parametersOf(draft.fillings, plans)) ? (
        <Checkbox
          className="mt4"
          checked={Boolean(draft.countClicks)}
          label={t('campaigns.form.variables.countClicks')}
          description={t('campaigns.form.variables.countClicksHelp')}
          error={errors.count_clicks}
          onChange={({ currentTarget: { checked } }) => onChange({ countClicks: checked })}
        />
      ) : null}
    </Section>
  )
}

/** One variable: what fills it, and the fallback where that is empty. */
export function VariablesTable({ children }: { children: ReactNode }) {
  return (
    <table className="cards vars">
      <thead>
        <tr>
          <th scope="col">{t('campaigns.form.variables.inTemplate')}</th>
          <th scope="col">{t('campaigns.form.variables.filledWith')}</th>
          <th scope="col">{t('campaigns.form.variables.ifEmpty')}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

export function VariableRow({
  plan,
  filling,
  attributes,
  error,
  fallbackError,
  onChange,
}: {
  plan: VariablePlan
  filling: Filling
  attributes: readonly string[]
  error?: string
  fallbackError?: string
  onChange: (filling: Filling) => void
}) {
  const isText = filling.choice === 'text'
  const [isLeft, setIsLeft] = useState(false)
  const isUnwritten = isText && filling.text.trim() === ''
  const problem = error ?? (isUnwritten && isLeft ? noText() : undefined)
  return (
    <tr>
      <td data-w>
        <span className="mono">{plan.label}</span>
        {plan.where === 'header' ? (
          <div className="sm t3">{t('campaigns.form.variables.inHeader')}</div>
        ) : null}
      </td>
      <td data-w>
        <NativeSelect
          size="sm"
          aria-label={t('campaigns.form.variables.fillLabel', { variable: plan.label })}
          error={isText ? Boolean(problem) : problem}
          data={choicesOf(attributes, filling.choice === '')}
          value={filling.choice}
          onChange={({ currentTarget: { value } }) => onChange({ ...filling, choice: value })}
        />
        {isText ? (
          <TextInput
            mt={4}
            size="sm"
            aria-label={t('campaigns.form.variables.textLabel', { variable: plan.label })}
            placeholder={t('campaigns.form.variables.same')}
            value={filling.text}
            error={problem}
            maxLength={customMessageMax}
            onBlur={() => setIsLeft(true)}
            onChange={({ currentTarget: { value } }) => onChange({ ...filling, text: value })}
          />
        ) : null}
      </td>
      <td data-w>
        {isText ? (
          isUnwritten ? null : (
            <span className="sm t3">{t('campaigns.form.variables.neverEmpty')}</span>
          )
        ) : (
          <>
            <TextInput
              size="sm"
              aria-label={t('campaigns.form.variables.emptyLabel', { variable: plan.label })}
              error={Boolean(fallbackError)}
              placeholder={t('campaigns.form.variables.fallback')}
              value={filling.fallback}
              maxLength={customMessageMax}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...filling, fallback: value, leaveOut: false })
              }
            />
            {plan.empty === 0 || filling.fallback.trim() || !filling.choice ? null : filling.choice ===
              customMessageChoice ? (
              <p className="hint warn">{t('campaigns.form.variables.writeCustom')}</p>
            ) : (
              <Empty
                count={plan.empty}
                leaveOut={filling.leaveOut ?? false}
                error={fallbackError}
                onLeaveOut={(leaveOut) => onChange({ ...filling, leaveOut })}
              />
            )}
          </>
        )}
      </td>
    </tr>
  )
}

/** Some people have no value: asks for a fallback, or to skip them. */
function Empty({
  count,
  leaveOut,
  error,
  onLeaveOut,
}: {
  count: number
  leaveOut: boolean
  error?: string
  onLeaveOut: (leaveOut: boolean) => void
}) {
  return (
    <>
      <p className={error ? 'hint err' : 'hint warn'}>
        {error ??
          t(leaveOut ? 'campaigns.form.variables.leftOut' : 'campaigns.form.variables.noValue', { count })}
      </p>
      <Button size="small" className="mt1" onClick={() => onLeaveOut(!leaveOut)}>
        {t(leaveOut ? 'campaigns.form.variables.writeFallback' : 'campaigns.form.variables.skip')}
      </Button>
    </>
  )
}

function CustomMessage({
  draft,
  disabledBecause,
  error,
  onChange,
}: {
  draft: DraftState
  disabledBecause: string | undefined
  error?: string
  onChange: (changes: Partial<DraftState>) => void
}) {
  return (
    <Textarea
      className="mt4"
      label={
        <Label optional count={draft.customMessage.length} of={customMessageMax}>
          {t('campaigns.form.variables.customMessage')}
        </Label>
      }
      maxLength={customMessageMax}
      disabled={disabledBecause !== undefined}
      description={error ? undefined : disabledBecause}
      error={error}
      value={disabledBecause ? '' : draft.customMessage}
      onChange={({ currentTarget: { value } }) => onChange({ customMessage: value })}
    />
  )
}
