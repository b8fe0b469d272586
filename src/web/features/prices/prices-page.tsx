import { NativeSelect, TextInput } from '@mantine/core'
import { IconDownload, IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { PriceList } from '#contract/campaigns/prices.ts'
import { Banner } from '#web/components/banner.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { SendForm } from '#web/components/forms/send-form.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatList } from '#web/format/list.ts'
import { formatExact } from '#web/format/number.ts'
import { formatDay } from '#web/format/time.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import '#web/look/table.css'
import './prices.css'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { type Kind, kindsOf } from './kinds.ts'
import {
  useDownloadPrices,
  usePrices,
  useRemovePrices,
  useResetPrices,
  useSavePrices,
} from './prices.queries.ts'
import { UploadPrices } from './upload-prices.tsx'
import { inputOf, tiersOf, VolumePrices } from './volume-prices.tsx'

const metaList = 'https://developers.facebook.com/docs/whatsapp/pricing'
const numberOf = (typed: string | undefined): number => Number(typed || Number.NaN)

/** The prices that figures and estimates use, by country and day. Users can enter their own, or upload them. */
export default function PricesPage() {
  const [day, setDay] = useState<string>()
  const found = usePrices(day)
  // Markets of the last file that was uploaded.
  const [left, setLeft] = useState<readonly string[]>([])
  const list = found.data?.list
  return (
    <>
      <PageHeader
        title={t('prices.title')}
        crumbs={[{ to: '/campaigns', name: t('prices.crumb') }]}
        lede={list ? <Lede list={list} /> : null}
      />
      {found.isError ? <ErrorState error={found.error} onRetry={() => found.refetch()} /> : null}
      {left.length > 0 ? (
        <Banner kind="waiting">{t('prices.left', { count: left.length, names: formatList(left) })}</Banner>
      ) : null}
      {list ? (
        <Prices key={JSON.stringify(list)} list={list} onDay={setDay} onLeft={setLeft} />
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

type Typed = Record<string, Partial<Record<Kind, string>>>

const typedOf = (list: PriceList): Typed =>
  Object.fromEntries(
    list.markets.map(({ market, ...price }) => [
      market,
      Object.fromEntries(kindsOf(list).map(([kind]) => [kind, `${price[kind] ?? ''}`])),
    ]),
  )

function Prices({
  list,
  onDay,
  onLeft,
}: {
  list: PriceList
  onDay: (day: string | undefined) => void
  onLeft: (unknown: readonly string[]) => void
}) {
  const kinds = kindsOf(list)
  const [editing, setEditing] = useState(false)
  const [uploading, setUploading] = useState(false)
  const [currency, setCurrency] = useState(list.currency)
  const [typed, setTyped] = useState(() => typedOf(list))
  const [tiers, setTiers] = useState(() => tiersOf(list))
  const [from, setFrom] = useState(list.shipped_from ?? list.day)
  const done = (sentence: string) => {
    toast.success(sentence)
    setEditing(false)
  }
  const save = useSavePrices()
  const cancel = () => {
    setCurrency(list.currency)
    setTyped(typedOf(list))
    setTiers(tiersOf(list))
    setFrom(list.shipped_from ?? list.day)
    save.reset()
    setEditing(false)
  }
  const press = () =>
    save.mutate(
      {
        currency,
        from,
        tiers: tiers.map(inputOf),
        markets: Object.entries(typed).map(([market, price]) => ({
          market,
          marketing: numberOf(price.marketing),
          utility: numberOf(price.utility),
          authentication: numberOf(price.authentication),
          authentication_international: price.authentication_international
            ? numberOf(price.authentication_international)
            : null,
          service: price.service ? numberOf(price.service) : null,
        })),
      },
      {
        onSuccess: () => {
          done(t('prices.saved'))
          onDay(from)
        },
      },
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
      onSuccess: () => {
        done(t('prices.isReset'))
        onDay(undefined)
      },
      onError: (error) => toast.error(sentenceFor(error, { failed: t('prices.failed') })),
    })
  }
  const period = periodOf(list)
  const remove = useRemovePrices()
  const askToRemove = async (of: Period) => {
    const isFirst = list.periods[0]?.from === of.from
    const yes = await confirm({
      title: t('prices.removeAsk', { period: periodText(of) }),
      consequence: isFirst ? t('prices.removeFirst') : t('prices.removeWhy'),
      confirm: t('prices.remove'),
      cancel: t('prices.cancel'),
    })
    if (!yes) return
    remove.mutate(of.from, {
      onSuccess: () => {
        done(t('prices.removed'))
        onDay(undefined)
      },
    })
  }
  const file = useDownloadPrices()
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
                  ) : price[kind] == null ? (
                    <span className="t3">{t('prices.notKnown')}</span>
                  ) : (
                    formatExact(price[kind])
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
          <div className="row">
            <TextInput
              className="prices-currency"
              label={t('prices.currency')}
              maxLength={3}
              value={currency}
              error={fields.currency}
              onChange={({ currentTarget: { value } }) => setCurrency(value.toUpperCase())}
            />
            <TextInput
              type="date"
              label={t('prices.validFrom')}
              value={from}
              error={fields.from}
              onChange={({ currentTarget: { value } }) => setFrom(value)}
            />
          </div>
          <p className="hint">{t('prices.validFromHint')}</p>
          {table}
          <VolumePrices list={list} tiers={tiers} fields={fields} onChange={setTiers} />
          <SubmitError error={save.error} words={{ failed: t('prices.saveFailed') }} />
          <div className="row">
            <Button kind="yours" busy={save.isPending && t('prices.saving')} onClick={press}>
              {t('prices.save')}
            </Button>
            <Button kind="quiet" onClick={cancel}>
              {t('prices.cancel')}
            </Button>
          </div>
        </SendForm>
      ) : (
        <>
          <div className="row mt4">
            <Button onClick={() => setEditing(true)}>{t('prices.own')}</Button>
            <Button icon={<Icon of={IconUpload} size="small" />} onClick={() => setUploading(true)}>
              {t('prices.upload')}
            </Button>
            <Button
              kind="quiet"
              icon={<Icon of={IconDownload} size="small" />}
              busy={file.isPending && t('prices.working')}
              onClick={() => file.mutate()}
            >
              {t('prices.download')}
            </Button>
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
          {uploading ? (
            <UploadPrices
              hasOwn={list.shipped_from === null}
              onDone={(unknown) => {
                setUploading(false)
                onLeft(unknown)
                onDay(undefined)
              }}
            />
          ) : null}
          {list.periods.length > 1 ? (
            <div className="row mt4 prices-periods">
              <NativeSelect
                className="prices-day"
                label={t('prices.shown')}
                value={period?.from ?? ''}
                data={[
                  ...(period ? [] : [{ value: '', label: formatDay(list.day) }]),
                  ...list.periods.map((period) => ({ value: period.from, label: periodText(period) })),
                ]}
                onChange={({ currentTarget: { value } }) => onDay(value || undefined)}
              />
              {period && list.shipped_from === null ? (
                <Button
                  kind="quiet"
                  icon={<Icon of={IconTrash} size="small" />}
                  busy={remove.isPending && t('prices.working')}
                  onClick={() => void askToRemove(period)}
                >
                  {t('prices.remove')}
                </Button>
              ) : null}
            </div>
          ) : null}
          <div className="mt4">{table}</div>
          <VolumePrices list={list} tiers={tiers} />
        </>
      )}
    </Section>
  )
}

type Period = PriceList['periods'][number]

const periodOf = ({ periods, day }: PriceList): Period | undefined =>
  periods.find(({ from, to }) => from <= day && (to === null || day <= to))

const periodText = ({ from, to }: Period): string =>
  to === null
    ? t('prices.onward', { from: formatDay(from) })
    : t('prices.until', { from: formatDay(from), to: formatDay(to) })
