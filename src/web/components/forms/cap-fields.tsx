import { Checkbox } from '@mantine/core'
import type { MarketingCap } from '#contract/values.ts'
import { t } from '#web/messages/t.ts'
import { CountInput } from './count-input.tsx'
import { Two } from './field.tsx'

/** The limit of marketing per person, or none. */
export function CapFields({
  description,
  cap,
  onChange,
}: {
  description: string
  cap: MarketingCap | null
  onChange: (cap: MarketingCap | null) => void
}) {
  return (
    <>
      <Checkbox
        label={t('app.cap.label')}
        description={description}
        checked={cap !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? { messages: 2, days: 7 } : null)}
      />
      {cap ? (
        <Two>
          <CountInput
            label={t('app.cap.messages')}
            value={cap.messages}
            min={1}
            max={50}
            onChange={(messages) => onChange({ ...cap, messages })}
          />
          <CountInput
            label={t('app.cap.days')}
            value={cap.days}
            min={1}
            max={90}
            onChange={(days) => onChange({ ...cap, days })}
          />
        </Two>
      ) : null}
    </>
  )
}
