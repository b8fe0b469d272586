import { TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { onboarding } from '#contract/onboarding.ts'
import { call, queryFor, sentenceFor } from '#web/api.ts'
import { Button } from '#web/components/button.tsx'
import { toast } from '#web/components/toast.tsx'

/** How often it is asked what came of the provider's page, while one is open. */
const askEveryMs = 3_000

/**
 * Signup on the provider's own page. Nothing comes back to this window: the provider tells the server, and this asks
 * the server. Where several businesses have the page open, the owner confirms which account is theirs.
 */
export function HostedSignup({ onConnected }: { onConnected: () => void }) {
  const [opened, setOpened] = useState(false)
  const status = useQuery({
    ...queryFor(onboarding.hostedStatus),
    refetchInterval: opened ? askEveryMs : false,
  })
  const state = status.data?.state
  const tell = useEffectEvent(onConnected)
  useEffect(() => {
    if (!opened || state !== 'connected') return
    setOpened(false)
    tell()
  }, [opened, state])
  const open = useMutation({
    mutationFn: () => call(onboarding.openHosted),
    onSuccess: ({ url }) => {
      setOpened(true)
      window.open(url, '_blank', 'noopener')
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: 'Could not open the page. Try again.' })),
  })
  return (
    <>
      <Button kind="quiet" onClick={() => open.mutate()} busy={open.isPending && 'Opening...'}>
        Use Meta's own page
      </Button>
      {opened && state === 'waiting' ? (
        <p className="sm t3 onb-full" role="status">
          Waiting for Meta's page. Finish there; this goes on by itself.
        </p>
      ) : null}
      {state === 'confirm' ? <Claim onConnected={onConnected} /> : null}
    </>
  )
}

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
