import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ConversionSource } from '#contract/analytics/conversion-sources.ts'
import { CopyButton } from '#web/components/copy-button.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { FormError } from '#web/components/forms/field.tsx'
import { OwnPassword } from '#web/components/forms/own-password.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { Status } from '#web/components/status.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatAgo } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { useSourceActs, useSources } from './ways.queries.ts'

const failed = (error: Error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') }))

/** The addresses to which shop systems post sales. */
export function ShopsSection() {
  const list = useSources()
  const acts = useSourceActs(failed)
  const [open, setOpen] = useState<'nothing' | 'form' | { secret: string; url: string }>('nothing')
  const close = () => {
    setOpen('nothing')
    acts.add.reset()
  }
  const remove = async ({ id, name }: ConversionSource) => {
    const yes = await confirm({
      title: t('ways.shops.ask', { name }),
      consequence: t('ways.shops.consequence'),
      confirm: t('ways.shops.remove'),
      cancel: t('app.cancel'),
    })
    if (yes) acts.remove.mutate(id)
  }
  const columns: Column<ConversionSource>[] = [
    {
      key: 'name',
      title: t('ways.shops.name'),
      phone: 'wide',
      cell: ({ name, url }) => (
        <>
          <b>{name}</b>
          <div className="sm t2 way-address">{url}</div>
        </>
      ),
    },
    {
      key: 'state',
      title: t('ways.shops.state'),
      phone: 'wide',
      cell: (source) => <State source={source} />,
    },
    {
      key: 'act',
      title: <span className="sr">{t('ways.shops.remove')}</span>,
      right: true,
      phone: 'wide',
      cell: (source) => (
        <Button
          size="small"
          kind="quiet"
          aria-label={t('ways.shops.removeNamed', { name: source.name })}
          onClick={() => void remove(source)}
        >
          {t('ways.shops.remove')}
        </Button>
      ),
    },
  ]
  return (
    <Section title={t('ways.shops.title')} first>
      <p className="t2">{t('ways.shops.help')}</p>
      {list.data ? (
        list.data.sources.length > 0 ? (
          <DataTable
            label={t('ways.shops.title')}
            columns={columns}
            rows={list.data.sources}
            keyOf={({ id }) => id}
          />
        ) : (
          <p className="mt3">{t('ways.shops.empty')}</p>
        )
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <SkeletonRows label={t('ways.loading')} />
      )}
      {open === 'nothing' ? (
        <Button className="mt3" onClick={() => setOpen('form')}>
          {t('ways.shops.add')}
        </Button>
      ) : open === 'form' ? (
        <ShopForm add={acts.add} onAdded={setOpen} onCancel={close} />
      ) : (
        <NewShop {...open} onDone={close} />
      )}
    </Section>
  )
}

function State({ source: { last_at, refused, refused_at } }: { source: ConversionSource }) {
  const zone = useZone()
  const now = new Date()
  const isRefused = refused && refused_at && (!last_at || refused_at > last_at)
  if (isRefused)
    return (
      <>
        <Status tone="failed">{t(`ways.shops.refused.${refused}`)}</Status>
        <div className="sm t2">{formatAgo(refused_at, zone, now)}</div>
      </>
    )
  if (!last_at) return <Status tone="wait">{t('ways.shops.waits')}</Status>
  return (
    <>
      <Status tone="delivered">{t('ways.shops.works')}</Status>
      <div className="sm t2">{formatAgo(last_at, zone, now)}</div>
    </>
  )
}

function ShopForm({
  add,
  onAdded,
  onCancel,
}: {
  add: ReturnType<typeof useSourceActs>['add']
  onAdded: (shop: { secret: string; url: string }) => void
  onCancel: () => void
}) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const fields = add.error instanceof ApiError ? add.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending) return
    add.mutate(
      { name, current_password: password },
      { onSuccess: ({ secret, source }) => onAdded({ secret, url: source.url }) },
    )
  }
  return (
    <form className="way-form mt3" onSubmit={submit}>
      <FormError>
        {add.error && Object.keys(fields).length === 0
          ? sentenceFor(add.error, { failed: t('app.failedTryAgain') })
          : null}
      </FormError>
      <TextInput
        label={t('ways.shops.name')}
        description={t('ways.shops.nameHelp')}
        maxLength={100}
        autoComplete="off"
        required
        value={name}
        error={fields.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <OwnPassword value={password} error={fields.current_password} onChange={setPassword} />
      <div className="row">
        <Button type="submit" kind="yours" busy={add.isPending && t('ways.saving')}>
          {t('ways.shops.submit')}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** The address and its secret, which is shown once. */
function NewShop({ secret, url, onDone }: { secret: string; url: string; onDone: () => void }) {
  return (
    <div className="well mt3" role="status">
      <h3>{t('ways.shops.ready')}</h3>
      <p className="mt1">{t('ways.shops.readyText')}</p>
      <p className="mt2 sm t2">{t('ways.shops.address')}</p>
      <code className="mono way-address">{url}</code>
      <p className="mt2 sm t2">{t('ways.shops.secret')}</p>
      <code className="mono way-address">{secret}</code>
      <div className="row mt3">
        <CopyButton text={url} name={t('ways.shops.copyAddress')} />
        <CopyButton text={secret} name={t('ways.shops.copySecret')} />
        <Button kind="yours" size="small" onClick={onDone}>
          {t('ways.shops.done')}
        </Button>
      </div>
    </div>
  )
}
