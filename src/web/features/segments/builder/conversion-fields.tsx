import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { type SegmentCondition, TouchOrNone, touchIds } from '#contract/growth/segment-rules.ts'
import type { SegmentMenus } from '#contract/growth/segments.ts'
import { currencyDigits } from '#contract/text/formats.ts'
import { t } from '#web/messages/t.ts'
import { adChoices } from './ad-fields.tsx'
import { Did } from './did.tsx'
import { ScopeLine } from './scope-line.tsx'
import { WhenFields } from './when-fields.tsx'

type Condition = Extract<SegmentCondition, { about: 'converted' }>
type Props = {
  condition: Condition
  menus: SegmentMenus | undefined
  onChange: (condition: SegmentCondition) => void
}

/** What a person bought or reached, after what, for how much, and when. */
export function ConversionFields({ condition, menus, onChange }: Props) {
  return (
    <>
      <Did words="did" value={condition.did} onChange={(did) => onChange({ ...condition, did })} />
      <TextInput
        aria-label={t('segments.event')}
        placeholder={t('segments.anyEvent')}
        value={condition.event ?? ''}
        maxLength={100}
        onChange={({ currentTarget: { value } }) => onChange({ ...condition, event: value || undefined })}
      />
      <TouchFields condition={condition} menus={menus} onChange={onChange} />
      <AmountFields condition={condition} menus={menus} onChange={onChange} />
      <ScopeLine condition={condition} onChange={onChange} />
      <WhenFields value={condition.when} onChange={(when) => onChange({ ...condition, when })} />
    </>
  )
}

type Choice = { value: string; label: string }

/** Which campaigns, sequences, ads or forms a touch can be. */
function choicesOf(
  kind: keyof typeof touchIds,
  condition: Condition,
  menus: SegmentMenus | undefined,
): Choice[] {
  if (kind === 'ad') return adChoices(menus, condition.ad_id)
  const named = { campaign: menus?.campaigns, sequence: menus?.sequences, form: menus?.forms }[kind] ?? []
  return named.map(({ id, name }) => ({ value: String(id), label: name }))
}

function TouchFields({ condition, menus, onChange }: Props) {
  const { touch, by_read: byRead, campaign_id, sequence_id, ad_id, form_id, ...rest } = condition
  const kind = touch === undefined || touch === 'none' || touch === 'message' ? undefined : touch
  const id = kind && touchIds[kind]
  return (
    <>
      <NativeSelect
        aria-label={t('segments.after')}
        value={touch ?? ''}
        data={[
          { value: '', label: t('segments.touches.any') },
          ...TouchOrNone.options.map((one) => ({ value: one, label: t(`segments.touches.${one}`) })),
        ]}
        onChange={({ currentTarget }) => {
          const next = TouchOrNone.options.find((one) => one === currentTarget.value)
          onChange(next === undefined ? rest : { ...rest, touch: next, ...(byRead && { by_read: true }) })
        }}
      />
      {kind && id ? (
        <NativeSelect
          className="seg-campaign"
          aria-label={t('segments.afterWhich')}
          value={condition[id] ?? ''}
          data={[{ value: '', label: t('segments.anyOfThem') }, ...choicesOf(kind, condition, menus)]}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              ...condition,
              [id]: value === '' ? undefined : kind === 'ad' ? value : Number(value),
            })
          }
        />
      ) : null}
      {touch === undefined ? null : (
        <NativeSelect
          aria-label={t('segments.touchBy')}
          value={byRead ? 'read' : 'click'}
          data={(['click', 'read'] as const).map((one) => ({
            value: one,
            label: t(`segments.touchWays.${one}`),
          }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...condition, by_read: value === 'read' ? true : undefined })
          }
        />
      )}
    </>
  )
}

/** Nothing is offered to a business that was never paid. */
function AmountFields({ condition, menus, onChange }: Props) {
  const { at_least: least, currency, ...rest } = condition
  const currencies = [...new Set([...(currency ? [currency] : []), ...(menus?.currencies ?? [])])]
  const shown = currency ?? currencies[0]
  if (shown === undefined) return null
  const digits = currencyDigits(shown)
  return (
    <span className="row n">
      <NumberInput
        aria-label={t('segments.atLeast')}
        placeholder={t('segments.anyAmount')}
        value={least === undefined ? '' : least / 10 ** digits}
        min={0}
        decimalScale={digits}
        hideControls
        onChange={(amount) => {
          const found = Math.round(Number(amount) * 10 ** digits)
          onChange(found > 0 ? { ...rest, at_least: found, currency: shown } : rest)
        }}
      />
      {least === undefined ? null : (
        <NativeSelect
          aria-label={t('segments.currency')}
          value={shown}
          data={currencies}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              ...rest,
              at_least: Math.round((least / 10 ** digits) * 10 ** currencyDigits(value)),
              currency: value,
            })
          }
        />
      )}
    </span>
  )
}
