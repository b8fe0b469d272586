import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Analytics } from '#contract/analytics/analytics.ts'
import { currencyDigits } from '#contract/text/formats.ts'
import { Button } from '#web/components/forms/button.tsx'
import { SendForm } from '#web/components/forms/send-form.tsx'
import { formatExact, formatMoney } from '#web/format/number.ts'
import { formatDay } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useSaveExchangeRate } from '../analytics.queries.ts'
import { rateBetween } from '../exchange-rate.ts'
import { salesOf } from '../sales.ts'

/** What people bought after messages, beside what these cost: in one currency, or at a rate that the owner entered. */
export function Return({
  report: { conversions },
  spent,
  currency,
}: {
  report: Analytics
  spent: number | null
  currency: string
}) {
  const lines = salesOf(conversions).money.filter((one) => one.currency !== currency || spent)
  return lines.map(({ currency: of, amount }) => (
    <div key={of} className="an-return">
      <p className="t2">
        {textOf(conversions, { revenue: amount / 10 ** currencyDigits(of), of, spent, currency })}
      </p>
      {of === currency ? null : <Rate from={currency} to={of} rates={conversions.exchange_rates} />}
    </div>
  ))
}

type Line = { revenue: number; of: string; spent: number | null; currency: string }

function textOf({ exchange_rates: rates }: Analytics['conversions'], line: Line): string {
  const { revenue, of, spent, currency } = line
  const found = rateBetween(rates, currency, of)
  if (!found || !spent) return t('analytics.cost.revenue', { revenue: formatMoney(revenue, of), currency })
  const text = {
    revenue: formatMoney(revenue, of),
    each: formatMoney(revenue / (spent * found.rate), of),
    one: formatMoney(1, of),
  }
  const { entered } = found
  if (!entered) return t('analytics.cost.return', text)
  const rate = t('analytics.cost.rate', {
    from: entered.from,
    to: entered.to,
    rate: formatExact(entered.rate),
  })
  return t('analytics.cost.returnAt', { ...text, rate, day: formatDay(entered.day) })
}

/** Enters how much one unit of the cost's currency is in the revenue's. */
function Rate({
  from,
  to,
  rates,
}: {
  from: string
  to: string
  rates: Analytics['conversions']['exchange_rates']
}) {
  const known = rateBetween(rates, from, to)
  const [typed, setTyped] = useState<string>()
  const save = useSaveExchangeRate()
  if (typed === undefined)
    return (
      <Button size="small" onClick={() => setTyped(known ? String(Number(known.rate.toPrecision(6))) : '')}>
        {t(known ? 'analytics.cost.changeRate' : 'analytics.cost.enterRate')}
      </Button>
    )
  const rate = Number(typed.replace(',', '.') || Number.NaN)
  const put = (value: number | null) =>
    save.mutate({ from, to, rate: value }, { onSuccess: () => setTyped(undefined) })
  return (
    <SendForm className="row an-rate">
      <TextInput
        size="sm"
        inputMode="decimal"
        label={t('analytics.cost.rateLabel', { from, to })}
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <Button
        size="small"
        kind="yours"
        disabled={!(rate > 0)}
        busy={save.isPending && t('analytics.cost.savingRate')}
        onClick={() => put(rate)}
      >
        {t('analytics.cost.saveRate')}
      </Button>
      {known ? (
        <Button size="small" kind="quiet" onClick={() => put(null)}>
          {t('analytics.cost.removeRate')}
        </Button>
      ) : null}
      <Button size="small" kind="quiet" onClick={() => setTyped(undefined)}>
        {t('analytics.cost.cancelRate')}
      </Button>
    </SendForm>
  )
}
