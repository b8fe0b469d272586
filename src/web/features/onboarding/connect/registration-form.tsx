import { Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { BusinessCategory, onboarding, type Registration } from '#contract/onboarding.ts'
import { Button } from '#web/components/forms/button.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, call, sentenceFor } from '#web/net/api.ts'
import { currentSession } from '#web/session/session.ts'
import { readKey, writeKey } from '#web/session/storage.ts'
import { useFormDraft } from '#web/shell/form-drafts.ts'
import { registrationFaults, shortestToken } from '../onboarding-rules.ts'

type Form = { business_name: string; phone_number: string; category: string }
type Faults = Partial<Record<keyof Form, string>>

const categories = () =>
  BusinessCategory.options.map((value) => ({ value, label: t(`onboarding.status.categories.${value}`) }))

/** The form's values from before the provider's login. */
function typedBefore(): Form {
  const empty = { business_name: '', phone_number: readKey('last_registered_phone') ?? '', category: '' }
  try {
    const kept: unknown = JSON.parse(readKey('form_data') ?? '{}')
    return typeof kept === 'object' && kept !== null ? { ...empty, ...(kept as Partial<Form>) } : empty
  } catch (error) {
    if (error instanceof SyntaxError) return empty
    throw error
  }
}

const registerTexts = () => ({
  failed: t('onboarding.setup.form.failed'),
  unreachable: t('onboarding.connect.serverError'),
})

/** Registers the business and opens the provider's login. The existing mode has only the number, unchecked. */
export function RegistrationForm({ mode, isConnected }: { mode: 'new' | 'existing'; isConnected: boolean }) {
  const kept = useFormDraft<Form>(`registration ${mode}`, typedBefore)
  const { value: form, set: setForm } = kept
  const [faults, setFaults] = useState<Faults>({})
  const put = (change: Partial<Form>) => {
    setForm((now) => ({ ...now, ...change }))
    setFaults((now) => {
      const rest = { ...now }
      for (const field of Object.keys(change)) delete rest[field as keyof Form]
      return rest
    })
  }
  const register = useMutation({
    mutationFn: () => call(onboarding.register, { body: bodyOf(mode, form) }),
    onSuccess: ({ redirect_url }) => {
      writeKey('last_registered_phone', form.phone_number)
      writeKey('form_data', JSON.stringify(form))
      kept.reset(form)
      toast.success(t('onboarding.setup.form.redirecting'))
      window.location.assign(redirect_url)
    },
    onError: (error) => {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) setFaults(error.fields)
      toast.error(sentenceFor(error, registerTexts()))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (register.isPending) return
    if ((currentSession()?.token.length ?? 0) < shortestToken) {
      toast.error(t('onboarding.setup.form.session'))
      return
    }
    const found = mode === 'new' ? registrationFaults(form) : {}
    setFaults(found)
    if (Object.keys(found).length > 0) {
      toast.error(t('onboarding.setup.form.fixErrors'))
      return
    }
    register.mutate()
  }
  const leaving = register.isPending || register.isSuccess
  return (
    <form onSubmit={submit} noValidate className="onb-narrow stack mt4">
      <SubmitError error={register.error} words={registerTexts()} />
      {mode === 'new' ? (
        <TextInput
          label={t('onboarding.setup.form.businessName')}
          autoComplete="organization"
          value={form.business_name}
          error={faults.business_name}
          onChange={(event) => put({ business_name: event.currentTarget.value })}
        />
      ) : null}
      <TextInput
        label={t('onboarding.setup.form.phone')}
        description={
          mode === 'new' ? t('onboarding.setup.form.phoneHelp') : t('onboarding.setup.form.existingPhoneHelp')
        }
        type="tel"
        autoComplete="tel"
        placeholder="+919812345678"
        value={form.phone_number}
        error={faults.phone_number}
        onChange={(event) => put({ phone_number: event.currentTarget.value.trim() })}
      />
      {mode === 'new' ? (
        <Select
          label={t('onboarding.setup.form.category')}
          placeholder={t('onboarding.setup.form.categoryPlaceholder')}
          data={categories()}
          value={form.category || null}
          error={faults.category}
          onChange={(category) => put({ category: category ?? '' })}
        />
      ) : null}
      <div>
        <Button
          type="submit"
          kind={isConnected ? 'default' : 'yours'}
          size="large"
          busy={leaving && t('onboarding.setup.form.redirecting')}
        >
          {mode === 'new' ? t('onboarding.setup.form.register') : t('onboarding.setup.form.connect')}
        </Button>
      </div>
    </form>
  )
}

function bodyOf(mode: 'new' | 'existing', form: Form): Registration {
  if (mode === 'existing') return { mode, phone_number: form.phone_number }
  const { business_name, phone_number } = form
  return { mode, business_name, phone_number, category: form.category as 'RETAIL' }
}
