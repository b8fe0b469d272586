import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { HookKind } from '#contract/api/hook-kinds.ts'
import { largestBatch } from '#contract/api/hooks.ts'
import { Button } from '#web/components/forms/button.tsx'
import { FormError, Label } from '#web/components/forms/field.tsx'
import { OwnPassword } from '#web/components/forms/own-password.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { EventChoice } from './event-choice.tsx'
import type { useHookActs } from './hooks.queries.ts'

/** Asks for an address, the events and the password. */
export function HookForm({
  add,
  onAdded,
  onCancel,
}: {
  add: ReturnType<typeof useHookActs>['add']
  onAdded: (secret: string) => void
  onCancel: () => void
}) {
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const [events, setEvents] = useState<HookKind[]>([])
  const [single, setSingle] = useState(false)
  const [password, setPassword] = useState('')
  const fields = add.error instanceof ApiError ? add.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending) return
    add.mutate(
      { url, name, events, batch: single ? 1 : largestBatch, current_password: password },
      { onSuccess: ({ secret }) => onAdded(secret) },
    )
  }
  return (
    <form className="two-factor-form" onSubmit={submit}>
      <FormError>
        {add.error && Object.keys(fields).length === 0
          ? sentenceFor(add.error, { failed: t('app.failedTryAgain') })
          : null}
      </FormError>
      <TextInput
        label={t('hooks.address')}
        description={t('hooks.addressHelp')}
        placeholder="https://"
        inputMode="url"
        maxLength={2000}
        autoComplete="off"
        required
        value={url}
        error={fields.url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <TextInput
        label={<Label optional>{t('hooks.name')}</Label>}
        maxLength={100}
        autoComplete="off"
        value={name}
        error={fields.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <EventChoice
        events={events}
        single={single}
        error={fields.events}
        onEvents={setEvents}
        onSingle={setSingle}
      />
      <OwnPassword value={password} error={fields.current_password} onChange={setPassword} />
      <div className="row">
        <Button type="submit" kind="yours" busy={add.isPending && t('hooks.adding')}>
          {t('hooks.submit')}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </form>
  )
}
