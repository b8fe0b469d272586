import { Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { onboarding } from '#contract/onboarding.ts'
import { Button } from '#web/components/forms/button.tsx'
import { FormError } from '#web/components/forms/field.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatMoment } from '#web/format/time.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { useHostedStatus, useOpenSignups } from '../onboarding.queries.ts'

/** How often it is asked what came of the provider's page, while one is open. */
const askEveryMs = 3_000
/** How often the operator's list is read again. */
const assignEveryMs = 15_000

/**
 * Signup on the provider's own page. Nothing comes back to this window: the provider tells the server, and this asks
 * the server. On an install with several businesses the operator says whose a signup is.
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
  // A page that was opened before this one was reloaded is waited for as well.
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
    // The window is opened in the press itself: after an answer many browsers take it for an advertisement.
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
      <Button kind="quiet" onClick={press} busy={open.isPending && 'Opening...'}>
        Use Meta's own page
      </Button>
      {open.error ? (
        <div className="onb-full">
          <FormError>
            {sentenceFor(open.error, {
              failed: 'Could not open the page. Try again.',
              unreachable: 'Server error. Try again.',
            })}
          </FormError>
        </div>
      ) : null}
      {state === 'waiting' && (opened || !ready) ? (
        <p className="sm t3 onb-full" role="status">
          Waiting for Meta's page. Finish there; this goes on by itself.
          {opened && open.data ? (
            <>
              {' '}
              <a href={open.data.url} target="_blank" rel="noreferrer">
                Open it again
              </a>
            </>
          ) : null}
        </p>
      ) : null}
      {state === 'confirm' ? (
        <p className="sm t2 onb-full" role="status">
          {operator
            ? "Meta reports a finished signup. Compare its WABA ID below with the one on Meta's page, and press Assign."
            : "Meta reports a finished signup. Tell the operator of this installation the WABA ID that Meta's page showed you: they assign the account to you."}
        </p>
      ) : null}
    </>
  )
}

const isUnderWay = (state: string | undefined): boolean => state === 'waiting' || state === 'confirm'

/** For the operator: whose was the signup that Meta reported? */
export function AssignSignups() {
  const open = useOpenSignups(assignEveryMs)
  const { signups, waiting } = open.data ?? { signups: [], waiting: [] }
  const [email, setEmail] = useState<string | null>(null)
  const zone = useZone()
  const assign = useMutation({
    mutationFn: (waba_id: string) =>
      call(onboarding.assignHosted, { body: { waba_id, email: email ?? waiting[0]?.email ?? '' } }),
    onSuccess: ({ message }) => {
      toast.success(message ?? 'The account is connected.')
      return open.refetch()
    },
  })
  if (signups.length === 0 || waiting.length === 0) return null
  return (
    <section className="onb-full onb-assign stack" aria-labelledby="assign-signups">
      <h4 className="h4" id="assign-signups">
        Assign signups
      </h4>
      <p className="sm t2">
        Ask the person for the ID that Meta's page showed them. Assign only what matches.
      </p>
      <Select
        label="Person"
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
              busy={assign.isPending && assign.variables === waba_id && 'Connecting...'}
            >
              Assign
            </Button>
          </li>
        ))}
      </ul>
      {assign.error ? (
        <FormError>{sentenceFor(assign.error, { failed: 'This account could not be assigned.' })}</FormError>
      ) : null}
    </section>
  )
}
