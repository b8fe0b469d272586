import { Checkbox, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type ApiScope, apiScopes } from '#contract/api/scopes.ts'
import { Button } from '#web/components/forms/button.tsx'
import { FormError } from '#web/components/forms/field.tsx'
import { OwnPassword } from '#web/components/forms/own-password.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import type { useApiKeyActs } from './api-keys.queries.ts'

/** 0: the key does not expire. */
const dayChoices = [30, 90, 365, 0]

const nameOf = (scope: ApiScope) => scope.replace(':', '_') as NameOf<ApiScope>
type NameOf<S> = S extends `${infer Thing}:${infer Way}` ? `${Thing}_${Way}` : never

/** Asks for a name, permissions and the password, and makes a key. */
export function ApiKeyForm({
  create,
  onMade,
  onCancel,
}: {
  create: ReturnType<typeof useApiKeyActs>['create']
  onMade: (secret: string) => void
  onCancel: () => void
}) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<ApiScope[]>([])
  const [days, setDays] = useState(90)
  const [password, setPassword] = useState('')
  const fields = create.error instanceof ApiError ? create.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    create.mutate(
      { name, scopes, expires_in_days: days === 0 ? null : days, current_password: password },
      { onSuccess: ({ secret }) => onMade(secret) },
    )
  }
  return (
    <form className="two-factor-form" onSubmit={submit}>
      <FormError>
        {create.error && Object.keys(fields).length === 0
          ? sentenceFor(create.error, { failed: t('app.failedTryAgain') })
          : null}
      </FormError>
      <TextInput
        label={t('apiKeys.name')}
        description={t('apiKeys.nameHelp')}
        maxLength={100}
        autoComplete="off"
        required
        value={name}
        error={fields.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox.Group
        label={t('apiKeys.scopes')}
        required
        value={scopes}
        error={fields.scopes}
        onChange={(chosen) => setScopes(apiScopes.filter((scope) => chosen.includes(scope)))}
      >
        {apiScopes.map((scope) => (
          <Checkbox key={scope} className="mt2" value={scope} label={t(`apiKeys.scope.${nameOf(scope)}`)} />
        ))}
      </Checkbox.Group>
      <Select
        label={t('apiKeys.expires')}
        allowDeselect={false}
        value={String(days)}
        data={dayChoices.map((count) => ({ value: String(count), label: t('apiKeys.days', { count }) }))}
        onChange={(value) => setDays(Number(value))}
      />
      <OwnPassword value={password} error={fields.current_password} onChange={setPassword} />
      <div className="row">
        <Button type="submit" kind="yours" busy={create.isPending && t('apiKeys.busy')}>
          {t('apiKeys.submit')}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </form>
  )
}
