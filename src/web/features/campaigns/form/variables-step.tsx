import { useId } from 'react'
import type { Checks, VariablePlan } from '#contract/campaigns/parts.ts'
import { customMessageMax } from '#contract/campaigns.ts'
import type { LocalTemplate } from '#contract/templates.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Label } from '#web/components/forms/field.tsx'
import { Section } from '#web/components/page.tsx'
import { counted } from '#web/format/number.ts'
import { customMessageChoice, type DraftState, type Filling, fillingOf } from './draft-state.ts'
import '#web/features/campaigns/campaign.css'

const fields: readonly { value: string; name: string }[] = [
  { value: 'field:name', name: 'Name of the lead' },
  { value: 'field:first_name', name: 'First name' },
  { value: 'field:phone', name: 'Phone' },
  { value: 'field:email', name: 'Email' },
  { value: 'field:tag', name: 'Newest tag' },
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
        <select
          className="in sm"
          aria-label={`${plan.label} is filled with`}
          aria-invalid={error ? true : undefined}
          value={filling.choice}
          onChange={({ currentTarget: { value } }) => onChange({ ...filling, choice: value })}
        >
          {filling.choice === '' ? <option value="">Choose</option> : null}
          {fields.map((field) => (
            <option key={field.value} value={field.value}>
              {field.name}
            </option>
          ))}
          <option value={customMessageChoice}>Custom message</option>
          {attributes.length ? (
            <optgroup label="Columns of your lists">
              {attributes.map((name) => (
                <option key={name} value={`attribute:${name}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          ) : null}
          <option value="text">Fixed text</option>
        </select>
        {isText ? (
          <input
            className="in sm mt1"
            aria-label={`Text for ${plan.label}`}
            placeholder="The same for everybody"
            value={filling.text}
            maxLength={customMessageMax}
            onChange={({ currentTarget: { value } }) => onChange({ ...filling, text: value })}
          />
        ) : null}
        {error ? <p className="hint err">{error}</p> : null}
      </td>
      <td data-w>
        {isText ? (
          <span className="sm t3">Never empty</span>
        ) : (
          <>
            <input
              className="in sm"
              aria-label={`${plan.label} if empty`}
              aria-invalid={fallbackError ? true : undefined}
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
  const id = useId()
  return (
    <div className="mt4">
      <label className="lab" htmlFor={id}>
        <Label optional count={draft.customMessage.length} of={customMessageMax}>
          Custom message
        </Label>
      </label>
      <textarea
        id={id}
        className="in"
        maxLength={customMessageMax}
        disabled={disabledBecause !== undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint`}
        value={disabledBecause ? '' : draft.customMessage}
        onChange={({ currentTarget: { value } }) => onChange({ customMessage: value })}
      />
      <p id={`${id}-hint`} className={error ? 'hint err' : 'hint'}>
        {error ?? disabledBecause}
      </p>
    </div>
  )
}
