import { PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { onboarding } from '#contract/onboarding.ts'
import { Button } from '#web/components/forms/button.tsx'
import { FormError, Label } from '#web/components/forms/field.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, call, sentenceFor } from '#web/net/api.ts'
import { writeKey } from '#web/session/storage.ts'
import { useConnectionChanged, useOnboardingSettings } from '../onboarding.queries.ts'
import { ConnectSteps } from './connect-steps.tsx'

/** Connects with a pasted token of the business's own Meta app, after checking it. */
export function TokenForm() {
  const [form, setForm] = useState({ token: '', waba_id: '', phone_number_id: '' })
  const put = (change: Partial<typeof form>) => setForm((now) => ({ ...now, ...change }))
  const changed = useConnectionChanged()
  const navigate = useNavigate()
  const connect = useMutation({
    mutationFn: () => call(onboarding.connectToken, { body: form }),
    onSuccess: async (answer) => {
      await changed()
      if (answer.outcome === 'choose') {
        navigate('/meta/select-assets')
        return
      }
      writeKey('justConnected', 'true')
      put({ token: '' })
      toast.success(t('onboarding.connect.connected'))
    },
  })
  const { error, data } = connect
  const fields = error instanceof ApiError ? error.fields : {}
  const atFields = Object.keys(fields).length > 0

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!connect.isPending) connect.mutate()
  }
  return (
    <form className="box pad" onSubmit={submit} aria-labelledby="way-token">
      <h3 className="h3" id="way-token">
        {t('onboarding.connect.token.title')}
      </h3>
      <p className="sm t2 mt1">{t('onboarding.connect.token.help')}</p>
      <PracticeToken />
      <div className="stack mt4">
        <FormError>
          {error && !atFields
            ? sentenceFor(error, {
                failed: t('onboarding.connect.detailsFailed'),
                unreachable: t('onboarding.connect.serverError'),
              })
            : null}
        </FormError>
        <PasswordInput
          label={t('onboarding.connect.token.label')}
          description={t('onboarding.connect.token.description')}
          classNames={{ innerInput: 'mono' }}
          autoComplete="off"
          spellCheck={false}
          required
          value={form.token}
          error={fields.token}
          onChange={(event) => put({ token: event.currentTarget.value })}
          visibilityToggleButtonProps={{ 'aria-label': t('onboarding.connect.token.show') }}
        />
        <details className="onb-more">
          <summary>{t('onboarding.connect.token.ids')}</summary>
          <p className="hint">{t('onboarding.connect.token.idsHelp')}</p>
          <div className="stack mt3">
            <TextInput
              label={<Label optional>{t('onboarding.connect.token.wabaId')}</Label>}
              classNames={{ input: 'mono' }}
              inputMode="numeric"
              value={form.waba_id}
              error={fields.waba_id}
              onChange={(event) => put({ waba_id: event.currentTarget.value.trim() })}
            />
            <TextInput
              label={<Label optional>{t('onboarding.connect.token.phoneNumberId')}</Label>}
              classNames={{ input: 'mono' }}
              inputMode="numeric"
              value={form.phone_number_id}
              error={fields.phone_number_id}
              onChange={(event) => put({ phone_number_id: event.currentTarget.value.trim() })}
            />
          </div>
        </details>
        <div>
          <Button type="submit" busy={connect.isPending && t('onboarding.connect.token.busy')}>
            {t('onboarding.connect.token.submit')}
          </Button>
        </div>
        {data?.outcome === 'connected' ? <ConnectSteps steps={data.steps} /> : null}
      </div>
    </form>
  )
}

/** In test mode the sandbox's page shows a token to paste. */
function PracticeToken() {
  const settings = useOnboardingSettings().data?.settings
  if (!settings?.practice) return null
  return (
    <p className="sm t2 mt2">
      {t.rich('onboarding.connect.practice.token', {
        sandbox: (text) => (
          <a href={settings.trusted_origins[0]} target="_blank" rel="noreferrer">
            {text}
          </a>
        ),
      })}
    </p>
  )
}
