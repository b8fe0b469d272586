import { TextInput } from '@mantine/core'
import { OwnPassword } from '#web/components/forms/own-password.tsx'
import { t } from '#web/messages/t.ts'
import { useTwoFactor } from './security.queries.ts'

export type OwnLogin = { current_password: string; code: string }
export const noLogin: OwnLogin = { current_password: '', code: '' }

/** What a login asks for: the own password, and a code where two-factor authentication is on. */
export function OwnLoginFields({
  value,
  errors,
  description,
  onChange,
}: {
  value: OwnLogin
  /** What the server says of each. */
  errors: Readonly<Record<string, string>>
  description?: string
  onChange: (changes: Partial<OwnLogin>) => void
}) {
  const isOn = useTwoFactor().data?.on ?? false
  return (
    <>
      <OwnPassword
        description={description}
        value={value.current_password}
        error={errors.current_password}
        onChange={(current_password) => onChange({ current_password })}
      />
      {isOn || errors.code ? (
        <CodeField value={value.code} error={errors.code} onChange={(code) => onChange({ code })} />
      ) : null}
    </>
  )
}

/** A code of an authenticator app, or a recovery code. */
export function CodeField({
  first = false,
  value,
  error,
  onChange,
}: {
  /** The first code of an app: there are no recovery codes yet. */
  first?: boolean
  value: string
  error: string | undefined
  onChange: (code: string) => void
}) {
  return (
    <TextInput
      label={t('security.twoFactor.code')}
      description={first ? undefined : t('security.twoFactor.codeHelp')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      required
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
