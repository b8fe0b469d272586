import { Checkbox, NumberInput, TextInput } from '@mantine/core'
import { templateLimits } from '#contract/templates/limits.ts'
import { knowsOtpWords } from '#contract/templates/otp.ts'
import { Label, Two } from '#web/components/forms/field.tsx'
import type { TemplateForm } from './use-template-form.ts'

/** What may be chosen for a one-time code: its words are WhatsApp's. */
export function OtpFields({ form }: { form: TemplateForm }) {
  const { otp, language } = form.state
  const put = (changes: Partial<typeof otp>, ...fields: string[]) =>
    form.put({ otp: { ...otp, ...changes } }, ...fields)
  return (
    <div className="stack">
      <p className="t2">
        WhatsApp writes the text of one-time codes itself, so that nobody can misuse it. You choose what goes
        with it.
        {knowsOtpWords(language)
          ? ''
          : ' It is translated into the chosen language; the preview is in English.'}
      </p>
      <Checkbox
        label="Advise not to share the code"
        checked={otp.security_advice}
        onChange={(event) => put({ security_advice: event.currentTarget.checked })}
      />
      <Checkbox
        label="Say how long the code is good for"
        checked={otp.expires_minutes !== null}
        onChange={(event) => put({ expires_minutes: event.currentTarget.checked ? 10 : null })}
      />
      <Two>
        {otp.expires_minutes === null ? null : (
          <NumberInput
            label="Good for, in minutes"
            description="1 to 90"
            value={otp.expires_minutes}
            allowDecimal={false}
            allowNegative={false}
            error={form.error('otp.expires_minutes')}
            onChange={(value) => put({ expires_minutes: Number(value) || 0 }, 'otp.expires_minutes')}
          />
        )}
        <TextInput
          label={
            <Label count={otp.button_text.length} of={templateLimits.buttonText}>
              Button text
            </Label>
          }
          value={otp.button_text}
          error={form.error('otp.button_text')}
          onChange={(event) => put({ button_text: event.currentTarget.value }, 'otp.button_text')}
        />
      </Two>
    </div>
  )
}
