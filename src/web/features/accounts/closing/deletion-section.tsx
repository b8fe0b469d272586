import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { graceDays } from '#contract/security/closing.ts'
import { Banner } from '#web/components/banner.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { FormError } from '#web/components/forms/field.tsx'
import { OwnPassword } from '#web/components/forms/own-password.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatMoment } from '#web/format/time.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { useDeletion, useDeletionActs } from './closing.queries.ts'

/** Deleting the whole business, and taking that back. */
export function DeletionSection() {
  const state = useDeletion()
  const acts = useDeletionActs()
  const zone = useZone()
  const [open, setOpen] = useState(false)
  if (state.isError && !state.data)
    return (
      <Section title={t('deletion.title')}>
        <ErrorState error={state.error} onRetry={() => state.refetch()} />
      </Section>
    )
  if (!state.data)
    return (
      <Section title={t('deletion.title')}>
        <SkeletonLines lines={2} label={t('deletion.loading')} />
      </Section>
    )
  const { deletion, name } = state.data
  if (deletion) {
    const cancel = () =>
      acts.cancel.mutate(undefined, {
        onSuccess: () => toast.success(t('deletion.kept')),
        onError: (error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') })),
      })
    return (
      <Section title={t('deletion.title')}>
        <Banner
          kind="error"
          action={
            <Button
              kind="yours"
              size="small"
              busy={acts.cancel.isPending && t('deletion.keeping')}
              onClick={cancel}
            >
              {t('deletion.keep')}
            </Button>
          }
        >
          {t('deletion.planned', {
            time: formatMoment(deletion.due_at, zone),
            by: deletion.by ?? t('deletion.operator'),
          })}
        </Banner>
        <p className="t2 mt3">{t('deletion.until')}</p>
      </Section>
    )
  }
  return (
    <Section title={t('deletion.title')}>
      <p className="t2">{t('deletion.help', { days: graceDays })}</p>
      {open ? (
        <DeletionForm name={name} ask={acts.ask} onCancel={() => setOpen(false)} />
      ) : (
        <Button kind="danger" className="mt3" onClick={() => setOpen(true)}>
          {t('deletion.start')}
        </Button>
      )}
    </Section>
  )
}

function DeletionForm({
  name,
  ask,
  onCancel,
}: {
  name: string
  ask: ReturnType<typeof useDeletionActs>['ask']
  onCancel: () => void
}) {
  const [given, setGiven] = useState({ current_password: '', business_name: '' })
  const refused = ask.error instanceof ApiError ? ask.error.fields : {}
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!ask.isPending) ask.mutate(given)
  }
  return (
    <form className="two-factor-form mt3" onSubmit={send}>
      <FormError>
        {ask.error && Object.keys(refused).length === 0
          ? sentenceFor(ask.error, { failed: t('app.failedTryAgain') })
          : null}
      </FormError>
      <p>{t('deletion.goes')}</p>
      <p>{t('deletion.stays')}</p>
      <TextInput
        label={t.rich('deletion.name', { name, b: tags.b })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        required
        value={given.business_name}
        error={refused.business_name}
        onChange={(event) => setGiven({ ...given, business_name: event.currentTarget.value })}
      />
      <OwnPassword
        value={given.current_password}
        error={refused.current_password}
        onChange={(current_password) => setGiven({ ...given, current_password })}
      />
      <div className="row">
        <Button type="submit" kind="danger-full" busy={ask.isPending && t('deletion.asking')}>
          {t('deletion.confirm')}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </form>
  )
}
