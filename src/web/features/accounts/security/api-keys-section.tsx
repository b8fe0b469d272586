import { useState } from 'react'
import type { ApiKey } from '#contract/api/keys.ts'
import { CopyButton } from '#web/components/copy-button.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { PhoneValue } from '#web/components/tables/phone-value.tsx'
import { Tag } from '#web/components/tag.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatDate, formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { ApiKeyForm } from './api-key-form.tsx'
import { useApiKeyActs, useApiKeys } from './api-keys.queries.ts'

const failed = (error: Error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') }))

/** The keys with which programs call the API. */
export function ApiKeysSection() {
  const list = useApiKeys()
  const acts = useApiKeyActs(failed)
  const zone = useZone()
  const [open, setOpen] = useState<'nothing' | 'form' | { secret: string }>('nothing')
  const close = () => {
    setOpen('nothing')
    acts.create.reset()
  }
  const revoke = async ({ id, name }: ApiKey) => {
    const yes = await confirm({
      title: t('apiKeys.revokeTitle', { name }),
      consequence: t('apiKeys.revokeText'),
      confirm: t('apiKeys.revoke'),
    })
    if (yes) acts.revoke.mutate(id, { onSuccess: () => toast.success(t('apiKeys.revoked')) })
  }
  const columns: Column<ApiKey>[] = [
    {
      key: 'name',
      title: t('apiKeys.name'),
      phone: 'wide',
      cell: ({ name, prefix, expired, scopes, by }) => (
        <>
          <span className="team-name">
            <b>{name}</b> <code className="mono">{prefix}…</code>
            {expired ? <Tag name={t('apiKeys.expired')} /> : null}
          </span>
          <div className="sm t2">
            {t('apiKeys.by', { name: by })} · {scopes.join(', ')}
          </div>
        </>
      ),
    },
    {
      key: 'used',
      title: t('apiKeys.used'),
      className: 't2',
      phone: 'wide',
      cell: ({ last_used_at: at }) =>
        at === null ? (
          <PhoneValue phrase={t('apiKeys.neverUsed')}>{t('apiKeys.never')}</PhoneValue>
        ) : (
          <PhoneValue phrase={t('apiKeys.usedAt', { time: formatMoment(at, zone) })}>
            {formatMoment(at, zone)}
          </PhoneValue>
        ),
    },
    {
      key: 'expires',
      title: t('apiKeys.expires'),
      className: 't2',
      phone: 'wide',
      cell: ({ expires_at: at }) =>
        at === null ? (
          <PhoneValue phrase={t('apiKeys.noExpiry')}>{t('apiKeys.never')}</PhoneValue>
        ) : (
          <PhoneValue phrase={t('apiKeys.expiresOn', { date: formatDate(at, zone) })}>
            {formatDate(at, zone)}
          </PhoneValue>
        ),
    },
    {
      key: 'acts',
      title: <span className="sr">{t('apiKeys.acts')}</span>,
      className: 'r card-end',
      phone: 'wide',
      cell: (key) => (
        <Button
          size="small"
          kind="danger"
          aria-label={t('apiKeys.revokeLabel', { name: key.name })}
          onClick={() => void revoke(key)}
        >
          {t('apiKeys.revoke')}
        </Button>
      ),
    },
  ]
  return (
    <Section title={t('apiKeys.title')} className="team">
      <p className="t2">
        {t('apiKeys.help')} <a href="/marketing/api/docs">{t('apiKeys.docs')}</a>
      </p>
      {list.data ? (
        list.data.keys.length > 0 ? (
          <DataTable
            label={t('apiKeys.title')}
            columns={columns}
            rows={list.data.keys}
            keyOf={({ id }) => id}
          />
        ) : (
          <p className="mt3">{t('apiKeys.empty')}</p>
        )
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <SkeletonRows label={t('apiKeys.loading')} />
      )}
      {open === 'nothing' ? (
        <Button className="mt3" onClick={() => setOpen('form')}>
          {t('apiKeys.make')}
        </Button>
      ) : open === 'form' ? (
        <ApiKeyForm create={acts.create} onMade={(secret) => setOpen({ secret })} onCancel={close} />
      ) : (
        <NewKey secret={open.secret} onDone={close} />
      )}
    </Section>
  )
}

/** Shown once: the server keeps only its hash. */
function NewKey({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <div className="well mt3" role="status">
      <h3>{t('apiKeys.ready')}</h3>
      <p className="mt1">{t('apiKeys.readyText')}</p>
      <p className="mt2">
        <code className="mono two-factor-secret">{secret}</code>
      </p>
      <div className="row mt3">
        <CopyButton text={secret} name={t('apiKeys.copy')} />
        <Button kind="yours" size="small" onClick={onDone}>
          {t('apiKeys.done')}
        </Button>
      </div>
    </div>
  )
}
