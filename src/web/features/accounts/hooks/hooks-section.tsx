import { useState } from 'react'
import { Link } from 'react-router'
import type { Hook } from '#contract/api/hooks.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { PhoneValue } from '#web/components/tables/phone-value.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatNumber } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { HookForm } from './hook-form.tsx'
import { HookState } from './hook-state.tsx'
import './hooks.css'
import { useHookActs, useHooks } from './hooks.queries.ts'
import { NewSecret } from './new-secret.tsx'

const failed = (error: Error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') }))

/** The addresses that get the events of the business. */
export function HooksSection() {
  const list = useHooks()
  const acts = useHookActs(failed)
  const [open, setOpen] = useState<'nothing' | 'form' | { secret: string }>('nothing')
  const close = () => {
    setOpen('nothing')
    acts.add.reset()
  }
  const columns: Column<Hook>[] = [
    {
      key: 'name',
      title: t('hooks.name'),
      phone: 'wide',
      cell: ({ id, name, url }) => (
        <>
          <Link to={`/account-settings/webhooks/${id}`}>
            <b>{name}</b>
          </Link>
          <div className="sm t2 hook-address">{url}</div>
        </>
      ),
    },
    {
      key: 'state',
      title: t('hooks.state'),
      phone: 'wide',
      cell: (hook) => <HookState hook={hook} />,
    },
    {
      key: 'events',
      title: t('hooks.events'),
      className: 't2',
      phone: 'wide',
      cell: ({ events }) => (
        <PhoneValue phrase={t('hooks.eventCount', { count: events.length })}>
          {formatNumber(events.length)}
        </PhoneValue>
      ),
    },
    {
      key: 'failed',
      title: t('hooks.failedCalls'),
      className: 't2',
      phone: 'wide',
      cell: ({ failed: count }) => (
        <PhoneValue phrase={t('hooks.failedCount', { count })}>{formatNumber(count)}</PhoneValue>
      ),
    },
  ]
  return (
    <Section title={t('hooks.title')} className="team">
      <p className="t2">{t('hooks.help')}</p>
      {list.data ? (
        list.data.hooks.length > 0 ? (
          <DataTable
            label={t('hooks.title')}
            columns={columns}
            rows={list.data.hooks}
            keyOf={({ id }) => id}
          />
        ) : (
          <p className="mt3">{t('hooks.empty')}</p>
        )
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <SkeletonRows label={t('hooks.loading')} />
      )}
      {open === 'nothing' ? (
        <Button className="mt3" onClick={() => setOpen('form')}>
          {t('hooks.add')}
        </Button>
      ) : open === 'form' ? (
        <HookForm add={acts.add} onAdded={(secret) => setOpen({ secret })} onCancel={close} />
      ) : (
        <NewSecret secret={open.secret} onDone={close} />
      )}
    </Section>
  )
}
