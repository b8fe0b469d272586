import { Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { quietCountriesMax } from '#contract/campaigns/timing.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { countryChoices, countryName } from '#web/format/countries.ts'
import { t } from '#web/messages/t.ts'
import type { QuietCountry } from '../draft-state.ts'

/** Other quiet hours for people of some countries. */
export function CountryQuiet({
  rows,
  usual,
  onChange,
}: {
  rows: readonly QuietCountry[]
  /** What a new row begins with. */
  usual: { from: string; to: string }
  onChange: (rows: QuietCountry[]) => void
}) {
  const taken = new Set(rows.map(({ country }) => country))
  const choices = countryChoices()
  const free = choices.filter(({ value }) => !taken.has(value))
  const put = (at: number, change: Partial<QuietCountry>): void =>
    onChange(rows.map((row, place) => (place === at ? { ...row, ...change } : row)))
  const nameOf = (country: string): string =>
    country ? countryName(country) : t('campaigns.form.when.country')
  return (
    <div className="stack">
      {rows.map((row, at) => (
        <div key={row.country} className="row quiet-row">
          <Select
            aria-label={t('campaigns.form.when.country')}
            searchable
            allowDeselect={false}
            value={row.country}
            data={choices.filter(({ value }) => value === row.country || !taken.has(value))}
            onChange={(country) => country && put(at, { country })}
          />
          <TextInput
            type="time"
            aria-label={t('campaigns.form.when.quietFromIn', { country: nameOf(row.country) })}
            value={row.from}
            onChange={({ currentTarget: { value } }) => value && put(at, { from: value })}
          />
          <span className="t2">{t('campaigns.form.when.quietAnd')}</span>
          <TextInput
            type="time"
            aria-label={t('campaigns.form.when.quietToIn', { country: nameOf(row.country) })}
            value={row.to}
            onChange={({ currentTarget: { value } }) => value && put(at, { to: value })}
          />
          <Button
            kind="quiet"
            icon={<Icon of={IconTrash} size="small" />}
            onClick={() => onChange(rows.filter((_, place) => place !== at))}
          >
            {t('campaigns.form.when.removeCountry')}
          </Button>
        </div>
      ))}
      {rows.length < quietCountriesMax && free[0] ? (
        <div className="row">
          <Button
            kind="quiet"
            icon={<Icon of={IconPlus} size="small" />}
            onClick={() => onChange([...rows, { country: free[0]!.value, from: usual.from, to: usual.to }])}
          >
            {t('campaigns.form.when.addCountry')}
          </Button>
        </div>
      ) : null}
      {rows.length > 0 ? <p className="hint">{t('campaigns.form.when.countryHint')}</p> : null}
    </div>
  )
}
