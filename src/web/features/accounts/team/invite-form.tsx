import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { CopyButton } from '#web/components/copy-button.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { FormError, Label } from '#web/components/forms/field.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import type { useTeamActs } from './team.queries.ts'

/** Makes an invitation and shows its link, which the server gives only once. */
export function InviteForm({ invite }: { invite: ReturnType<typeof useTeamActs>['invite'] }) {
  const [email, setEmail] = useState('')
  const fields = invite.error instanceof ApiError ? invite.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!invite.isPending) invite.mutate(email, { onSuccess: () => setEmail('') })
  }
  return (
    <section className="team-part narrow" aria-labelledby="team-invite">
      <h3 id="team-invite">{t('team.invite.title')}</h3>
      <form onSubmit={submit}>
        <FormError>
          {invite.error && !fields.email
            ? sentenceFor(invite.error, { failed: t('team.invite.failed') })
            : null}
        </FormError>
        <TextInput
          label={<Label optional>{t('team.invite.email')}</Label>}
          description={t('team.invite.emailHelp')}
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          error={fields.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" className="mt3" busy={invite.isPending && t('team.invite.busy')}>
          {t('team.invite.submit')}
        </Button>
      </form>
      <div aria-live="polite">
        {invite.data && !invite.isPending ? (
          <div className="team-link">
            <div className="row n team-link-field">
              <TextInput
                className="grow"
                label={t('team.invite.link')}
                value={invite.data.link}
                readOnly
                onFocus={(event) => event.currentTarget.select()}
              />
              <CopyButton text={invite.data.link} name={t('team.invite.copy')} />
            </div>
            <p className="hint">{t('team.invite.linkHelp')}</p>
            <p className="sm mt2">
              {t('team.invite.mail', {
                mail: invite.data.mail,
                email: invite.data.invitation.email ?? '',
              })}
            </p>
          </div>
        ) : null}
      </div>
    </section>
  )
}
