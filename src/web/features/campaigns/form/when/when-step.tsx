import { Checkbox, Select, TextInput } from '@mantine/core'
import { Segmented } from '#web/components/forms/segmented.tsx'
import { Section } from '#web/components/page.tsx'
import { wallClock, zoneChoices } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { type DraftState, timeFault } from '../draft-state.ts'
import { CountryQuiet } from './country-quiet.tsx'

/** Now, or a date and time, always shown with their zone. */
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
    <Section number={5} title={t('campaigns.form.when.title')}>
      <div className="row when-row">
        <Segmented
          label={t('campaigns.form.when.title')}
          choices={[
            { value: 'now', name: t('campaigns.form.when.now') },
            { value: 'later', name: t('campaigns.form.when.later') },
          ]}
          value={draft.when}
          onChange={(when) => onChange({ when })}
        />
        {draft.when === 'later' ? (
          <>
            <TextInput
              label={t('campaigns.form.when.date')}
              type="date"
              min={wallClock(now, draft.zone)?.date}
              value={draft.date}
              error={Boolean(fault)}
              aria-errormessage={fault ? 'when-fault' : undefined}
              onChange={({ currentTarget: { value } }) => onChange({ date: value })}
            />
            <TextInput
              label={t('campaigns.form.when.time')}
              type="time"
              value={draft.time}
              error={Boolean(fault)}
              aria-errormessage={fault ? 'when-fault' : undefined}
              onChange={({ currentTarget: { value } }) => onChange({ time: value })}
            />
            <Select
              label={t('campaigns.form.when.zone')}
              searchable
              allowDeselect={false}
              nothingFoundMessage={t('campaigns.form.when.noZone')}
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
      <TheirClock draft={draft} onChange={onChange} />
      <TextInput
        className="mt4 name-field"
        label={
          <>
            <span>{t('campaigns.form.when.name')}</span>
            <span className="opt">{t('campaigns.form.when.nameNote')}</span>
          </>
        }
        maxLength={150}
        placeholder={t('campaigns.form.when.nameExample')}
        value={draft.name}
        onChange={({ currentTarget: { value } }) => onChange({ name: value })}
      />
    </Section>
  )
}

/** The time by each person's own clock, and the hours in which they get nothing. */
function TheirClock({
  draft,
  onChange,
}: {
  draft: DraftState
  onChange: (changes: Partial<DraftState>) => void
}) {
  return (
    <div className="stack mt2">
      {draft.when === 'later' ? (
        <Checkbox
          label={t('campaigns.form.when.theirs')}
          description={t('campaigns.form.when.theirsHint', { zone: draft.zone })}
          checked={draft.byTheirClock}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ byTheirClock: checked, ...(checked && { isQuiet: true }) })
          }
        />
      ) : null}
      <div className="row quiet-row">
        <Checkbox
          label={t('campaigns.form.when.quiet')}
          description={t('campaigns.form.when.quietHint')}
          checked={draft.isQuiet}
          onChange={({ currentTarget: { checked } }) => onChange({ isQuiet: checked })}
        />
        <div className="row">
          <TextInput
            type="time"
            aria-label={t('campaigns.form.when.quietFrom')}
            disabled={!draft.isQuiet}
            value={draft.quietFrom}
            onChange={({ currentTarget: { value } }) => value && onChange({ quietFrom: value })}
          />
          <span className="t2">{t('campaigns.form.when.quietAnd')}</span>
          <TextInput
            type="time"
            aria-label={t('campaigns.form.when.quietTo')}
            disabled={!draft.isQuiet}
            value={draft.quietTo}
            onChange={({ currentTarget: { value } }) => value && onChange({ quietTo: value })}
          />
        </div>
      </div>
      {draft.isQuiet ? (
        <CountryQuiet
          rows={draft.quietCountries ?? []}
          usual={{ from: draft.quietFrom, to: draft.quietTo }}
          onChange={(quietCountries) => onChange({ quietCountries })}
        />
      ) : null}
    </div>
  )
}
