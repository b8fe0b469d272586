import { Select } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Banner } from '#web/components/banner.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { useOwnNumber } from '#web/session/own-number.ts'
import { readKey, writeKey } from '#web/session/storage.ts'
import { useAssets } from '../onboarding.queries.ts'
import '../onboarding.css'

const words = () => ({
  failed: t('onboarding.connect.assets.failed'),
  unreachable: t('onboarding.connect.assets.unreachable'),
})

const isOneOf = (things: readonly { id: string }[] | undefined, wanted: string | null | undefined): boolean =>
  things?.some(({ id }) => id === wanted) ?? false

export default function BusinessAssetsPage() {
  const navigate = useNavigate()
  const query = useAssets()
  const { isError, error } = query
  useEffect(() => {
    if (isError) toast.error(sentenceFor(error, words()), { id: 'assets' })
  }, [isError, error])
  const assets = query.data?.assets
  const [chosen, setChosen] = useState({
    waba: readKey('selected_waba_id'),
    phone: readKey('selected_phone_id'),
  })
  // The choice made here, else the number that sends now, else the only one there is.
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
      toast.error(t('onboarding.connect.assets.bothNeeded'))
      return
    }
    writeKey('selected_waba_id', waba)
    writeKey('selected_phone_id', phone)
    toast.success(t('onboarding.connect.assets.saved'))
    navigate('/meta/save-business-details')
  }
  return (
    <>
      <PageHeader
        title={t('onboarding.connect.assets.title')}
        lede={isError ? null : t('onboarding.connect.assets.lede')}
      />
      {assets ? (
        <form onSubmit={submit} className="onb-narrow stack">
          <Select
            label={t('onboarding.connect.assets.account')}
            placeholder={t('onboarding.connect.assets.chooseAccount')}
            data={assets.wabas.map(({ id, name, connected }) => ({
              value: id,
              label: connected ? t('onboarding.connect.assets.connectedName', { name }) : name,
            }))}
            nothingFoundMessage={t('onboarding.connect.assets.noAccount')}
            allowDeselect={false}
            value={waba}
            onChange={(id) => setChosen({ waba: id, phone: null })}
          />
          <Select
            label={t('onboarding.connect.assets.number')}
            placeholder={
              waba ? t('onboarding.connect.assets.chooseNumber') : t('onboarding.connect.assets.accountFirst')
            }
            data={numbers.map(({ id, display_name }) => ({ value: id, label: display_name }))}
            nothingFoundMessage={t('onboarding.connect.assets.noNumber')}
            disabled={!waba}
            allowDeselect={false}
            value={phone}
            onChange={(id) => setChosen({ waba, phone: id })}
          />
          {assets.wabas.length === 0 ? (
            <p className="hint">{t('onboarding.connect.assets.noAccountHelp')}</p>
          ) : null}
          {waba && numbers.length === 0 ? (
            <p className="hint">{t('onboarding.connect.assets.noNumberHelp')}</p>
          ) : null}
          {missing && !(waba && phone) ? (
            <p className="hint err form-err">{t('onboarding.connect.assets.bothNeeded')}</p>
          ) : null}
          <div>
            <Button type="submit" kind="yours" size="large">
              {t('onboarding.connect.assets.continue')}
            </Button>
          </div>
        </form>
      ) : isError ? (
        <Unread error={error} onRetry={() => query.refetch()} />
      ) : (
        <div className="onb-narrow">
          <SkeletonLines lines={4} label={t('onboarding.connect.assets.loading')} />
        </div>
      )}
    </>
  )
}

/** Without a valid login only connecting helps, not another try. */
function Unread({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  if (!(error instanceof ApiError) || error.code !== 'rule_broken')
    return <ErrorState error={error} words={words()} onRetry={onRetry} />
  return (
    <Banner
      kind="error"
      action={
        <LinkButton kind="yours" to="/meta/onboarding-status#connect">
          {t('onboarding.connect.assets.waysToConnect')}
        </LinkButton>
      }
    >
      {sentenceFor(error, words())}
    </Banner>
  )
}
