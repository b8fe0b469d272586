import { Modal } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Button } from '#web/components/forms/button.tsx'
import { FormError } from '#web/components/forms/field.tsx'
import { OwnPassword } from '#web/components/forms/own-password.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { noLogin, type OwnLogin, OwnLoginFields } from './own-login-fields.tsx'
import './two-factor.css'

export type Asked = {
  /** The question: `Remove "My phone"?` */
  title: string
  consequence: string
  /** The deed, in the words of the question. */
  confirm: string
  /** Where a login with two-factor authentication is needed, and not the password alone. */
  withCode?: boolean
  act: (login: OwnLogin) => Promise<unknown>
}

/** Asks for the password before a deed that a stranger at an open browser must not do. */
export function OwnLoginWindow({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  return (
    <Modal opened={asked !== null} onClose={onClose} title={asked?.title} withCloseButton={false}>
      {asked ? <OwnLoginForm asked={asked} onClose={onClose} /> : null}
    </Modal>
  )
}

function OwnLoginForm({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const [login, setLogin] = useState(noLogin)
  const [error, setError] = useState<Error | null>(null)
  const [busy, setBusy] = useState(false)
  const refused = error instanceof ApiError ? error.fields : {}
  const put = (changes: Partial<OwnLogin>) => setLogin((now) => ({ ...now, ...changes }))
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(null)
    asked
      .act(login)
      .then(onClose)
      .catch((reason: Error) => {
        setError(reason)
        setBusy(false)
      })
  }
  return (
    <form onSubmit={send}>
      <FormError>
        {error && Object.keys(refused).length === 0
          ? sentenceFor(error, { failed: t('app.failedTryAgain') })
          : null}
      </FormError>
      <p className="t2">{asked.consequence}</p>
      <div className="two-factor-form in-window">
        {asked.withCode ? (
          <OwnLoginFields value={login} errors={refused} onChange={put} />
        ) : (
          <OwnPassword
            value={login.current_password}
            error={refused.current_password}
            onChange={(current_password) => put({ current_password })}
          />
        )}
      </div>
      <div className="acts">
        <Button kind="quiet" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button type="submit" kind="danger-full" busy={busy && t('security.twoFactor.checking')}>
          {asked.confirm}
        </Button>
      </div>
    </form>
  )
}
