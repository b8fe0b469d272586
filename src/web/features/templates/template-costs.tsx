import { NumberInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type TemplateCategory, templateCategories } from '#contract/templates/draft.ts'
import { type LocalTemplate, type MessageRates, type TemplateUsage, templates } from '#contract/templates.ts'
import { Button } from '#web/components/forms/button.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatMoney } from '#web/format/number.ts'
import { linkTo } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, call, sentenceFor } from '#web/net/api.ts'
import { useRates, useTemplateCache } from './templates.queries.ts'

/**
 * The cost of the last 30 days in each category at the prices that the owner entered: WhatsApp reports the kind of
 * price of a message, never the amount.
 */
export function TemplateCosts({ template, usage }: { template: LocalTemplate; usage: TemplateUsage }) {
  const rates = useRates()
  const [editing, setEditing] = useState(false)
  const known = rates.data?.rates ?? null
  const messages = usage.billed.reduce((sum, one) => sum + one.messages - one.free, 0)
  const free = usage.billed.reduce((sum, one) => sum + one.free, 0)
  if (rates.isPending) return null
  if (editing) return <RatesForm rates={known} onDone={() => setEditing(false)} />
  if (known === null) {
    return (
      <div className="row">
        <span className="t2">{t('templates.costs.noPrice')}</span>
        <Button size="small" onClick={() => setEditing(true)}>
          {t('templates.costs.enter')}
        </Button>
      </div>
    )
  }
  return (
    <>
      <p className="t2">
        {messages + free === 0
          ? t('templates.costs.nothing')
          : free > 0
            ? t('templates.costs.billedAndFree', { count: messages, free })
            : t('templates.costs.billed', { count: messages })}
      </p>
      <table className="cards tpl-costs mt2">
        <thead>
          <tr>
            <th scope="col">{t('templates.costs.category')}</th>
            <th scope="col" className="r">
              {t('templates.costs.perMessage')}
            </th>
            <th scope="col" className="r">
              {t('templates.costs.thirtyDays')}
            </th>
          </tr>
        </thead>
        <tbody>
          {templateCategories.map((category) => (
            <CostRow
              key={category}
              category={category}
              rates={known}
              messages={messages}
              present={category === template.category}
            />
          ))}
        </tbody>
      </table>
      <div className="row mt2">
        <span className="sm t3">{t('templates.costs.note')}</span>
        <Button kind="quiet" size="small" onClick={() => setEditing(true)}>
          {t('templates.costs.change')}
        </Button>
      </div>
    </>
  )
}

/** The prices of all templates, used to estimate a campaign's cost. */
export function Prices() {
  const rates = useRates()
  const [editing, setEditing] = useState(false)
  const known = rates.data?.rates ?? null
  if (rates.isPending) return <SkeletonLines lines={2} label={t('templates.costs.loading')} />
  if (editing) {
    return <RatesForm rates={known} onDone={() => setEditing(false)} />
  }
  const prices = templateCategories.flatMap((category) => {
    const rate = known?.[category] ?? null
    if (rate === null) return []
    return t('templates.costs.price', { category, price: formatMoney(rate, known?.currency ?? '') })
  })
  return (
    <div className="row">
      <span className="t2">
        {prices.length
          ? t('templates.costs.list', { prices: prices.join(', ') })
          : t('templates.costs.noPrice')}
      </span>
      <Button kind="quiet" size="small" onClick={() => setEditing(true)}>
        {known ? t('templates.costs.change') : t('templates.costs.enter')}
      </Button>
    </div>
  )
}

function CostRow({
  category,
  rates,
  messages,
  present,
}: {
  category: TemplateCategory
  rates: MessageRates
  messages: number
  present: boolean
}) {
  const rate = rates[category]
  return (
    <tr className={present ? 'on' : undefined}>
      <td>
        <span className={present ? 'b' : 't2'}>{category}</span>
        {present ? <span className="sm t3"> {t('templates.costs.current')}</span> : null}
      </td>
      <td className="r num">{rate === null ? '–' : formatMoney(rate, rates.currency)}</td>
      <td className="r num b">
        {rate === null || messages === 0
          ? '–'
          : formatMoney(rate * messages, rates.currency, { about: true })}
      </td>
    </tr>
  )
}

const priceList = 'https://developers.facebook.com/docs/whatsapp/pricing'

function RatesForm({ rates, onDone }: { rates: MessageRates | null; onDone: () => void }) {
  const cache = useTemplateCache()
  const [form, setForm] = useState<MessageRates>(
    rates ?? { currency: 'INR', MARKETING: null, TRANSACTIONAL: null, OTP: null },
  )
  const save = useMutation({
    mutationFn: () => call(templates.saveRates, { body: form }),
    onSuccess: (answer) => {
      toast.success(t('templates.toast.pricesSaved'))
      cache.putRates(answer.rates)
      onDone()
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: t('templates.failed.prices') })),
  })
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <p className="t2">
        {t.rich('templates.costs.help', {
          meta: (text) => (
            <a href={priceList} target="_blank" rel="noreferrer">
              {text}
            </a>
          ),
          prices: linkTo('/prices'),
        })}
      </p>
      <div className="tpl-samples mt4">
        <TextInput
          label={t('templates.costs.currency')}
          maxLength={3}
          value={form.currency}
          error={fields.currency}
          onChange={(event) => setForm({ ...form, currency: event.currentTarget.value.toUpperCase() })}
        />
        {templateCategories.map((category) => (
          <NumberInput
            key={category}
            label={t('templates.costs.priceOf', { category })}
            min={0}
            decimalScale={4}
            value={form[category] ?? ''}
            error={fields[category]}
            onChange={(value) => setForm({ ...form, [category]: value === '' ? null : Number(value) })}
          />
        ))}
      </div>
      <SubmitError error={save.error} words={{ failed: t('templates.failed.prices') }} />
      <div className="row mt4">
        <Button type="submit" busy={save.isPending && t('templates.actions.saving')}>
          {t('templates.costs.save')}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {t('templates.actions.cancel')}
        </Button>
      </div>
    </form>
  )
}
