import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { Checks, VariablePlan } from '#contract/campaigns/parts.ts'
import { customMessageMax } from '#contract/campaigns.ts'
import type { LocalTemplate } from '#contract/templates.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Label } from '#web/components/forms/field.tsx'
import { Section } from '#web/components/page.tsx'
import { counted } from '#web/format/number.ts'
import { customMessageChoice, type DraftState, type Filling, fillingOf } from './draft-state.ts'
import '#web/features/campaigns/campaign.css'

const fields: readonly { value: string; label: string }[] = [
  { value: 'field:name', label: 'Name of the lead' },
  { value: 'field:first_name', label: 'First name' },
  { value: 'field:phone', label: 'Phone' },
  { value: 'field:email', label: 'Email' },
  { value: 'field:tag', label: 'Newest tag' },
]

const choicesOf = (attributes: readonly string[], none: boolean) => [
  ...(none ? [{ value: '', label: 'Choose' }] : []),
  ...fields,
  { value: customMessageChoice, label: 'Custom message' },
  ...(attributes.length
    ? [
        {
          group: 'Columns of your lists',
          items: attributes.map((name) => ({ value: `attribute:${name}`, label: name })),
        },
      ]
    : []),
  { value: 'text', label: 'Fixed text' },
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
    <Section number={3} title="Template variables">
      {plans.length ? (
        <table className="cards vars">
          <thead>
            <tr>
              <th scope="col">In the template</th>
              <th scope="col">Filled with</th>
              <th scope="col">If that is empty</th>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      ) : template ? (
        <p className="t2">
          {checks ? 'This template has no variables: everybody gets the same text.' : 'Reading the template.'}
        </p>
      ) : (
        <p className="t2">Choose a template first.</p>
      )}
      <CustomMessage
        draft={draft}
        disabledBecause={
          template && checks && !checks.takes_custom_message
            ? 'This template has no place for one: its text needs {{custom_message}}.'
            : undefined
        }
        error={errors.custom_message}
        onChange={onChange}
      />
    </Section>
  )
}

/** One variable: what fills it, and what people read where that is empty. */
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
  return (
    <tr>
      <td data-w>
        <span className="mono">{plan.label}</span>
        {plan.where === 'header' ? <div className="sm t3">in the header</div> : null}
      </td>
      <td data-w>
        <NativeSelect
          size="sm"
          aria-label={`${plan.label} is filled with`}
          error={isText ? Boolean(error) : error}
          data={choicesOf(attributes, filling.choice === '')}
          value={filling.choice}
          onChange={({ currentTarget: { value } }) => onChange({ ...filling, choice: value })}
        />
        {isText ? (
          <TextInput
            mt={4}
            size="sm"
            aria-label={`Text for ${plan.label}`}
            placeholder="The same for everybody"
            value={filling.text}
            error={error}
            maxLength={customMessageMax}
            onChange={({ currentTarget: { value } }) => onChange({ ...filling, text: value })}
          />
        ) : null}
      </td>
      <td data-w>
        {isText ? (
          <span className="sm t3">Never empty</span>
        ) : (
          <>
            <TextInput
              size="sm"
              aria-label={`${plan.label} if empty`}
              error={Boolean(fallbackError)}
              placeholder="Fallback text"
              value={filling.fallback}
              maxLength={customMessageMax}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...filling, fallback: value, leaveOut: false })
              }
            />
            {plan.empty === 0 || filling.fallback.trim() || !filling.choice ? null : filling.choice ===
              customMessageChoice ? (
              <p className="hint warn">Write the custom message, or a fallback text.</p>
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

/** Some have no value: what they read is to be said, or that they get nothing. */
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
  const who = counted(count, 'person has', 'people have')
  return (
    <>
      <p className={error ? 'hint err' : 'hint warn'}>
        {error ??
          (leaveOut
            ? `${who} no value and ${count === 1 ? 'gets' : 'get'} no message.`
            : `${who} no value. Write a fallback text, or skip ${count === 1 ? 'them' : 'people without a value'}.`)}
      </p>
      <Button size="small" className="mt1" onClick={() => onLeaveOut(!leaveOut)}>
        {leaveOut ? 'Write a fallback text' : 'Skip people without a value'}
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
          Custom message
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
