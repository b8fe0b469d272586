import { PasswordInput } from '@mantine/core'
import { t } from '#web/messages/t.ts'

/** The field for one's own password, asked for again before what a stranger at an open browser must not do. */
export function OwnPassword({
  description,
  value,
  error,
  onChange,
}: {
  description?: string
  value: string
  /** What the server says of it. */
  error: string | undefined
  onChange: (password: string) => void
}) {
  return (
    <PasswordInput
      label={t('security.currentPassword')}
      description={description}
      autoComplete="current-password"
      required
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t('accounts.showPassword') }}
    />
  )
}
