import { Select, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type OfficeHours, officeHours } from '#contract/office-hours.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { SubmitError, Two } from '#web/components/forms/field.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { zoneChoices } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { call, editQuery, keyOf, sentenceFor } from '#web/net/api.ts'
import { useConnection } from '#web/session/business.queries.ts'
import { useZone } from '#web/session/me.ts'
import { holidaysText, readHolidays, readSpans, spansText } from './hours-text.ts'

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const words = () => ({ failed: t('app.failedTryAgain') })

/** When somebody answers, for each number. Nothing is shown without a number. */
export function OfficeHoursSection() {
  const numbers = useConnection()?.accounts.flatMap(({ phone_numbers }) => phone_numbers) ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const number = chosen ?? numbers[0]?.phone_number_id
  if (number === undefined) return null
  return (
    <Section title={t('businessSettings.hours.title')}>
      <p className="t2">{t('businessSettings.hours.help')}</p>
      {numbers.length > 1 ? (
        <Select
          className="narrow mt4"
          label={t('businessSettings.hours.number')}
          allowDeselect={false}
          data={numbers.map((one) => ({ value: one.phone_number_id, label: one.display_phone_number }))}
          value={number}
          onChange={setChosen}
        />
      ) : null}
      <HoursOf key={number} number={number} />
    </Section>
  )
}

function HoursOf({ number }: { number: string }) {
  const zone = useZone()
  const hours = useQuery(editQuery(officeHours.get, { params: { phone_number_id: number } }))
  if (hours.isError && !hours.data) {
    return <ErrorState error={hours.error} onRetry={() => hours.refetch()} />
  }
  if (!hours.data) return <SkeletonRows label={t('businessSettings.hours.title')} />
  const { hours: stored, open_now: open } = hours.data
  return (
    <>
      <p className="mt4" role="status">
        {t('businessSettings.hours.now', { state: open === null ? 'none' : open ? 'open' : 'closed' })}
      </p>
      <HoursForm
        number={number}
        isSet={stored !== null}
        start={stored ?? { timezone: zone, week: days.map(() => []), holidays: [] }}
      />
    </>
  )
}

const formOf = ({ timezone, week, holidays }: OfficeHours) => ({
  timezone,
  week: week.map(spansText),
  holidays: holidaysText(holidays),
})

type Form = ReturnType<typeof formOf>

/** What was not changed here is as it is stored by now: a colleague may have changed it. */
const withTheirs = (mine: OfficeHours, theirs: OfficeHours, form: Form, base: Form): OfficeHours => ({
  timezone: form.timezone === base.timezone ? theirs.timezone : mine.timezone,
  week: mine.week.map((day, nr) => (form.week[nr] === base.week[nr] ? (theirs.week[nr] ?? day) : day)),
  holidays: form.holidays === base.holidays ? theirs.holidays : mine.holidays,
})

function HoursForm({ number, isSet, start }: { number: string; isSet: boolean; start: OfficeHours }) {
  const params = { phone_number_id: number }
  const zone = useZone()
  const [form, setForm] = useState(() => formOf(start))
  const [base, setBase] = useState(form)
  const begin = (hours: OfficeHours) => {
    setForm(formOf(hours))
    setBase(formOf(hours))
  }
  const [checked, setChecked] = useState(false)
  const queries = useQueryClient()
  const changed = () => queries.invalidateQueries({ queryKey: keyOf(officeHours.get, { params }) })
  const save = useMutation({
    mutationFn: async (mine: OfficeHours) => {
      const { hours: theirs } = await call(officeHours.get, { params })
      const body = theirs ? withTheirs(mine, theirs, form, base) : mine
      return await call(officeHours.save, { params, body })
    },
    onSuccess: async ({ hours }) => {
      begin(hours)
      await changed()
      toast.success(t('businessSettings.hours.saved'))
    },
  })
  const remove = useMutation({
    mutationFn: () => call(officeHours.remove, { params }),
    onSuccess: async () => {
      await changed()
      begin({ timezone: zone, week: days.map(() => []), holidays: [] })
      toast.success(t('businessSettings.hours.removed'))
    },
    onError: (error) => toast.error(sentenceFor(error, words())),
  })
  const askRemove = async () => {
    const yes = await confirm({
      title: t('businessSettings.hours.removeTitle'),
      consequence: t('businessSettings.hours.removeText'),
      confirm: t('businessSettings.hours.remove'),
    })
    if (yes) remove.mutate()
  }
  const week = form.week.map(readSpans)
  const holidays = readHolidays(form.holidays)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    const read = week.filter((day) => day !== null)
    if (save.isPending || read.length < days.length || !holidays) return
    save.mutate({ timezone: form.timezone, week: read, holidays })
  }
  return (
    <form className="stack narrow mt4" onSubmit={submit} noValidate>
      <Select
        label={t('businessSettings.hours.timezone')}
        data={zoneChoices(form.timezone)}
        searchable
        allowDeselect={false}
        value={form.timezone}
        onChange={(timezone) => timezone && setForm((now) => ({ ...now, timezone }))}
      />
      <p className="hint">{t('businessSettings.hours.weekHelp')}</p>
      <Two>
        {days.map((day, nr) => (
          <TextInput
            key={day}
            label={t('businessSettings.hours.day', { day })}
            placeholder={t('businessSettings.hours.closed')}
            value={form.week[nr] ?? ''}
            error={checked && week[nr] === null ? t('businessSettings.hours.dayFault') : null}
            onChange={({ currentTarget: { value } }) =>
              setForm((now) => ({ ...now, week: now.week.map((one, at) => (at === nr ? value : one)) }))
            }
          />
        ))}
      </Two>
      <Textarea
        label={t('businessSettings.hours.holidays')}
        description={t('businessSettings.hours.holidaysHelp')}
        autosize
        minRows={2}
        maxRows={12}
        value={form.holidays}
        error={checked && !holidays ? t('businessSettings.hours.holidaysFault') : null}
        onChange={({ currentTarget: { value } }) => setForm((now) => ({ ...now, holidays: value }))}
      />
      <SubmitError error={save.error} words={words()} />
      <div className="row">
        {isSet ? (
          <Button kind="danger" onClick={() => void askRemove()}>
            {t('businessSettings.hours.remove')}
          </Button>
        ) : null}
        <Button type="submit" busy={save.isPending && t('businessSettings.saving')}>
          {t('businessSettings.hours.save')}
        </Button>
      </div>
    </form>
  )
}
