import { PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#web/components/forms/button.tsx'
import { FormError } from '#web/components/forms/field.tsx'
import { t } from '#web/messages/t.ts'
import type { SignInFailure } from './sign-in.ts'

type Failure = SignInFailure | null

/** The form of a public account page: sends once at a time and shows what was refused beside its field. */
export function AccountForm({
  heading,
  lede,
  children,
  submit,
  busyText,
  foot,
  more,
  onSend,
  onBusy,
}: {
  heading: string
  lede: string
  /** The fields; they get what was refused, and whether a code is asked for. */
  children: (refused: SignInFailure['fields'], needsCode: boolean) => ReactNode
  submit: string
  busyText: string
  foot: ReactNode
  /** Below the button: another way. */
  more?: ReactNode
  /** Gets a field's text by its name; answers what was refused, or goes on to another page and answers null. */
  onSend: (text: (field: string) => string) => Promise<Failure>
  onBusy?: (busy: boolean) => void
}) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>(null)
  const [needsCode, setNeedsCode] = useState(false)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    setBusy(true)
    onBusy?.(true)
    setFailure(null)
    const failed = await onSend((field) => String(form.get(field) ?? ''))
    if (!failed) return
    setFailure(failed)
    if (failed.needsCode) setNeedsCode(true)
    setBusy(false)
    onBusy?.(false)
  }
  return (
    <form onSubmit={send}>
      <h1>{heading}</h1>
      <p className="t2 mt2 auth-lede">{lede}</p>
      <FormError>{failure?.message}</FormError>
      <div className="stack">
        {children(failure?.fields ?? {}, needsCode)}
        <Button type="submit" kind="yours" size="large" wide busy={busy && busyText}>
          {submit}
        </Button>
        {more}
      </div>
      <p className="sm t2 mt6">{foot}</p>
    </form>
  )
}

export function EmailField({
  refused,
  bound = null,
}: {
  refused?: string | undefined
  /** The only address that is accepted. */
  bound?: string | null
}) {
  return (
    <TextInput
      label={t('accounts.email')}
      name="email"
      type="email"
      autoComplete="username"
      required
      readOnly={bound !== null}
      defaultValue={bound ?? ''}
      description={bound === null ? undefined : t('team.join.bound')}
      error={refused}
    />
  )
}

export function PasswordField({
  refused,
  chosen = false,
}: {
  refused?: string | undefined
  /** A new password is chosen here, so its rule stands below. */
  chosen?: boolean
}) {
  return (
    <PasswordInput
      label={t('accounts.password')}
      name="password"
      autoComplete={chosen ? 'new-password' : 'current-password'}
      required
      description={chosen ? t('accounts.passwordHelp') : undefined}
      error={refused}
      visibilityToggleButtonProps={{ 'aria-label': t('accounts.showPassword') }}
    />
  )
}

/** Comes once the server has asked for it. */
export function CodeField({ refused }: { refused?: string | undefined }) {
  return (
    <TextInput
      label={t('security.twoFactor.code')}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      required
      autoFocus
      description={t('security.twoFactor.codeHelp')}
      error={refused}
    />
  )
}
