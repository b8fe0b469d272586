import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { onboarding, type PhoneNumber } from '#contract/onboarding.ts'
import { Button } from '#web/components/forms/button.tsx'
import { FormError, Label } from '#web/components/forms/field.tsx'
import { Window } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { ApiError, call, sentenceFor } from '#web/net/api.ts'
import { useConnectionChanged } from './onboarding.queries.ts'

type Needs = NonNullable<PhoneNumber['needs']>
type StepProps = { phoneNumberId: string; onClose: () => void }

const titles: Record<Needs, string> = {
  code: 'Verify the number',
  registration: 'Register the number',
  pin: 'Enter the PIN',
}

/** The next step of a number towards sending. One step may show that another is needed; the window then goes on to it. */
export function NumberWindow({
  phoneNumberId,
  needs,
  opened,
  onClose,
}: {
  phoneNumberId: string
  needs: Needs
  opened: boolean
  onClose: () => void
}) {
  const [next, setNext] = useState<Needs | null>(null)
  const step = next ?? needs
  const close = () => {
    setNext(null)
    onClose()
  }
  return (
    <Window opened={opened} onClose={close} title={titles[step]}>
      {step === 'code' ? (
        <VerifyForm phoneNumberId={phoneNumberId} onClose={close} onNext={setNext} />
      ) : (
        <RegisterForm
          phoneNumberId={phoneNumberId}
          hasPin={step === 'pin'}
          onClose={close}
          onPinNeeded={() => setNext('pin')}
        />
      )}
    </Window>
  )
}

/** Registers a number for sending, with the PIN it has or a new one. */
function RegisterForm({
  phoneNumberId,
  hasPin,
  onClose,
  onPinNeeded,
}: StepProps & { hasPin: boolean; onPinNeeded: () => void }) {
  const [pin, setPin] = useState('')
  const changed = useConnectionChanged()
  const register = useMutation({
    mutationFn: () => call(onboarding.registerNumber, { body: { phone_number_id: phoneNumberId, pin } }),
    onSuccess: async () => {
      await changed()
      toast.success('The number is registered and can send.')
      onClose()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.fields.pin) onPinNeeded()
      void changed()
    },
  })
  const atPin = register.error instanceof ApiError ? register.error.fields.pin : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!register.isPending) register.mutate()
  }
  return (
    <form onSubmit={submit} className="stack">
      <p className="t2">
        {hasPin
          ? 'This number already has a six-digit PIN for two-step verification. Enter that PIN.'
          : 'A number sends after it is registered with a six-digit PIN. Leave the field empty if the number has none: Tidings makes one and keeps it encrypted.'}
      </p>
      <FormError>
        {register.error && !atPin
          ? sentenceFor(register.error, { failed: 'The number could not be registered.' })
          : null}
      </FormError>
      <TextInput
        label={hasPin ? 'PIN' : <Label optional>PIN</Label>}
        description="Meta allows ten tries in 72 hours."
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        required={hasPin}
        value={pin}
        error={atPin}
        onChange={(event) => setPin(event.currentTarget.value.replace(/\D/g, ''))}
      />
      {hasPin ? (
        <p className="sm t2">
          Forgot it? Turn two-step verification off in WhatsApp Manager, under Phone numbers. Then try again.
        </p>
      ) : null}
      <div className="acts">
        <Button kind="quiet" onClick={onClose}>
          Not now
        </Button>
        <Button type="submit" kind="yours" busy={register.isPending && 'Registering...'}>
          Register number
        </Button>
      </div>
    </form>
  )
}

/** Has the provider send a code to the number, and verifies and registers it with that. */
function VerifyForm({
  phoneNumberId,
  onClose,
  onNext,
}: StepProps & { onNext: (needs: Needs | null) => void }) {
  const [code, setCode] = useState('')
  const changed = useConnectionChanged()
  const request = useMutation({
    mutationFn: (method: 'SMS' | 'VOICE') =>
      call(onboarding.requestCode, { body: { phone_number_id: phoneNumberId, method } }),
  })
  const verify = useMutation({
    mutationFn: () => call(onboarding.verifyCode, { body: { phone_number_id: phoneNumberId, code } }),
    onSettled: () => changed(),
    onSuccess: ({ number }) => {
      if (number.needs) {
        toast.success('The number is verified. One more step: its registration.')
        onNext(number.needs)
        return
      }
      toast.success('The number is verified and can send.')
      onClose()
    },
  })
  const atCode = verify.error instanceof ApiError ? verify.error.fields.code : undefined
  const problem = (atCode ? null : verify.error) ?? request.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!verify.isPending) verify.mutate()
  }
  return (
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
        error={atCode}
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
  )
}
