import { PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { onboarding } from '#contract/onboarding.ts'
import { Button } from '#web/components/forms/button.tsx'
import { FormError, Label } from '#web/components/forms/field.tsx'
import { toast } from '#web/components/toast.tsx'
import { ApiError, call, sentenceFor } from '#web/net/api.ts'
import { writeKey } from '#web/session/storage.ts'
import { useConnectionChanged, useOnboardingSettings } from '../onboarding.queries.ts'
import { ConnectSteps } from './connect-steps.tsx'

/** Connecting with a token of one's own Meta app: pasted, checked step by step, then kept. */
export function TokenForm() {
  const [form, setForm] = useState({ token: '', waba_id: '', phone_number_id: '' })
  const put = (change: Partial<typeof form>) => setForm((now) => ({ ...now, ...change }))
  const changed = useConnectionChanged()
  const navigate = useNavigate()
  const connect = useMutation({
    mutationFn: () => call(onboarding.connectToken, { body: form }),
    onSuccess: async (answer) => {
      await changed()
      if (answer.outcome === 'choose') {
        navigate('/meta/select-assets')
        return
      }
      writeKey('justConnected', 'true')
      put({ token: '' })
      toast.success('WhatsApp Business connected successfully.')
    },
  })
  const { error, data } = connect
  const fields = error instanceof ApiError ? error.fields : {}
  const atFields = Object.keys(fields).length > 0

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!connect.isPending) connect.mutate()
  }
  return (
    <form className="box pad" onSubmit={submit} aria-labelledby="way-token">
      <h3 className="h3" id="way-token">
        A token you already have
      </h3>
      <p className="sm t2 mt1">
        For those with a Meta app of their own; it needs no review by Meta. Tidings checks it before it keeps
        it.
      </p>
      <PracticeToken />
      <div className="stack mt4">
        <FormError>
          {error && !atFields
            ? sentenceFor(error, {
                failed: 'Failed to save WABA details.',
                unreachable: 'Server error. Try again.',
              })
            : null}
        </FormError>
        <PasswordInput
          label="System-user token"
          description="Stored encrypted, never shown again."
          classNames={{ innerInput: 'mono' }}
          autoComplete="off"
          spellCheck={false}
          required
          value={form.token}
          error={fields.token}
          onChange={(event) => put({ token: event.currentTarget.value })}
          visibilityToggleButtonProps={{ 'aria-label': 'Show token' }}
        />
        <details className="onb-more">
          <summary>I know the ids of account and number</summary>
          <p className="hint">Left empty, they are found by themselves where the token allows it.</p>
          <div className="stack mt3">
            <TextInput
              label={<Label optional>WABA ID</Label>}
              classNames={{ input: 'mono' }}
              inputMode="numeric"
              value={form.waba_id}
              error={fields.waba_id}
              onChange={(event) => put({ waba_id: event.currentTarget.value.trim() })}
            />
            <TextInput
              label={<Label optional>Phone number ID</Label>}
              classNames={{ input: 'mono' }}
              inputMode="numeric"
              value={form.phone_number_id}
              error={fields.phone_number_id}
              onChange={(event) => put({ phone_number_id: event.currentTarget.value.trim() })}
            />
          </div>
        </details>
        <div>
          <Button type="submit" busy={connect.isPending && 'Checking...'}>
            Check and connect
          </Button>
        </div>
        {data?.outcome === 'connected' ? <ConnectSteps steps={data.steps} /> : null}
      </div>
    </form>
  )
}

/** While practising, the stand-in has a token to paste; its own page shows it. */
function PracticeToken() {
  const settings = useOnboardingSettings().data?.settings
  if (!settings?.practice) return null
  return (
    <p className="sm t2 mt2">
      In test mode, copy the token from{' '}
      <a href={settings.trusted_origins[0]} target="_blank" rel="noreferrer">
        the sandbox page
      </a>
      .
    </p>
  )
}
