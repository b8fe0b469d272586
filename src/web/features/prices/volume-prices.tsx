import { NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { PriceList, PriceTier, RatedCategory } from '#contract/campaigns/prices.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { formatExact, formatNumber } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { kindsOf } from './kinds.ts'

/** A price for larger volumes as it is typed. */
export type TypedTier = { market: string; category: RatedCategory; above: string; price: string }

export const tiersOf = ({ tiers }: PriceList): TypedTier[] =>
  tiers.map(({ above, price, ...of }) => ({ ...of, above: `${above}`, price: `${price}` }))

const numberOf = (typed: string): number => Number(typed || Number.NaN)

export const inputOf = ({ above, price, ...of }: TypedTier): PriceTier => ({
  ...of,
  above: numberOf(above),
  price: numberOf(price),
})

/** Prices that hold once a month has had so many messages; with `onChange` they can be edited. */
export function VolumePrices({
  list,
  tiers,
  fields = {},
  onChange,
}: {
  list: PriceList
  tiers: readonly TypedTier[]
  fields?: Record<string, string>
  onChange?: (tiers: TypedTier[]) => void
}) {
  const kinds = kindsOf(list)
  const nameOf = (market: string): string => list.markets.find((one) => one.market === market)?.name ?? market
  const categoryOf = (category: RatedCategory): string =>
    kinds.find(([kind]) => kind === category)?.[1] ?? category
  return (
    <section className="prices-tiers mt4" aria-label={t('prices.tiers.table')}>
      <h3 className="h3">{t('prices.tiers.title')}</h3>
      <p className="hint">
        {t('prices.tiers.lede')} {t('prices.tiers.edit')}
      </p>
      {onChange ? (
        <TierFields list={list} tiers={tiers} fields={fields} onChange={onChange} />
      ) : tiers.length === 0 ? (
        <p className="t3 mt2">{t('prices.tiers.none')}</p>
      ) : (
        <ul className="prices-tier-list mt2">
          {tiers.map(({ market, category, above, price }) => (
            <li key={`${market} ${category} ${above}`}>
              <span>{nameOf(market)}</span>
              <span className="t2">{categoryOf(category)}</span>
              <span className="num t2">{`> ${formatNumber(Number(above))}`}</span>
              <b className="num">{formatExact(Number(price))}</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function TierFields({
  list,
  tiers,
  fields,
  onChange,
}: {
  list: PriceList
  tiers: readonly TypedTier[]
  fields: Record<string, string>
  onChange: (tiers: TypedTier[]) => void
}) {
  const put = (at: number, change: Partial<TypedTier>): void =>
    onChange(tiers.map((tier, place) => (place === at ? { ...tier, ...change } : tier)))
  const add = (): void => {
    const last = tiers.at(-1)
    const market = last?.market ?? list.markets[0]?.market ?? ''
    onChange([...tiers, { market, category: last?.category ?? 'utility', above: '', price: '' }])
  }
  return (
    <div className="stack mt2">
      {tiers.map((tier, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed
        <fieldset key={at} className="prices-tier" aria-label={t('prices.tiers.row', { number: at + 1 })}>
          <NativeSelect
            label={t('prices.tiers.country')}
            value={tier.market}
            data={list.markets.map(({ market, name }) => ({ value: market, label: name }))}
            onChange={({ currentTarget: { value } }) => put(at, { market: value })}
          />
          <NativeSelect
            label={t('prices.tiers.category')}
            value={tier.category}
            data={kindsOf(list).map(([kind, label]) => ({ value: kind, label }))}
            onChange={({ currentTarget: { value } }) => put(at, { category: value as RatedCategory })}
          />
          <TextInput
            label={t('prices.tiers.above')}
            inputMode="numeric"
            value={tier.above}
            error={fields[`tiers.${at}.above`]}
            onChange={({ currentTarget: { value } }) => put(at, { above: value.replace(/\D/g, '') })}
          />
          <TextInput
            label={t('prices.tiers.price')}
            inputMode="decimal"
            value={tier.price}
            error={fields[`tiers.${at}.price`]}
            onChange={({ currentTarget: { value } }) => put(at, { price: value.replace(',', '.') })}
          />
          <Button
            kind="quiet"
            icon={<Icon of={IconTrash} size="small" />}
            onClick={() => onChange(tiers.filter((_, place) => place !== at))}
          >
            {t('prices.tiers.remove')}
          </Button>
        </fieldset>
      ))}
      <div className="row">
        <Button kind="quiet" icon={<Icon of={IconPlus} size="small" />} onClick={add}>
          {t('prices.tiers.add')}
        </Button>
      </div>
    </div>
  )
}
