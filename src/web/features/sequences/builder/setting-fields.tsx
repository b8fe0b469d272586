import { Checkbox, TextInput } from '@mantine/core'
import { CapFields } from '#web/components/forms/cap-fields.tsx'
import { Two } from '#web/components/forms/field.tsx'
import { CountryQuiet } from '#web/features/campaigns/campaigns.ts'
import { t } from '#web/messages/t.ts'
import { useLeadTags } from '#web/session/business.queries.ts'
import type { Edited } from './builder-state.ts'

type Props = { edited: Edited; error?: string | undefined; onChange: (change: Partial<Edited>) => void }

/** A tag, typed or chosen from those that there are. */
export function TagInput({
  label,
  description,
  value,
  error,
  onChange,
}: {
  label: string
  description?: string
  value: string
  error?: string | undefined
  onChange: (tag: string) => void
}) {
  const tags = useLeadTags().data?.tags ?? []
  const list = `tags-${label.replace(/\W/g, '')}`
  return (
    <>
      <TextInput
        label={label}
        description={description}
        value={value}
        maxLength={60}
        list={list}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id={list}>
        {tags.map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </>
  )
}

export function StopFields({ edited: { stops }, onChange }: Props) {
  const set = (change: Partial<Edited['stops']>) => onChange({ stops: { ...stops, ...change } })
  return (
    <div className="stack">
      <Checkbox
        label={t('sequences.leave.reply')}
        checked={stops.reply}
        onChange={({ currentTarget }) => set({ reply: currentTarget.checked })}
      />
      <Checkbox
        label={t('sequences.leave.conversion')}
        description={t('sequences.builder.conversionHint')}
        checked={stops.conversion}
        onChange={({ currentTarget }) => set({ conversion: currentTarget.checked })}
      />
      {stops.conversion ? (
        <TextInput
          label={t('sequences.builder.event')}
          description={t('sequences.builder.goalEventHint')}
          placeholder={t('sequences.builder.anyEvent')}
          value={stops.conversion_event ?? ''}
          maxLength={100}
          onChange={({ currentTarget: { value } }) => set({ conversion_event: value || undefined })}
        />
      ) : null}
      <Two>
        <TagInput
          label={t('sequences.builder.goalTag')}
          description={t('sequences.builder.goalTagHint')}
          value={stops.goal_tag ?? ''}
          onChange={(tag) => set({ goal_tag: tag || null })}
        />
        <TagInput
          label={t('sequences.builder.stopTag')}
          description={t('sequences.builder.stopTagHint')}
          value={stops.tag ?? ''}
          onChange={(tag) => set({ tag: tag || null })}
        />
      </Two>
      <p className="hint">{t('sequences.builder.always')}</p>
    </div>
  )
}

export function LimitFields({ edited: { quiet, cap, clock }, error, onChange }: Props) {
  return (
    <div className="stack">
      <Checkbox
        label={t('sequences.builder.theirClock')}
        description={t('sequences.builder.theirClockHint')}
        checked={clock === 'person'}
        onChange={({ currentTarget }) => onChange({ clock: currentTarget.checked ? 'person' : 'business' })}
      />
      <Checkbox
        label={t('sequences.builder.quiet')}
        checked={quiet !== null}
        onChange={({ currentTarget }) =>
          onChange({ quiet: currentTarget.checked ? { from: '20:00', to: '08:00' } : null })
        }
      />
      {quiet ? (
        <Two>
          <TextInput
            type="time"
            label={t('sequences.builder.from')}
            value={quiet.from}
            error={error}
            onChange={({ currentTarget }) => onChange({ quiet: { ...quiet, from: currentTarget.value } })}
          />
          <TextInput
            type="time"
            label={t('sequences.builder.to')}
            value={quiet.to}
            onChange={({ currentTarget }) => onChange({ quiet: { ...quiet, to: currentTarget.value } })}
          />
        </Two>
      ) : null}
      {quiet && clock === 'person' ? (
        <CountryQuiet
          rows={quiet.countries ?? []}
          usual={quiet}
          onChange={(countries) => onChange({ quiet: { ...quiet, countries } })}
        />
      ) : null}
      <CapFields
        description={t('sequences.builder.capHint')}
        cap={cap}
        onChange={(next) => onChange({ cap: next })}
      />
    </div>
  )
}
