import { Input } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { t } from '../../messages/t.ts'
import '../../look/field.css'

export type Moment = { date: string; time: string }

/** A date and a time by the clock of `zone`, which is named beside them. A sentence as `fault` is shown below. */
export function MomentFields({
  moment: { date, time },
  zone,
  bounds: { minDate, maxDate, minTime } = {},
  fault,
  focused,
  onChange,
}: {
  moment: Moment
  zone: string
  /** For the browser's own choice of days and times; what is typed is checked by the form. */
  bounds?: { minDate?: string | undefined; maxDate?: string | undefined; minTime?: string | undefined }
  /** `true`: the form says elsewhere what is wrong. */
  fault?: string | boolean | undefined
  /** A window that opens begins here. */
  focused?: boolean
  onChange: (changes: Partial<Moment>) => void
}) {
  const id = useId()
  // Mantine's own ARIA knows one description per field; the zone and the sentence describe both.
  const shared = {
    withAria: false,
    error: Boolean(fault),
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': typeof fault === 'string' ? `${id}-zone ${id}-fault` : `${id}-zone`,
  }
  return (
    <>
      <div className="row moment">
        <Labelled name={t('app.moment.date')}>
          <Input
            {...shared}
            type="date"
            min={minDate}
            max={maxDate}
            {...(focused && { 'data-autofocus': true })}
            value={date}
            onChange={({ currentTarget: { value } }) => onChange({ date: value })}
          />
        </Labelled>
        <Labelled name={t('app.moment.time')}>
          <Input
            {...shared}
            type="time"
            min={minTime}
            value={time}
            onChange={({ currentTarget: { value } }) => onChange({ time: value })}
          />
        </Labelled>
        <span className="sm t3 moment-zone" id={`${id}-zone`}>
          {t('app.moment.zone', { zone })}
        </span>
      </div>
      {typeof fault === 'string' ? (
        <p className="hint err" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      ) : null}
    </>
  )
}

const Labelled = ({ name, children }: { name: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: its children are the input
  <label>
    <span className="lab">{name}</span>
    {children}
  </label>
)
