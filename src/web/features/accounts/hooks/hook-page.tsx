import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { type Hook, largestBatch } from '#contract/api/hooks.ts'
import { ErrorState, Missing } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { FormError } from '#web/components/forms/field.tsx'
import { OwnPassword } from '#web/components/forms/own-password.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { Deliveries } from './deliveries.tsx'
import { EventChoice } from './event-choice.tsx'
import { HookState } from './hook-state.tsx'
import './hooks.css'
import { useHookActs, useHooks } from './hooks.queries.ts'
import { NewSecret } from './new-secret.tsx'

const failed = (error: Error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') }))
const crumbs = () => [{ to: '/account-settings', name: t('accounts.settings.title') }]

/** One address that gets events: its settings, its secret and its calls. */
export default function HookPage() {
  const { id = '' } = useParams()
  const list = useHooks()
  const hook = list.data?.hooks.find((one) => one.id === id)
  if (hook) return <HookDetails key={hook.id} hook={hook} />
  return (
    <>
      <PageHeader title={t('hooks.one')} crumbs={crumbs()} />
      {list.data ? (
        <Missing thing="hook" back={crumbs()[0]}>
          {t('hooks.missingText')}
        </Missing>
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <SkeletonLines lines={6} label={t('hooks.loading')} />
      )}
    </>
  )
}

function HookDetails({ hook }: { hook: Hook }) {
  const acts = useHookActs(failed)
  const navigate = useNavigate()
  const remove = async () => {
    const yes = await confirm({
      title: t('hooks.removeTitle', { name: hook.name }),
      consequence: t('hooks.removeText'),
      confirm: t('hooks.remove'),
    })
    if (!yes) return
    acts.remove.mutate(hook.id, {
      onSuccess: () => {
        toast.success(t('hooks.removed'))
        void navigate('/account-settings')
      },
    })
  }
  return (
    <>
      <PageHeader
        title={hook.name}
        crumbs={crumbs()}
        lede={<span className="hook-address">{hook.url}</span>}
        actions={
          <>
            {hook.on ? (
              <Button
                busy={acts.test.isPending && t('hooks.testing')}
                onClick={() =>
                  acts.test.mutate(hook.id, { onSuccess: () => toast.success(t('hooks.tested')) })
                }
              >
                {t('hooks.test')}
              </Button>
            ) : null}
            <Button onClick={() => acts.change.mutate({ id: hook.id, on: !hook.on })}>
              {t(hook.on ? 'hooks.switchOff' : 'hooks.switchOn')}
            </Button>
            <Button kind="danger" onClick={() => void remove()}>
              {t('hooks.remove')}
            </Button>
          </>
        }
      />
      <p className="hook-state">
        <HookState hook={hook} />
      </p>
      {hook.failed > 0 && hook.on ? (
        <p className="mt2">
          <Button
            size="small"
            busy={acts.replayFailed.isPending && t('hooks.sending')}
            onClick={() =>
              acts.replayFailed.mutate(hook.id, {
                onSuccess: ({ replayed }) => toast.success(t('hooks.replayed', { count: replayed })),
              })
            }
          >
            {t('hooks.replayFailed', { count: hook.failed })}
          </Button>
        </p>
      ) : null}
      <Settings hook={hook} change={acts.change} />
      <Secret hook={hook} rotate={acts.rotate} />
      <Deliveries id={hook.id} on={hook.on} replay={acts.replay} />
    </>
  )
}

type Acts = ReturnType<typeof useHookActs>

function Settings({ hook, change }: { hook: Hook; change: Acts['change'] }) {
  const [name, setName] = useState(hook.name)
  const [events, setEvents] = useState(hook.events)
  const [single, setSingle] = useState(hook.batch === 1)
  const fields = change.error instanceof ApiError ? change.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    change.mutate(
      { id: hook.id, name, events, batch: single ? 1 : largestBatch },
      { onSuccess: () => toast.success(t('hooks.saved')) },
    )
  }
  return (
    <Section title={t('hooks.events')}>
      <form className="two-factor-form" onSubmit={submit}>
        <TextInput
          label={t('hooks.name')}
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
        <div className="row">
          <Button type="submit" busy={change.isPending && t('hooks.saving')}>
            {t('hooks.save')}
          </Button>
        </div>
      </form>
    </Section>
  )
}

function Secret({ hook, rotate }: { hook: Hook; rotate: Acts['rotate'] }) {
  const zone = useZone()
  const [open, setOpen] = useState<'nothing' | 'form' | { secret: string }>('nothing')
  const [password, setPassword] = useState('')
  const fields = rotate.error instanceof ApiError ? rotate.error.fields : {}
  const close = () => {
    setOpen('nothing')
    setPassword('')
    rotate.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (rotate.isPending) return
    rotate.mutate(
      { id: hook.id, current_password: password },
      { onSuccess: ({ secret }) => setOpen({ secret }) },
    )
  }
  return (
    <Section title={t('hooks.secret')}>
      <p className="t2">{t('hooks.secretHelp')}</p>
      {hook.old_secret_until ? (
        <p className="mt2">{t('hooks.oldSecret', { time: formatMoment(hook.old_secret_until, zone) })}</p>
      ) : null}
      {open === 'nothing' ? (
        <Button className="mt3" onClick={() => setOpen('form')}>
          {t('hooks.rotate')}
        </Button>
      ) : open === 'form' ? (
        <form className="two-factor-form" onSubmit={submit}>
          <FormError>
            {rotate.error && Object.keys(fields).length === 0
              ? sentenceFor(rotate.error, { failed: t('app.failedTryAgain') })
              : null}
          </FormError>
          <OwnPassword value={password} error={fields.current_password} onChange={setPassword} />
          <div className="row">
            <Button type="submit" kind="yours" busy={rotate.isPending && t('hooks.making')}>
              {t('hooks.rotate')}
            </Button>
            <Button kind="quiet" onClick={close}>
              {t('app.cancel')}
            </Button>
          </div>
        </form>
      ) : (
        <NewSecret secret={open.secret} replaced onDone={close} />
      )}
    </Section>
  )
}
