import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { onboarding } from '#contract/onboarding.ts'
import { ApiError, call, sentenceFor } from '#web/api.ts'
import { Button } from '#web/components/button.tsx'
import { FormError, Label } from '#web/components/field.tsx'
import { Window } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { useConnectionChanged } from './onboarding.queries.ts'

type NumberWindow = { phoneNumberId: string; opened: boolean; onClose: () => void }

/** Registers a number for sending, with the PIN it has or a new one. */
export function RegisterWindow({ phoneNumberId, opened, onClose }: NumberWindow) {
  const [pin, setPin] = useState('')
  const changed = useConnectionChanged()
  const register = useMutation({
    mutationFn: () => call(onboarding.registerNumber, { body: { phone_number_id: phoneNumberId, pin } }),
    onSuccess: async () => {
      await changed()
      toast.success('The number is registered and can send.')
      onClose()
    },
  })
  const atPin = register.error instanceof ApiError ? register.error.fields.pin : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!register.isPending) register.mutate()
  }
  return (
    <Window opened={opened} onClose={onClose} title="Register the number">
      <form onSubmit={submit} className="stack">
        <p className="t2">
          A number sends after it is registered with a six-digit PIN. If two-step verification is on already,
          enter its PIN; else leave the field empty, and one is made and kept encrypted.
        </p>
        <FormError>
          {register.error && !atPin
            ? sentenceFor(register.error, { failed: 'The number could not be registered.' })
            : null}
        </FormError>
        <TextInput
          label={<Label optional>PIN</Label>}
          description="Meta allows ten tries in 72 hours."
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          value={pin}
          error={atPin}
          onChange={(event) => setPin(event.currentTarget.value.replace(/\D/g, ''))}
        />
        <div className="acts">
          <Button kind="quiet" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" kind="yours" busy={register.isPending && 'Registering...'}>
            Register number
          </Button>
        </div>
      </form>
    </Window>
  )
}

/** Has the provider send a code to the number, and verifies and registers it with that. */
export function VerifyWindow({ phoneNumberId, opened, onClose }: NumberWindow) {
  const [code, setCode] = useState('')
  const changed = useConnectionChanged()
  const request = useMutation({
    mutationFn: (method: 'SMS' | 'VOICE') =>
      call(onboarding.requestCode, { body: { phone_number_id: phoneNumberId, method } }),
  })
  const verify = useMutation({
    mutationFn: () => call(onboarding.verifyCode, { body: { phone_number_id: phoneNumberId, code } }),
    onSettled: () => changed(),
    onSuccess: () => {
      toast.success('The number is verified and can send.')
      onClose()
    },
  })
  const problem = verify.error ?? request.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!verify.isPending) verify.mutate()
  }
  return (
    <Window opened={opened} onClose={onClose} title="Verify the number">
      <form onSubmit={submit} className="stack">
        <p className="t2">Meta sends a six-digit code to the number, by SMS or by a call.</p>
        <FormError>
          {problem ? sentenceFor(problem, { failed: 'The number could not be verified.' }) : null}
        </FormError>
        <div className="onb-acts">
          <Button size="small" onClick={() => request.mutate('SMS')} busy={request.isPending && 'Sending...'}>
            Send the code by SMS
          </Button>
          <Button size="small" kind="quiet" onClick={() => request.mutate('VOICE')}>
            Call the number
          </Button>
        </div>
        {request.isSuccess ? (
          <p className="sm t3" role="status">
            The code is on its way.
          </p>
        ) : null}
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          value={code}
          onChange={(event) => setCode(event.currentTarget.value.trim())}
        />
        <div className="acts">
          <Button kind="quiet" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" kind="yours" busy={verify.isPending && 'Verifying...'}>
            Verify number
          </Button>
        </div>
      </form>
    </Window>
  )
}
