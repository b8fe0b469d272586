import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Button } from '#web/components/forms/button.tsx'
import { Label } from '#web/components/forms/field.tsx'
import { MomentFields } from '#web/components/forms/moment-fields.tsx'
import { Segmented } from '#web/components/forms/segmented.tsx'
import { formatDateTime, wallClock } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useFreeSlots, useQueue } from '../social.queries.ts'
import type { Composer, Faults } from './composer-form.ts'
import { QueueWindow } from './queue-window.tsx'
import { weekdayNames } from './weekdays.ts'

type WhenProps = {
  form: Composer
  faults: Faults
  zone: string
  now: Date
  onChange: (changes: Partial<Composer>) => void
}

/** Now or later: at a time, at the queue's next free time, or every week. */
export function ScheduleField({ form, faults, zone, now, onChange }: WhenProps) {
  const slots = useFreeSlots(form.accounts, form.scheduled && form.when === 'time')
  const today = wallClock(now, zone)
  const isToday = form.date === today?.date
  return (
    <section className="sec" aria-label={t('social.compose.schedule.check')}>
      <Checkbox
        label={<b>{t('social.compose.schedule.check')}</b>}
        checked={form.scheduled}
        onChange={({ currentTarget: { checked } }) => onChange({ scheduled: checked })}
      />
      {form.scheduled ? (
        <div className="when">
          <Segmented
            className="when-seg"
            label={t('social.compose.schedule.how')}
            choices={[
              { value: 'time', name: t('social.compose.schedule.time') },
              { value: 'queue', name: t('social.compose.schedule.queue') },
              { value: 'repeat', name: t('social.compose.schedule.repeat') },
            ]}
            value={form.when}
            onChange={(when) => onChange({ when })}
          />
          {form.when === 'repeat' ? (
            <WeeklyFields form={form} faults={faults} zone={zone} now={now} onChange={onChange} />
          ) : null}
          {form.when === 'queue' ? <QueueChoice accounts={form.accounts} zone={zone} /> : null}
          {form.when === 'time' ? (
            <MomentFields
              moment={form}
              zone={zone}
              bounds={{ minDate: today?.date, minTime: isToday ? today?.time : undefined }}
              fault={faults.time}
              onChange={onChange}
            />
          ) : null}
          {form.when === 'time' && slots && slots.length > 0 ? (
            <fieldset>
              <legend className="sm t2 slots-h">{t('social.compose.schedule.slots')}</legend>
              <div className="slots">
                {slots.map(({ at, source }) => {
                  const clock = wallClock(at, zone)
                  return (
                    <label className="slot" key={at}>
                      <input
                        type="radio"
                        name="free-slot"
                        checked={clock?.date === form.date && clock.time === form.time}
                        onChange={() => clock && onChange(clock)}
                      />
                      <span className="num">{formatDateTime(at, zone)}</span>
                      <small>{t('social.compose.schedule.source', { source })}</small>
                    </label>
                  )
                })}
              </div>
            </fieldset>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}

/** When a weekly post goes out, and its last day. */
export function WeeklyFields({ form, faults, zone, now, onChange }: WhenProps) {
  return (
    <>
      <Weekdays
        chosen={form.weekdays}
        error={faults.weekdays}
        onChange={(weekdays) => onChange({ weekdays })}
      />
      <div className="row when-row">
        <TextInput
          label={t('app.moment.time')}
          type="time"
          value={form.time}
          error={Boolean(faults.time)}
          onChange={({ currentTarget: { value } }) => onChange({ time: value })}
        />
        <TextInput
          label={<Label optional>{t('social.compose.schedule.until')}</Label>}
          type="date"
          min={wallClock(now, zone)?.date}
          value={form.until}
          error={Boolean(faults.until)}
          onChange={({ currentTarget: { value } }) => onChange({ until: value })}
        />
        <span className="sm t3 when-zone">{t('app.moment.zone', { zone })}</span>
      </div>
      {faults.time ? <p className="hint err">{faults.time}</p> : null}
      {faults.until ? <p className="hint err">{faults.until}</p> : null}
    </>
  )
}

/** The days of the week at which a post goes out again. */
function Weekdays({
  chosen,
  error,
  onChange,
}: {
  chosen: readonly number[]
  error: string | undefined
  onChange: (days: number[]) => void
}) {
  return (
    <fieldset>
      <legend className="lab">{t('social.compose.schedule.weekdays')}</legend>
      <div className="row wdays">
        {weekdayNames().map(({ day, name }) => (
          <label className="slot" key={day}>
            <input
              type="checkbox"
              checked={chosen.includes(day)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, day].sort() : chosen.filter((one) => one !== day))
              }
            />
            {name}
          </label>
        ))}
      </div>
      {error ? <p className="hint err">{error}</p> : null}
    </fieldset>
  )
}

/** The next free time of the queue, and the way to its times. */
function QueueChoice({ accounts, zone }: { accounts: readonly number[]; zone: string }) {
  const [editing, setEditing] = useState(false)
  const queue = useQueue()
  const next = queue.data?.next_free
    .filter(({ account_id }) => accounts.includes(account_id))
    .flatMap(({ times }) => times.slice(0, 1))
    .sort()[0]
  return (
    <div className="row">
      <p className="t2">
        {next
          ? t('social.compose.schedule.queueNext', { time: `${formatDateTime(next, zone)} (${zone})` })
          : t('social.compose.schedule.queueEmpty')}
      </p>
      <Button size="small" onClick={() => setEditing(true)}>
        {t('social.compose.schedule.editQueue')}
      </Button>
      {editing && queue.data ? (
        <QueueWindow slots={queue.data.slots} zone={queue.data.timezone} onClose={() => setEditing(false)} />
      ) : null}
    </div>
  )
}
