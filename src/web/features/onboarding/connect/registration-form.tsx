import { Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { onboarding, type Registration } from '#contract/onboarding.ts'
import { Button } from '#web/components/forms/button.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { toast } from '#web/components/toast.tsx'
import { ApiError, call, sentenceFor } from '#web/net/api.ts'
import { currentSession } from '#web/session/session.ts'
import { readKey, writeKey } from '#web/session/storage.ts'
import { useFormDraft } from '#web/shell/form-drafts.ts'
import { registrationFaults, shortestToken } from '../onboarding-rules.ts'

type Form = { business_name: string; phone_number: string; category: string }
type Faults = Partial<Record<keyof Form, string>>

const categories = [
  { value: 'EDUCATION', label: 'Education' },
  { value: 'RETAIL', label: 'Retail' },
  { value: 'ENTERTAINMENT', label: 'Entertainment' },
  { value: 'REAL_ESTATE', label: 'Real estate' },
  { value: 'TRAVEL', label: 'Travel' },
]

/** What was typed before the browser left for the provider's login is there again afterwards. */
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

const registerWords = {
  failed: 'Could not save business info.',
  unreachable: 'Server error. Try again.',
}

/** Registers the business, and leads to the provider's login. The existing mode has the number alone, unchecked. */
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
      toast.success('Redirecting to Meta...')
      window.location.assign(redirect_url)
    },
    onError: (error) => {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) setFaults(error.fields)
      toast.error(sentenceFor(error, registerWords))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (register.isPending) return
    if ((currentSession()?.token.length ?? 0) < shortestToken) {
      toast.error('Invalid session. Please log in again.')
      return
    }
    const found = mode === 'new' ? registrationFaults(form) : {}
    setFaults(found)
    if (Object.keys(found).length > 0) {
      toast.error('Please fix the errors above.')
      return
    }
    register.mutate()
  }
  const leaving = register.isPending || register.isSuccess
  return (
    <form onSubmit={submit} noValidate className="onb-narrow stack mt4">
      <SubmitError error={register.error} words={registerWords} />
      {mode === 'new' ? (
        <TextInput
          label="Business name"
          autoComplete="organization"
          value={form.business_name}
          error={faults.business_name}
          onChange={(event) => put({ business_name: event.currentTarget.value })}
        />
      ) : null}
      <TextInput
        label="Phone number"
        description={
          mode === 'new'
            ? 'The number that will send: with a plus and the country code, without spaces.'
            : 'The number that is registered with WhatsApp Business already.'
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
          label="Category"
          placeholder="What you do"
          data={categories}
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
          busy={leaving && 'Redirecting to Meta...'}
        >
          {mode === 'new' ? 'Register business' : 'Connect number'}
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
