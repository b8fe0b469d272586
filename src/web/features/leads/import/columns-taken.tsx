import type { ColumnRole, LeadImport } from '#contract/leads/imports.ts'

export const roleNames: Record<ColumnRole, string> = {
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  phone: 'Phone',
  country_code: 'Country of the phone',
  email: 'Email',
  tag: 'Tag',
  consent: 'Consent or its date',
  opt_out: 'Opted out',
  attribute: 'Kept under its name',
  skip: 'Leave out',
}
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

/** Which columns of a file were taken for what, with a sample of each, and what was noticed. */
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
      <dl className="sum mt2 sm" aria-label="Columns found">
        {taken.map(({ at, role, name, samples }) => (
          <div key={at}>
            <dt>{roleNames[role]}</dt>
            <dd>
              {name}
              {samples[0] ? <span className="t3"> ({samples[0]})</span> : null}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
