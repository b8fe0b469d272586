import { Checkbox, NumberInput, TextInput } from '@mantine/core'
import { templateLimits } from '#contract/templates/limits.ts'
import { knowsOtpText } from '#contract/templates/otp.ts'
import { Label, Two } from '#web/components/forms/field.tsx'
import { t } from '#web/messages/t.ts'
import type { TemplateForm } from './use-template-form.ts'

/** The options of a one-time code; WhatsApp writes its text. */
export function OtpFields({ form }: { form: TemplateForm }) {
  const { otp, language } = form.state
  const put = (changes: Partial<typeof otp>, ...fields: string[]) =>
    form.put({ otp: { ...otp, ...changes } }, ...fields)
  return (
    <div className="stack">
      <p className="t2">
        {t('templates.form.otp.help')}
        {knowsOtpText(language) ? null : <> {t('templates.form.otp.translated')}</>}
      </p>
      <Checkbox
        label={t('templates.form.otp.advice')}
        checked={otp.security_advice}
        onChange={(event) => put({ security_advice: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('templates.form.otp.expires')}
        checked={otp.expires_minutes !== null}
        onChange={(event) => put({ expires_minutes: event.currentTarget.checked ? 10 : null })}
      />
      <Two>
        {otp.expires_minutes === null ? null : (
          <NumberInput
            label={t('templates.form.otp.minutes')}
            description={t('templates.form.otp.range')}
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
              {t('templates.form.otp.button')}
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
