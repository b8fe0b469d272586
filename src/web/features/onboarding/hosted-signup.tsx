import { TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { onboarding } from '#contract/onboarding.ts'
import { call, queryFor, sentenceFor } from '#web/api.ts'
import { Button } from '#web/components/button.tsx'
import { FormError } from '#web/components/field.tsx'

/** How often it is asked what came of the provider's page, while one is open. */
const askEveryMs = 3_000

/**
 * Signup on the provider's own page. Nothing comes back to this window: the provider tells the server, and this asks
 * the server. Where several businesses have the page open, the owner confirms which account is theirs.
 */
export function HostedSignup({ ready, onConnected }: { ready: boolean; onConnected: () => void }) {
  const [opened, setOpened] = useState(false)
  const status = useQuery({
    ...queryFor(onboarding.hostedStatus),
    // A page that was opened before this one was reloaded is waited for as well.
    refetchInterval: ({ state }) => (opened || isUnderWay(state.data?.state) ? askEveryMs : false),
  })
  const state = status.data?.state
  const waited = useRef(false)
  const tell = useEffectEvent(onConnected)
  useEffect(() => {
    if (isUnderWay(state)) waited.current = true
    if (state !== 'connected' || !waited.current) return
    waited.current = false
    setOpened(false)
    tell()
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
      {state === 'confirm' ? <Claim onConnected={() => void status.refetch()} /> : null}
    </>
  )
}

const isUnderWay = (state: string | undefined): boolean => state === 'waiting' || state === 'confirm'

function Claim({ onConnected }: { onConnected: () => void }) {
  const [wabaId, setWabaId] = useState('')
  const claim = useMutation({
    mutationFn: () => call(onboarding.claimHosted, { body: { waba_id: wabaId } }),
    onSuccess: onConnected,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!claim.isPending) claim.mutate()
  }
  return (
    <form className="onb-full stack" onSubmit={submit}>
      <TextInput
        label="WABA ID shown on Meta's page"
        description="A signup was finished. Confirm that it is yours with the id that Meta showed at its end."
        classNames={{ input: 'mono' }}
        inputMode="numeric"
        required
        value={wabaId}
        error={claim.error ? sentenceFor(claim.error, { failed: 'This could not be confirmed.' }) : undefined}
        onChange={(event) => setWabaId(event.currentTarget.value.trim())}
      />
      <div>
        <Button type="submit" busy={claim.isPending && 'Connecting...'}>
          Confirm account
        </Button>
      </div>
    </form>
  )
}
