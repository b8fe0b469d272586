import { Select } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Banner } from '#web/components/banner.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { useOwnNumber } from '#web/session/own-number.ts'
import { readKey, writeKey } from '#web/session/storage.ts'
import { useAssets } from '../onboarding.queries.ts'
import '../onboarding.css'

const words = {
  failed: 'Failed to load Meta business assets.',
  unreachable: 'Server error while fetching assets.',
}

const isOneOf = (things: readonly { id: string }[] | undefined, wanted: string | null | undefined): boolean =>
  things?.some(({ id }) => id === wanted) ?? false

const bothNeeded = 'Please select both WABA ID and Phone ID.'

export default function BusinessAssetsPage() {
  const navigate = useNavigate()
  const query = useAssets()
  const { isError, error } = query
  useEffect(() => {
    if (isError) toast.error(sentenceFor(error, words), { id: 'assets' })
  }, [isError, error])
  const assets = query.data?.assets
  const [chosen, setChosen] = useState({
    waba: readKey('selected_waba_id'),
    phone: readKey('selected_phone_id'),
  })
  // What was chosen here, else what sends now, else what alone is there.
  const own = useOwnNumber()
  const only = assets?.wabas.length === 1 ? (assets.wabas[0]?.id ?? null) : null
  const waba = [chosen.waba, own?.wabaId, only].find((wanted) => isOneOf(assets?.wabas, wanted)) ?? null
  const numbers = assets?.phone_numbers.filter(({ waba_id }) => waba_id === waba) ?? []
  const onlyNumber = numbers.length === 1 ? (numbers[0]?.id ?? null) : null
  const phone =
    [chosen.phone, own?.phoneNumberId, onlyNumber].find((wanted) => isOneOf(numbers, wanted)) ?? null

  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!waba || !phone)
    if (!waba || !phone) {
      toast.error(bothNeeded)
      return
    }
    writeKey('selected_waba_id', waba)
    writeKey('selected_phone_id', phone)
    toast.success('Selection saved. Proceeding...')
    navigate('/meta/save-business-details')
  }
  return (
    <>
      <PageHeader
        title="Select Meta Business Assets"
        lede={
          isError ? null : 'Your login reaches these accounts and numbers. Say which one Tidings may use.'
        }
      />
      {assets ? (
        <form onSubmit={submit} className="onb-narrow stack">
          <Select
            label="WhatsApp Business Account"
            placeholder="Choose an account"
            data={assets.wabas.map(({ id, name, connected }) => ({
              value: id,
              label: connected ? `${name} (connected)` : name,
            }))}
            nothingFoundMessage="The login reaches no account"
            allowDeselect={false}
            value={waba}
            onChange={(id) => setChosen({ waba: id, phone: null })}
          />
          <Select
            label="Phone number"
            placeholder={waba ? 'Choose a number' : 'Choose an account first'}
            data={numbers.map(({ id, display_name }) => ({ value: id, label: display_name }))}
            nothingFoundMessage="This account has no number"
            disabled={!waba}
            allowDeselect={false}
            value={phone}
            onChange={(id) => setChosen({ waba, phone: id })}
          />
          {assets.wabas.length === 0 ? (
            <p className="hint">
              The login reaches no WhatsApp account. Share one in Meta's dialog, or give the system user
              access to it.
            </p>
          ) : null}
          {waba && numbers.length === 0 ? (
            <p className="hint">
              This account has no phone number yet. Add one in WhatsApp Manager, then come back.
            </p>
          ) : null}
          {missing && !(waba && phone) ? <p className="hint err form-err">{bothNeeded}</p> : null}
          <div>
            <Button type="submit" kind="yours" size="large">
              Continue
            </Button>
          </div>
        </form>
      ) : isError ? (
        <Unread error={error} onRetry={() => query.refetch()} />
      ) : (
        <div className="onb-narrow">
          <SkeletonLines lines={4} label="Loading your accounts" />
        </div>
      )}
    </>
  )
}

/** Without a login, or with a dead one, trying again is of no use: connecting is. */
function Unread({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  if (!(error instanceof ApiError) || error.code !== 'rule_broken')
    return <ErrorState error={error} words={words} onRetry={onRetry} />
  return (
    <Banner
      kind="error"
      action={
        <LinkButton kind="yours" to="/meta/onboarding-status#connect">
          See the ways to connect
        </LinkButton>
      }
    >
      {sentenceFor(error, words)}
    </Banner>
  )
}
