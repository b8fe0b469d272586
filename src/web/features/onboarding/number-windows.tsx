import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { onboarding, type PhoneNumber } from '#contract/onboarding.ts'
import { Button } from '#web/components/forms/button.tsx'
import { FormError, Label } from '#web/components/forms/field.tsx'
import { Window } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, call, sentenceFor } from '#web/net/api.ts'
import { useConnectionChanged } from './onboarding.queries.ts'

type Needs = NonNullable<PhoneNumber['needs']>
type StepProps = { phoneNumberId: string; onClose: () => void }

const titleOf = (step: Needs): string =>
  ({
    code: t('onboarding.account.verify.title'),
    registration: t('onboarding.account.register.title'),
    pin: t('onboarding.account.register.pinTitle'),
  })[step]

/** The number's next step before it can send. When a step needs another one, the window shows that next. */
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
    <Window opened={opened} onClose={close} title={titleOf(step)}>
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
      toast.success(t('onboarding.account.register.done'))
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
        {hasPin ? t('onboarding.account.register.pinHelp') : t('onboarding.account.register.help')}
      </p>
      <FormError>
        {register.error && !atPin
          ? sentenceFor(register.error, { failed: t('onboarding.account.register.failed') })
          : null}
      </FormError>
      <TextInput
        label={
          hasPin ? (
            t('onboarding.account.register.pin')
          ) : (
            <Label optional>{t('onboarding.account.register.pin')}</Label>
          )
        }
        description={t('onboarding.account.register.tries')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        required={hasPin}
        value={pin}
        error={atPin}
        onChange={(event) => setPin(event.currentTarget.value.replace(/\D/g, ''))}
      />
      {hasPin ? <p className="sm t2">{t('onboarding.account.register.forgot')}</p> : null}
      <div className="acts">
        <Button kind="quiet" onClick={onClose}>
          {t('onboarding.account.window.notNow')}
        </Button>
        <Button type="submit" kind="yours" busy={register.isPending && t('onboarding.account.register.busy')}>
          {t('onboarding.account.register.submit')}
        </Button>
      </div>
    </form>
  )
}

/** Requests a code for the number; entering it verifies and registers the number. */
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
        toast.success(t('onboarding.account.verify.registerNext'))
        onNext(number.needs)
        return
      }
      toast.success(t('onboarding.account.verify.done'))
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
      <p className="t2">{t('onboarding.account.verify.help')}</p>
      <FormError>
        {problem ? sentenceFor(problem, { failed: t('onboarding.account.verify.failed') }) : null}
      </FormError>
      <div className="onb-acts">
        <Button
          size="small"
          onClick={() => request.mutate('SMS')}
          busy={request.isPending && t('onboarding.account.verify.sending')}
        >
          {t('onboarding.account.verify.sms')}
        </Button>
        <Button size="small" kind="quiet" onClick={() => request.mutate('VOICE')}>
          {t('onboarding.account.verify.call')}
        </Button>
      </div>
      {request.isSuccess ? (
        <p className="sm t3" role="status">
          {t('onboarding.account.verify.sent')}
        </p>
      ) : null}
      <TextInput
        label={t('onboarding.account.verify.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        error={atCode}
        onChange={(event) => setCode(event.currentTarget.value.trim())}
      />
      <div className="acts">
        <Button kind="quiet" onClick={onClose}>
          {t('onboarding.account.window.notNow')}
        </Button>
        <Button type="submit" kind="yours" busy={verify.isPending && t('onboarding.account.verify.busy')}>
          {t('onboarding.account.verify.submit')}
        </Button>
      </div>
    </form>
  )
}
