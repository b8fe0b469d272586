import { Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { onboarding } from '#contract/onboarding.ts'
import { Button } from '#web/components/forms/button.tsx'
import { FormError } from '#web/components/forms/field.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { useHostedStatus, useOpenSignups } from '../onboarding.queries.ts'

/** How often the state is polled while the provider's page is open. */
const askEveryMs = 3_000
/** How often the operator's list is read again. */
const assignEveryMs = 15_000

/**
 * Signup on the provider's page. The provider reports the result to the server, so this polls the server. With several
 * businesses the operator assigns each signup.
 */
export function HostedSignup({
  ready,
  operator,
  onConnected,
}: {
  ready: boolean
  /** Whether the person runs the install: they assign the signup themselves. */
  operator: boolean
  onConnected: () => void
}) {
  const [opened, setOpened] = useState(false)
  // A page opened before a reload is polled too.
  const status = useHostedStatus((state) => (opened || isUnderWay(state) ? askEveryMs : false))
  const state = status.data?.state
  const waited = useRef(false)
  const notify = useEffectEvent(onConnected)
  useEffect(() => {
    if (isUnderWay(state)) waited.current = true
    if (state !== 'connected' || !waited.current) return
    waited.current = false
    setOpened(false)
    notify()
  }, [state])
  const open = useMutation({
    mutationFn: () => call(onboarding.openHosted),
    onSuccess: () => {
      setOpened(true)
      void status.refetch()
    },
  })
  const press = () => {
    // Opened in the click itself: browsers block windows that open later.
    const page = window.open('about:blank', '_blank')
    open.mutate(undefined, {
      onSuccess: ({ url }) => {
        if (!page) return
        page.opener = null
        page.location.replace(url)
      },
      onError: () => page?.close(),
    })
  }
  return (
    <>
      <Button kind="quiet" onClick={press} busy={open.isPending && t('onboarding.connect.hosted.opening')}>
        {t('onboarding.connect.hosted.open')}
      </Button>
      {open.error ? (
        <div className="onb-full">
          <FormError>
            {sentenceFor(open.error, {
              failed: t('onboarding.connect.hosted.failed'),
              unreachable: t('onboarding.connect.serverError'),
            })}
          </FormError>
        </div>
      ) : null}
      {state === 'waiting' && (opened || !ready) ? (
        <p className="sm t3 onb-full" role="status">
          {t('onboarding.connect.hosted.waiting')}
          {opened && open.data ? (
            <>
              {' '}
              <a href={open.data.url} target="_blank" rel="noreferrer">
                {t('onboarding.connect.hosted.openAgain')}
              </a>
            </>
          ) : null}
        </p>
      ) : null}
      {state === 'confirm' ? (
        <p className="sm t2 onb-full" role="status">
          {operator ? t('onboarding.connect.hosted.confirmOperator') : t('onboarding.connect.hosted.confirm')}
        </p>
      ) : null}
    </>
  )
}

const isUnderWay = (state: string | undefined): boolean => state === 'waiting' || state === 'confirm'

/** For the operator: assigns a signup that Meta reported to a person. */
export function AssignSignups() {
  const open = useOpenSignups(assignEveryMs)
  const { signups, waiting } = open.data ?? { signups: [], waiting: [] }
  const [email, setEmail] = useState<string | null>(null)
  const zone = useZone()
  const assign = useMutation({
    mutationFn: (waba_id: string) =>
      call(onboarding.assignHosted, { body: { waba_id, email: email ?? waiting[0]?.email ?? '' } }),
    onSuccess: ({ message }) => {
      toast.success(message ?? t('onboarding.connect.assign.done'))
      return open.refetch()
    },
  })
  if (signups.length === 0 || waiting.length === 0) return null
  return (
    <section className="onb-full onb-assign stack" aria-labelledby="assign-signups">
      <h4 className="h4" id="assign-signups">
        {t('onboarding.connect.assign.title')}
      </h4>
      <p className="sm t2">{t('onboarding.connect.assign.help')}</p>
      <Select
        label={t('onboarding.connect.assign.person')}
        data={waiting.map((one) => ({ value: one.email, label: `${one.name} (${one.email})` }))}
        value={email ?? waiting[0]?.email ?? null}
        onChange={setEmail}
        allowDeselect={false}
      />
      <ul className="stack">
        {signups.map(({ waba_id, received_at }) => (
          <li key={waba_id} className="row n sp">
            <span>
              <span className="mono">{waba_id}</span>
              <span className="sm t3 onb-when">{formatMoment(received_at, zone)}</span>
            </span>
            <Button
              size="small"
              onClick={() => assign.mutate(waba_id)}
              busy={assign.isPending && assign.variables === waba_id && t('onboarding.connect.connecting')}
            >
              {t('onboarding.connect.assign.submit')}
            </Button>
          </li>
        ))}
      </ul>
      {assign.error ? (
        <FormError>{sentenceFor(assign.error, { failed: t('onboarding.connect.assign.failed') })}</FormError>
      ) : null}
    </section>
  )
}
