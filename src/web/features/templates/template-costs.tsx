import { NumberInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type TemplateCategory, templateCategories } from '#contract/templates/draft.ts'
import { type LocalTemplate, type MessageRates, type TemplateUsage, templates } from '#contract/templates.ts'
import { Button } from '#web/components/forms/button.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { counted, formatMoney, formatNumber } from '#web/format/number.ts'
import { ApiError, call, sentenceFor } from '#web/net/api.ts'
import { useRates, useTemplateCache } from './templates.queries.ts'

/**
 * What the last 30 days would cost in each category, at the prices that the owner entered: WhatsApp tells programs
 * what kind of price a message had, never how much it was.
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
        <span className="t2">No price entered yet.</span>
        <Button size="small" onClick={() => setEditing(true)}>
          Enter prices
        </Button>
      </div>
    )
  }
  return (
    <>
      <p className="t2">
        {messages + free === 0
          ? 'Nothing was delivered with it in the last 30 days, so this is the price of a single message.'
          : `${counted(messages, 'billed message', 'billed messages')}${free > 0 ? ` and ${formatNumber(free)} free` : ''} in the last 30 days.`}
      </p>
      <table className="cards tpl-costs mt2">
        <thead>
          <tr>
            <th scope="col">Category</th>
            <th scope="col" className="r">
              A message
            </th>
            <th scope="col" className="r">
              30 days
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
        <span className="sm t3">
          Estimates at your prices. A category is chosen by what the message says, not by what it costs.
        </span>
        <Button kind="quiet" size="small" onClick={() => setEditing(true)}>
          Change prices
        </Button>
      </div>
    </>
  )
}

/** The prices themselves, for all templates: what a campaign's cost is estimated by. */
export function Prices() {
  const rates = useRates()
  const [editing, setEditing] = useState(false)
  const known = rates.data?.rates ?? null
  if (rates.isPending) return <SkeletonLines lines={2} label="Loading prices" />
  if (editing) {
    return <RatesForm rates={known} onDone={() => setEditing(false)} />
  }
  const prices = templateCategories.flatMap((category) => {
    const rate = known?.[category] ?? null
    return rate === null ? [] : `${category} ${formatMoney(rate, known?.currency ?? '')}`
  })
  return (
    <div className="row">
      <span className="t2">
        {prices.length ? `A message: ${prices.join(', ')}.` : 'No price entered yet.'}
      </span>
      <Button kind="quiet" size="small" onClick={() => setEditing(true)}>
        {known ? 'Change prices' : 'Enter prices'}
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
        {present ? <span className="sm t3"> (as it is now)</span> : null}
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

const names: Record<TemplateCategory, string> = {
  MARKETING: 'A MARKETING message',
  TRANSACTIONAL: 'A TRANSACTIONAL message',
  OTP: 'An OTP message',
}

function RatesForm({ rates, onDone }: { rates: MessageRates | null; onDone: () => void }) {
  const cache = useTemplateCache()
  const [form, setForm] = useState<MessageRates>(
    rates ?? { currency: 'INR', MARKETING: null, TRANSACTIONAL: null, OTP: null },
  )
  const save = useMutation({
    mutationFn: () => call(templates.saveRates, { body: form }),
    onSuccess: (answer) => {
      toast.success('Prices saved')
      cache.putRates(answer.rates)
      onDone()
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: 'The prices could not be saved.' })),
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
        WhatsApp does not send its prices to apps. Copy yours from{' '}
        <a href={priceList} target="_blank" rel="noreferrer">
          Meta’s price list
        </a>{' '}
        to see what each category costs. Prices by country are under <Link to="/prices">Message prices</Link>.
      </p>
      <div className="tpl-samples mt4">
        <TextInput
          label="Currency"
          maxLength={3}
          value={form.currency}
          error={fields.currency}
          onChange={(event) => setForm({ ...form, currency: event.currentTarget.value.toUpperCase() })}
        />
        {templateCategories.map((category) => (
          <NumberInput
            key={category}
            label={names[category]}
            min={0}
            decimalScale={4}
            value={form[category] ?? ''}
            error={fields[category]}
            onChange={(value) => setForm({ ...form, [category]: value === '' ? null : Number(value) })}
          />
        ))}
      </div>
      <SubmitError error={save.error} words={{ failed: 'The prices could not be saved.' }} />
      <div className="row mt4">
        <Button type="submit" busy={save.isPending && 'Saving...'}>
          Save prices
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
