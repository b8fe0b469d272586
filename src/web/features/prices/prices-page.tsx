import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PriceList } from '#contract/campaigns/prices.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { SendForm } from '#web/components/forms/send-form.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatDay } from '#web/format/time.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import '#web/look/table.css'
import './prices.css'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { usePrices, useResetPrices, useSavePrices } from './prices.queries.ts'

const metaList = 'https://developers.facebook.com/docs/whatsapp/pricing'
const kinds = [
  ['marketing', 'MARKETING'],
  ['utility', 'TRANSACTIONAL'],
  ['authentication', 'OTP'],
] as const

/** The prices that estimates use, by country. Users can enter their own. */
export default function PricesPage() {
  const found = usePrices()
  const list = found.data?.list
  return (
    <>
      <PageHeader
        title={t('prices.title')}
        crumbs={[{ to: '/campaigns', name: t('prices.crumb') }]}
        lede={list ? <Lede list={list} /> : null}
      />
      {found.isError ? <ErrorState error={found.error} onRetry={() => found.refetch()} /> : null}
      {list ? (
        <Prices key={`${list.shipped_from} ${list.currency}`} list={list} />
      ) : found.isError ? null : (
        <SkeletonLines lines={12} label={t('prices.loading')} />
      )}
    </>
  )
}

function Lede({ list }: { list: PriceList }) {
  const { shipped_from: day, currency } = list
  return day
    ? t.rich('prices.metaLede', { b: tags.b, date: formatDay(day), currency })
    : t('prices.ownLede', { currency })
}

type Typed = Record<string, Record<(typeof kinds)[number][0], string>>

function Prices({ list }: { list: PriceList }) {
  const [editing, setEditing] = useState(false)
  const [currency, setCurrency] = useState(list.currency)
  const [typed, setTyped] = useState<Typed>(() =>
    Object.fromEntries(
      list.markets.map(({ market, marketing, utility, authentication }) => [
        market,
        { marketing: `${marketing}`, utility: `${utility}`, authentication: `${authentication}` },
      ]),
    ),
  )
  const done = (sentence: string) => {
    toast.success(sentence)
    setEditing(false)
  }
  const save = useSavePrices()
  const press = () =>
    save.mutate(
      {
        currency,
        markets: Object.entries(typed).map(([market, price]) => ({
          market,
          marketing: Number(price.marketing || Number.NaN),
          utility: Number(price.utility || Number.NaN),
          authentication: Number(price.authentication || Number.NaN),
        })),
      },
      { onSuccess: () => done(t('prices.saved')) },
    )
  const reset = useResetPrices()
  const askToReset = async () => {
    const yes = await confirm({
      title: t('prices.ask'),
      consequence: t('prices.askWhy'),
      confirm: t('prices.useMeta'),
      cancel: t('prices.keep'),
    })
    if (!yes) return
    reset.mutate(undefined, {
      onSuccess: () => done(t('prices.isReset')),
      onError: (error) => toast.error(sentenceFor(error, { failed: t('prices.failed') })),
    })
  }
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  const table = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
    <section className="tw" tabIndex={0} aria-label={t('prices.table')}>
      <table className="prices">
        <thead>
          <tr>
            <th scope="col">{t('prices.country')}</th>
            {kinds.map(([kind, name]) => (
              <th scope="col" key={kind} className="r">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.markets.map(({ market, name, codes, ...price }) => (
            <tr key={market}>
              <th scope="row">
                {name} <span className="sm t3 prices-codes">{codes}</span>
              </th>
              {kinds.map(([kind, word]) => (
                <td key={kind} className="r num" data-name={word}>
                  {editing ? (
                    <TextInput
                      className="prices-in"
                      inputMode="decimal"
                      aria-label={t('prices.cell', { country: name, category: word })}
                      value={typed[market]?.[kind] ?? ''}
                      onChange={({ currentTarget: { value } }) =>
                        setTyped((now) => ({
                          ...now,
                          [market]: { ...now[market]!, [kind]: value.replace(',', '.') },
                        }))
                      }
                    />
                  ) : (
                    price[kind]
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
  return (
    <Section first title={t('prices.section')}>
      <p className="t2">
        {t.rich('prices.note', {
          link: (text) => (
            <a href={metaList} target="_blank" rel="noreferrer">
              {text}
            </a>
          ),
        })}
      </p>
      {editing ? (
        <SendForm className="stack mt4">
          <TextInput
            className="prices-currency"
            label={t('prices.currency')}
            maxLength={3}
            value={currency}
            error={fields.currency}
            onChange={({ currentTarget: { value } }) => setCurrency(value.toUpperCase())}
          />
          {table}
          <SubmitError error={save.error} words={{ failed: t('prices.saveFailed') }} />
          <div className="row">
            <Button kind="yours" busy={save.isPending && t('prices.saving')} onClick={press}>
              {t('prices.save')}
            </Button>
            <Button kind="quiet" onClick={() => setEditing(false)}>
              {t('prices.cancel')}
            </Button>
          </div>
        </SendForm>
      ) : (
        <>
          <div className="row mt4">
            <Button onClick={() => setEditing(true)}>{t('prices.own')}</Button>
            {list.shipped_from === null ? (
              <Button
                kind="quiet"
                busy={reset.isPending && t('prices.working')}
                onClick={() => void askToReset()}
              >
                {t('prices.useMetaPrices')}
              </Button>
            ) : null}
          </div>
          <div className="mt4">{table}</div>
        </>
      )}
    </Section>
  )
}
