import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Passkey } from '#contract/security/passkeys.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { FormError } from '#web/components/forms/field.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatDate, formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { canUsePasskeys, PasskeyError } from './browser-passkey.ts'
import { noLogin, type OwnLogin, OwnLoginFields } from './own-login-fields.tsx'
import { type Asked, OwnLoginWindow } from './own-login-window.tsx'
import { usePasskeyActs, usePasskeys } from './security.queries.ts'
import './two-factor.css'

/** The person's passkeys: the list, a form for another one, and removing. */
export function PasskeysSection() {
  const list = usePasskeys()
  const acts = usePasskeyActs()
  const [adding, setAdding] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const rows = list.data?.passkeys ?? []
  const remove = ({ id, name }: Passkey) =>
    setAsked({
      title: t('security.passkeys.removeTitle', { name }),
      consequence: t('security.passkeys.removeText'),
      confirm: t('security.passkeys.remove'),
      withCode: true,
      act: async (login) => {
        await acts.remove.mutateAsync({ id, ...login })
        toast.success(t('security.passkeys.removed'))
      },
    })
  return (
    <Section title={t('security.passkeys.title')}>
      <p className="t2">{t('security.passkeys.help')}</p>
      {list.isError && !list.data ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : !list.data ? (
        <SkeletonLines lines={2} label={t('security.passkeys.loading')} />
      ) : (
        <>
          {rows.length === 0 ? <p className="mt3">{t('security.passkeys.empty')}</p> : null}
          <ul className="passkeys">
            {rows.map((passkey) => (
              <Line key={passkey.id} passkey={passkey} onRemove={() => remove(passkey)} />
            ))}
          </ul>
          {!canUsePasskeys() ? (
            <p className="mt3 t2">{t('security.passkeys.unsupported')}</p>
          ) : adding ? (
            <AddForm
              onSend={async (given) => {
                await acts.add.mutateAsync(given)
                setAdding(false)
                toast.success(t('security.passkeys.added'))
              }}
              onCancel={() => setAdding(false)}
            />
          ) : (
            <Button className="mt3" onClick={() => setAdding(true)}>
              {t('security.passkeys.add')}
            </Button>
          )}
        </>
      )}
      <OwnLoginWindow asked={asked} onClose={() => setAsked(null)} />
    </Section>
  )
}

function Line({
  passkey: { name, created_at, used_at },
  onRemove,
}: {
  passkey: Passkey
  onRemove: () => void
}) {
  const zone = useZone()
  const used = used_at
    ? t('security.passkeys.used', { time: formatMoment(used_at, zone) })
    : t('security.passkeys.notUsed')
  return (
    <li>
      <span>
        <b>{name}</b>
        <span className="sm t2">
          {t('security.passkeys.made', { date: formatDate(created_at, zone), used })}
        </span>
      </span>
      <Button
        size="small"
        kind="danger"
        aria-label={t('security.passkeys.removeLabel', { name })}
        onClick={onRemove}
      >
        {t('security.passkeys.remove')}
      </Button>
    </li>
  )
}

type Given = { name: string } & OwnLogin

/** Asks for a name and what a login does; then the browser asks. */
function AddForm({ onSend, onCancel }: { onSend: (given: Given) => Promise<void>; onCancel: () => void }) {
  const [given, setGiven] = useState<Given>({ name: '', ...noLogin })
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
      <FormError>{error && Object.keys(refused).length === 0 ? sentenceOf(error) : null}</FormError>
      <TextInput
        label={t('security.passkeys.name')}
        description={t('security.passkeys.nameHelp')}
        maxLength={60}
        required
        value={given.name}
        error={refused.name}
        onChange={(event) => setGiven({ ...given, name: event.currentTarget.value })}
      />
      <OwnLoginFields
        value={given}
        errors={refused}
        onChange={(changes) => setGiven((now) => ({ ...now, ...changes }))}
      />
      <div className="row">
        <Button type="submit" kind="yours" busy={busy && t('security.passkeys.waiting')}>
          {t('security.passkeys.next')}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </form>
  )
}

const sentenceOf = (error: Error): string =>
  error instanceof PasskeyError
    ? t(`security.passkeys.${error.reason}`)
    : sentenceFor(error, { failed: t('app.failedTryAgain') })
