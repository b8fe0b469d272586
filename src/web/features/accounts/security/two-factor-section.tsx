import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CopyButton } from '#web/components/copy-button.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { FormError } from '#web/components/forms/field.tsx'
import { OwnPassword } from '#web/components/forms/own-password.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { Status } from '#web/components/status.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { CodeField, noLogin, type OwnLogin } from './own-login-fields.tsx'
import { useTwoFactor, useTwoFactorActs } from './security.queries.ts'
import './two-factor.css'

/** What is open below the state: a form, the secret to scan, or the codes to keep. */
type Open =
  | { kind: 'nothing' | 'start' | 'renew' | 'end' }
  | { kind: 'scan'; secret: string; uri: string }
  | { kind: 'codes'; codes: readonly string[] }

const nothing: Open = { kind: 'nothing' }

/** Codes of an authenticator app at login. */
export function TwoFactorSection() {
  const state = useTwoFactor()
  const acts = useTwoFactorActs()
  const [open, setOpen] = useState<Open>(nothing)
  const close = () => setOpen(nothing)
  const isOn = state.data?.on ?? false
  return (
    <Section
      title={t('security.twoFactor.title')}
      className="two-factor"
      aside={
        state.data ? (
          <Status tone={isOn ? 'delivered' : 'wait'}>
            {t(isOn ? 'security.twoFactor.on' : 'security.twoFactor.off')}
          </Status>
        ) : null
      }
    >
      <p className="t2">{t('security.twoFactor.help')}</p>
      {state.isError && !state.data ? (
        <ErrorState error={state.error} onRetry={() => state.refetch()} />
      ) : !state.data ? (
        <SkeletonLines lines={2} label={t('security.twoFactor.loading')} />
      ) : open.kind === 'codes' ? (
        <RecoveryCodes codes={open.codes} onDone={close} />
      ) : open.kind === 'scan' ? (
        <Scan
          {...open}
          onCode={async (code) => {
            const { recovery_codes } = await acts.confirm.mutateAsync(code)
            setOpen({ kind: 'codes', codes: recovery_codes })
          }}
          onCancel={close}
        />
      ) : open.kind === 'start' ? (
        <SmallForm
          fields={['current_password']}
          submit={t('security.twoFactor.next')}
          onSend={async ({ current_password }) => {
            const { secret, uri } = await acts.start.mutateAsync(current_password)
            setOpen({ kind: 'scan', secret, uri })
          }}
          onCancel={close}
        />
      ) : open.kind === 'renew' ? (
        <SmallForm
          fields={['current_password', 'code']}
          submit={t('security.twoFactor.renew')}
          onSend={async (given) => {
            const { recovery_codes } = await acts.renew.mutateAsync(given)
            setOpen({ kind: 'codes', codes: recovery_codes })
          }}
          onCancel={close}
        />
      ) : open.kind === 'end' ? (
        <SmallForm
          fields={['current_password', 'code']}
          submit={t('security.twoFactor.turnOff')}
          onSend={async (given) => {
            await acts.end.mutateAsync(given)
            close()
            toast.success(t('security.twoFactor.turnedOff'))
          }}
          onCancel={close}
        />
      ) : isOn ? (
        <>
          <p className="mt3">
            {t('security.twoFactor.codesLeft', { count: state.data.recovery_codes_left })}
          </p>
          <div className="row mt3">
            <Button onClick={() => setOpen({ kind: 'renew' })}>{t('security.twoFactor.renew')}</Button>
            <Button kind="danger" onClick={() => setOpen({ kind: 'end' })}>
              {t('security.twoFactor.turnOff')}
            </Button>
          </div>
        </>
      ) : (
        <Button className="mt3" onClick={() => setOpen({ kind: 'start' })}>
          {t('security.twoFactor.turnOn')}
        </Button>
      )}
    </Section>
  )
}

/** Asks for a password or a code and shows what was refused at its field. */
function SmallForm({
  fields,
  first = false,
  submit,
  onSend,
  onCancel,
}: {
  fields: readonly (keyof OwnLogin)[]
  /** The first code of an app: there are no recovery codes yet. */
  first?: boolean
  submit: string
  onSend: (given: OwnLogin) => Promise<void>
  onCancel: () => void
}) {
  const [given, setGiven] = useState(noLogin)
  const [error, setError] = useState<Error | null>(null)
  const [busy, setBusy] = useState(false)
  const refused = error instanceof ApiError ? error.fields : {}
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(null)
    await onSend(given)
      .catch((reason: Error) => setError(reason))
      .finally(() => setBusy(false))
  }
  return (
    <form className="two-factor-form" onSubmit={(event) => void send(event)}>
      <FormError>
        {error && Object.keys(refused).length === 0
          ? sentenceFor(error, { failed: t('app.failedTryAgain') })
          : null}
      </FormError>
      {fields.includes('current_password') ? (
        <OwnPassword
          value={given.current_password}
          error={refused.current_password}
          onChange={(current_password) => setGiven({ ...given, current_password })}
        />
      ) : null}
      {fields.includes('code') ? (
        <CodeField
          first={first}
          value={given.code}
          error={refused.code}
          onChange={(code) => setGiven({ ...given, code })}
        />
      ) : null}
      <div className="row">
        <Button type="submit" kind="yours" busy={busy && t('security.twoFactor.checking')}>
          {submit}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** The secret as a QR code and as text, and the first code of it. */
function Scan({
  secret,
  uri,
  onCode,
  onCancel,
}: {
  secret: string
  uri: string
  onCode: (code: string) => Promise<void>
  onCancel: () => void
}) {
  const picture = useQuery({
    queryKey: ['qr', uri],
    queryFn: async () => {
      const qr = await import('qrcode')
      const svg = await qr.toString(uri, { type: 'svg', margin: 2 })
      return `data:image/svg+xml,${encodeURIComponent(svg)}`
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <div className="two-factor-scan">
      {picture.data ? <img src={picture.data} alt={t('security.twoFactor.qr')} /> : null}
      <div>
        <p>{t('security.twoFactor.scan')}</p>
        <p className="sm t2 mt2">{t('security.twoFactor.type')}</p>
        <p className="row mt1">
          <code className="mono two-factor-secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <CopyButton text={secret} />
        </p>
        <SmallForm
          fields={['code']}
          first
          submit={t('security.twoFactor.turnOn')}
          onSend={({ code }) => onCode(code)}
          onCancel={onCancel}
        />
      </div>
    </div>
  )
}

/** Shown once: the server keeps only their hashes. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="well mt3" role="status">
      <h3>{t('security.twoFactor.codesTitle')}</h3>
      <p className="mt1">{t('security.twoFactor.codesText')}</p>
      <ul className="two-factor-codes mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <CopyButton text={codes.join('\n')} name={t('security.twoFactor.copyCodes')} />
        <Button kind="yours" size="small" onClick={onDone}>
          {t('security.twoFactor.kept')}
        </Button>
      </div>
    </div>
  )
}
