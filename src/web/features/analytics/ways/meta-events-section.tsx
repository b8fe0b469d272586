import { PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { MetaEvent, MetaEvents } from '#contract/analytics/meta-events.ts'
import { Banner } from '#web/components/banner.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Figures } from '#web/components/figures/figures.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { FormError } from '#web/components/forms/field.tsx'
import { OwnPassword } from '#web/components/forms/own-password.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { Status, type Tone } from '#web/components/status.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'

import { useMetaEvents, useSaveMetaEvents } from './ways.queries.ts'

const tones: Record<MetaEvent['state'], Tone> = {
  waiting: 'wait',
  sending: 'wait',
  sent: 'delivered',
  refused: 'failed',
  expired: 'failed',
}

/** Conversions that are sent back to Meta, so that its ads find people who buy. */
export function MetaEventsSection() {
  const found = useMetaEvents()
  const save = useSaveMetaEvents()
  const [editing, setEditing] = useState(false)
  const events = found.data?.meta_events
  const turn = (on: boolean) => save.mutate({ on })
  return (
    <Section
      title={t('ways.meta.title')}
      aside={
        events ? (
          <Status tone={events.on ? (events.stopped ? 'failed' : 'delivered') : 'wait'}>
            {t(events.on ? (events.stopped ? 'ways.meta.stopped' : 'ways.meta.on') : 'ways.meta.off')}
          </Status>
        ) : null
      }
    >
      <p className="t2">{t('ways.meta.help')}</p>
      {events?.stopped ? <Banner kind="error">{events.stopped}</Banner> : null}
      {events ? (
        <>
          {events.events.length > 0 ? <Sent events={events} /> : null}
          {editing || !events.has_token ? (
            <MetaForm
              key={events.dataset}
              events={events}
              save={save}
              onDone={() => setEditing(false)}
              cancels={events.has_token}
            />
          ) : (
            <div className="row mt3">
              <Button
                kind={events.on ? undefined : 'yours'}
                busy={save.isPending && t('ways.saving')}
                onClick={() => turn(!events.on)}
              >
                {t(events.on ? 'ways.meta.turnOff' : 'ways.meta.turnOn')}
              </Button>
              <Button kind="quiet" onClick={() => setEditing(true)}>
                {t('ways.meta.change', { id: events.dataset ?? '' })}
              </Button>
            </div>
          )}
        </>
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => found.refetch()} />
      ) : (
        <SkeletonRows label={t('ways.loading')} />
      )}
    </Section>
  )
}

function Sent({ events: { counts, events } }: { events: MetaEvents }) {
  const zone = useZone()
  const columns: Column<MetaEvent>[] = [
    {
      key: 'event',
      title: t('ways.meta.event'),
      phone: 'wide',
      cell: ({ event, at }) => (
        <>
          <b>{t(`ways.meta.names.${event}`)}</b>
          <div className="sm t2">{formatMoment(at, zone)}</div>
        </>
      ),
    },
    { key: 'ad', title: t('ways.meta.ad'), phone: 'wide', className: 't2', cell: ({ ad }) => ad },
    {
      key: 'state',
      title: t('ways.meta.state'),
      phone: 'wide',
      cell: ({ state, why }) => (
        <>
          <Status tone={tones[state]}>{t(`ways.meta.states.${state}`)}</Status>
          {why ? <div className="sm t2">{why}</div> : null}
        </>
      ),
    },
  ]
  return (
    <>
      <Figures
        parts={[
          { name: t('ways.meta.states.waiting'), count: counts.waiting + counts.sending, tone: 'wait' },
          { name: t('ways.meta.states.sent'), count: counts.sent, tone: 'delivered' },
          { name: t('ways.meta.states.refused'), count: counts.refused, tone: 'failed' },
          { name: t('ways.meta.states.expired'), count: counts.expired, tone: 'failed' },
        ]}
      />
      <DataTable label={t('ways.meta.newest')} columns={columns} rows={events} keyOf={({ id }) => id} />
    </>
  )
}

/** The dataset and its token. Saving switches the events on. */
function MetaForm({
  events,
  save,
  cancels,
  onDone,
}: {
  events: MetaEvents
  save: ReturnType<typeof useSaveMetaEvents>
  cancels: boolean
  onDone: () => void
}) {
  const [dataset, setDataset] = useState(events.dataset ?? '')
  const [token, setToken] = useState('')
  const [password, setPassword] = useState('')
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    save.mutate(
      { on: true, dataset, ...(token && { token }), current_password: password },
      { onSuccess: onDone },
    )
  }
  return (
    <form className="way-form mt3" onSubmit={submit}>
      <FormError>
        {save.error && Object.keys(fields).length === 0
          ? sentenceFor(save.error, { failed: t('app.failedTryAgain') })
          : null}
      </FormError>
      <TextInput
        label={t('ways.meta.dataset')}
        description={t('ways.meta.datasetHelp')}
        inputMode="numeric"
        maxLength={25}
        autoComplete="off"
        required
        value={dataset}
        error={fields.dataset}
        onChange={(event) => setDataset(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('ways.meta.token')}
        description={t(events.has_token ? 'ways.meta.tokenKept' : 'ways.meta.tokenHelp')}
        autoComplete="off"
        maxLength={2000}
        required={!events.has_token}
        value={token}
        error={fields.token}
        onChange={(event) => setToken(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('accounts.showPassword') }}
      />
      <OwnPassword value={password} error={fields.current_password} onChange={setPassword} />
      <div className="row">
        <Button type="submit" kind="yours" busy={save.isPending && t('ways.saving')}>
          {t('ways.meta.submit')}
        </Button>
        {cancels ? (
          <Button kind="quiet" onClick={onDone}>
            {t('app.cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
