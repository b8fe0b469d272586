import type { ColumnRole, LeadImport } from '#contract/leads/imports.ts'
import { countryName } from '#web/format/countries.ts'
import { t } from '#web/messages/t.ts'

const listedRoles: readonly ColumnRole[] = [
  'name',
  'first_name',
  'last_name',
  'phone',
  'country_code',
  'email',
  'tag',
  'consent',
  'opt_out',
]

/** What the columns of a file were recognised as, each with a sample, the country of bare numbers, and notes. */
export function ColumnsTaken({ found }: { found: LeadImport }) {
  const taken = found.analysis.columns.flatMap((column, at) => {
    const role = found.settings.columns[at] ?? 'skip'
    return listedRoles.includes(role) ? [{ ...column, at, role }] : []
  })
  return (
    <>
      {found.analysis.notes.map((note) => (
        <p key={note} className="sm warn mt2">
          {note}
        </p>
      ))}
      <dl className="sum mt2 sm" aria-label={t('leads.imports.upload.columnsFound')}>
        {taken.map(({ at, role, name, samples }) => (
          <div key={at}>
            <dt>{t(`leads.imports.roles.${role}`)}</dt>
            <dd>
              {name}
              {samples[0] ? <span className="t3"> ({samples[0]})</span> : null}
            </dd>
          </div>
        ))}
      </dl>
      {found.settings.columns.includes('phone') && !found.settings.columns.includes('country_code') ? (
        <p className="sm t3 mt2">
          {t('leads.imports.upload.withoutCode', { country: countryName(found.settings.country) })}
        </p>
      ) : null}
    </>
  )
}
