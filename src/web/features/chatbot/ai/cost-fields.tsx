import { NumberInput, TextInput } from '@mantine/core'
import type { AiSettings } from '#contract/chatbot/settings.ts'
import { Two } from '#web/components/forms/field.tsx'
import { formatMoney } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'

const costs = ['price_in', 'price_out', 'cost_limit_day', 'cost_limit_month'] as const
type Money = Pick<AiSettings, (typeof costs)[number] | 'currency'>

export const costFields = [...costs, 'currency'] as const

/** What the service charges, the most that may be spent, and what was. */
export function CostFields({
  values,
  settings,
  faultAt,
  onChange,
}: {
  values: Money
  settings: AiSettings
  faultAt: (field: string) => string | undefined
  onChange: (changes: Partial<Money>) => void
}) {
  const { spent_today, spent_month, spent_estimated, answer_cost } = settings
  const shown = (amount: number, about = false) => formatMoney(amount, settings.currency, { about })
  const field = (name: (typeof costs)[number]) => ({
    label: t(`chatbot.ai.${name}`),
    value: values[name] ?? '',
    error: faultAt(name),
    min: 0,
    decimalScale: 6,
    onChange: (value: number | string) => onChange({ [name]: typeof value === 'number' ? value : null }),
  })
  return (
    <>
      <Two>
        <NumberInput {...field('price_in')} description={t('chatbot.ai.priceInHelp')} />
        <NumberInput {...field('price_out')} description={t('chatbot.ai.priceOutHelp')} />
      </Two>
      <Two>
        <NumberInput
          {...field('cost_limit_day')}
          description={t('chatbot.ai.spentToday', { amount: shown(spent_today) })}
          placeholder={t('chatbot.ai.noLimit')}
        />
        <NumberInput
          {...field('cost_limit_month')}
          description={t('chatbot.ai.spentMonth', { amount: shown(spent_month, spent_estimated) })}
          placeholder={t('chatbot.ai.noLimit')}
        />
      </Two>
      <TextInput
        label={t('chatbot.ai.currency')}
        description={t('chatbot.ai.currencyHelp')}
        value={values.currency}
        error={faultAt('currency')}
        maxLength={3}
        w={{ base: '100%', sm: '12rem' }}
        onChange={({ currentTarget }) => onChange({ currency: currentTarget.value.toUpperCase() })}
      />
      {answer_cost === null ? null : (
        <p className="t2">
          {t('chatbot.ai.answerCost', { amount: shown(answer_cost) })}
          {spent_estimated ? ` ${t('chatbot.ai.estimated')}` : ''}
        </p>
      )}
    </>
  )
}
