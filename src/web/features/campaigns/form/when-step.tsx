import { Select, TextInput } from '@mantine/core'
import { Segmented } from '#web/components/forms/segmented.tsx'
import { Section } from '#web/components/page.tsx'
import { wallClock, zoneChoices } from '#web/format/time.ts'
import { type DraftState, timeFault } from './draft-state.ts'

/** Now, or a date and time that always stand with their zone. */
export function WhenStep({
  draft,
  now,
  error,
  onChange,
}: {
  draft: DraftState
  now: Date
  error?: string
  onChange: (changes: Partial<DraftState>) => void
}) {
  const fault = error ?? timeFault(draft, now)
  return (
    <Section number={4} title="When">
      <div className="row when-row">
        <Segmented
          label="When"
          choices={[
            { value: 'now', name: 'Now' },
            { value: 'later', name: 'Later' },
          ]}
          value={draft.when}
          onChange={(when) => onChange({ when })}
        />
        {draft.when === 'later' ? (
          <>
            <TextInput
              label="Date"
              type="date"
              min={wallClock(now, draft.zone)?.date}
              value={draft.date}
              error={Boolean(fault)}
              aria-errormessage={fault ? 'when-fault' : undefined}
              onChange={({ currentTarget: { value } }) => onChange({ date: value })}
            />
            <TextInput
              label="Time"
              type="time"
              value={draft.time}
              error={Boolean(fault)}
              aria-errormessage={fault ? 'when-fault' : undefined}
              onChange={({ currentTarget: { value } }) => onChange({ time: value })}
            />
            <Select
              label="Zone"
              searchable
              allowDeselect={false}
              nothingFoundMessage="No zone of this name"
              data={zoneChoices(draft.zone)}
              value={draft.zone}
              onChange={(zone) => zone && onChange({ zone })}
            />
          </>
        ) : null}
      </div>
      <p id="when-fault" className={fault ? 'hint err' : ''} aria-live="polite">
        {fault}
      </p>
      <TextInput
        className="mt4 name-field"
        label={
          <>
            <span>Name of the campaign</span>
            <span className="opt">optional, only you see it</span>
          </>
        }
        maxLength={150}
        placeholder="Wedding hampers, early orders"
        value={draft.name}
        onChange={({ currentTarget: { value } }) => onChange({ name: value })}
      />
    </Section>
  )
}
