import { TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type PriceList, prices } from '#contract/campaigns/prices.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { SendForm } from '#web/components/forms/send-form.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatDate } from '#web/format/time.ts'
import { ApiError, call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import '#web/look/table.css'
import './prices.css'

const metaList = 'https://developers.facebook.com/docs/whatsapp/pricing'
const kinds = [
  ['marketing', 'MARKETING'],
  ['utility', 'TRANSACTIONAL'],
  ['authentication', 'OTP'],
] as const

/** What estimates of campaigns are made with, country by country, for the owner to look at and to replace. */
export default function PricesPage() {
  const found = useQuery(queryFor(prices.get))
  const list = found.data?.list
  return (
    <>
      <PageHeader
        title="Message prices"
        crumbs={[{ to: '/campaigns', name: 'Campaign Manager' }]}
        lede={list ? <Lede list={list} /> : null}
      />
      {found.isError ? <ErrorState error={found.error} onRetry={() => found.refetch()} /> : null}
      {list ? (
        <Prices key={`${list.shipped_from} ${list.currency}`} list={list} />
      ) : found.isError ? null : (
        <SkeletonLines lines={12} label="Loading prices" />
      )}
    </>
  )
}

function Lede({ list }: { list: PriceList }) {
  return list.shipped_from ? (
    <>
      Meta’s price list of <b>{formatDate(`${list.shipped_from}T12:00:00Z`, 'UTC').slice(4)}</b>, in{' '}
      {list.currency}. Estimates use it.
    </>
  ) : (
    <>Your own prices, in {list.currency}. Estimates use them.</>
  )
}

type Typed = Record<string, Record<(typeof kinds)[number][0], string>>

function Prices({ list }: { list: PriceList }) {
  const queries = useQueryClient()
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
  const done = (answer: { list: PriceList }, words: string) => {
    toast.success(words)
    queries.setQueryData(keyOf(prices.get), { success: true, list: answer.list })
    setEditing(false)
  }
  const save = useMutation({
    mutationFn: () =>
      call(prices.save, {
        body: {
          currency,
          markets: Object.entries(typed).map(([market, price]) => ({
            market,
            marketing: Number(price.marketing || Number.NaN),
            utility: Number(price.utility || Number.NaN),
            authentication: Number(price.authentication || Number.NaN),
          })),
        },
      }),
    onSuccess: (answer) => done(answer, 'Prices saved'),
  })
  const reset = useMutation({
    mutationFn: () => call(prices.reset),
    onSuccess: (answer) => done(answer, 'Meta’s price list is used again'),
    onError: (error) => toast.error(sentenceFor(error, { failed: 'This did not work. Try again.' })),
  })
  const askToReset = async () => {
    const yes = await confirm({
      title: 'Use Meta’s price list again?',
      consequence: 'Your own prices are deleted.',
      confirm: 'Use Meta’s list',
      cancel: 'Keep mine',
    })
    if (yes) reset.mutate()
  }
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  const table = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
    <section className="tw" tabIndex={0} aria-label="Prices by country">
      <table className="prices">
        <thead>
          <tr>
            <th scope="col">Country</th>
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
                      aria-label={`${name}, ${word}`}
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
    <Section first title="By country">
      <p className="t2">
        WhatsApp does not send its prices to apps, so these are for estimates only.{' '}
        <a href={metaList} target="_blank" rel="noreferrer">
          Look up the prices of today at Meta
        </a>
        .
      </p>
      {editing ? (
        <SendForm className="stack mt4">
          <TextInput
            className="prices-currency"
            label="Currency"
            maxLength={3}
            value={currency}
            error={fields.currency}
            onChange={({ currentTarget: { value } }) => setCurrency(value.toUpperCase())}
          />
          {table}
          <SubmitError error={save.error} words={{ failed: 'The prices could not be saved.' }} />
          <div className="row">
            <Button kind="yours" busy={save.isPending && 'Saving...'} onClick={() => save.mutate()}>
              Save prices
            </Button>
            <Button kind="quiet" onClick={() => setEditing(false)}>
              Cancel
            </Button>
          </div>
        </SendForm>
      ) : (
        <>
          <div className="row mt4">
            <Button onClick={() => setEditing(true)}>Enter your own prices</Button>
            {list.shipped_from === null ? (
              <Button kind="quiet" busy={reset.isPending && 'Working...'} onClick={() => void askToReset()}>
                Use Meta’s price list
              </Button>
            ) : null}
          </div>
          <div className="mt4">{table}</div>
        </>
      )}
    </Section>
  )
}
