import type { Encoding, ImportCheck, ImportSettings, LeadImport } from '#contract/lead-imports.ts'
import { ColumnRole, Delimiter, Encoding as Encodings } from '#contract/lead-imports.ts'
import { Banner } from '#web/components/banner.tsx'
import { Button } from '#web/components/button.tsx'
import { type Column, DataTable } from '#web/components/data-table.tsx'
import { formatNumber } from '#web/format/number.ts'
import { countryChoices } from '../accounts/countries.ts'
import { WhatWillHappen } from './what-will-happen.tsx'

const encodingNames: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
}
const delimiterNames: Record<Delimiter, string> = {
  ',': 'Comma ,',
  ';': 'Semicolon ;',
  '\t': 'Tab',
  '|': 'Pipe |',
}

type ReadAgain = Partial<Pick<ImportSettings, 'encoding' | 'delimiter' | 'header'>>

/** How the file is read, and what each of its columns becomes. */
export function ColumnsStep({
  found,
  settings,
  check,
  checking,
  checkError,
  reading,
  onSettings,
  onReadAgain,
  onDrop,
  onNext,
}: {
  found: LeadImport
  settings: ImportSettings
  check: ImportCheck | undefined
  checking: boolean
  checkError: unknown
  reading: boolean
  onSettings: (settings: ImportSettings) => void
  onReadAgain: (change: ReadAgain) => void
  onDrop: () => void
  onNext: () => void
}) {
  const hasPhone = settings.columns.includes('phone')
  const rows = found.analysis.columns.map((column, at) => ({
    ...column,
    at,
    role: settings.columns[at] ?? 'skip',
  }))
  const setRole = (at: number, role: ColumnRole) =>
    onSettings({ ...settings, columns: settings.columns.map((one, index) => (index === at ? role : one)) })
  return (
    <>
      {found.analysis.notes.map((note) => (
        <Banner key={note} kind="yours">
          {note}
        </Banner>
      ))}
      <Detected
        found={found}
        settings={settings}
        reading={reading}
        onSettings={onSettings}
        onReadAgain={onReadAgain}
      />
      <div className="cols mt8">
        <section aria-labelledby="import-columns" aria-busy={reading}>
          <div className="sec-h">
            <h2 id="import-columns">Columns</h2>
            <span className="sm t3">Samples are the first cells that are filled</span>
          </div>
          <div className="map">
            <DataTable
              label="Columns"
              rows={rows}
              keyOf={({ at }) => at}
              columns={columnsFor(check, setRole)}
            />
          </div>
        </section>
        <aside aria-label="What will happen">
          <WhatWillHappen check={check} checking={checking} error={checkError} hasPhone={hasPhone} />
          <div className="row sp mt4">
            <Button kind="quiet" onClick={onDrop}>
              Cancel
            </Button>
            <Button kind="yours" disabled={!hasPhone} onClick={onNext}>
              Continue to consent and tag
            </Button>
          </div>
          <p className="sm t3 mt3">You can undo the whole import for seven days.</p>
        </aside>
      </div>
    </>
  )
}

function Detected({
  found,
  settings,
  reading,
  onSettings,
  onReadAgain,
}: {
  found: LeadImport
  settings: ImportSettings
  reading: boolean
  onSettings: (settings: ImportSettings) => void
  onReadAgain: (change: ReadAgain) => void
}) {
  const { telling } = found.analysis
  return (
    <div className="well detect">
      {found.kind === 'csv' ? (
        <>
          <Choice
            label="Encoding"
            value={settings.encoding}
            disabled={reading}
            choices={Encodings.options.map((value) => ({ value, name: encodingNames[value] }))}
            onChange={(value) => onReadAgain({ encoding: Encodings.parse(value) })}
          />
          <Choice
            label="Separator"
            value={settings.delimiter}
            disabled={reading}
            choices={Delimiter.options.map((value) => ({ value, name: delimiterNames[value] }))}
            onChange={(value) => onReadAgain({ delimiter: Delimiter.parse(value) })}
          />
        </>
      ) : null}
      <Choice
        label="First row"
        value={settings.header ? 'header' : 'lead'}
        disabled={reading}
        choices={[
          { value: 'header', name: 'Is the header' },
          { value: 'lead', name: 'Is a lead' },
        ]}
        onChange={(value) => onReadAgain({ header: value === 'header' })}
      />
      <Choice
        label="Numbers without +"
        value={settings.country}
        disabled={reading}
        choices={countryChoices().map(({ value, label }) => ({ value, name: label }))}
        onChange={(country) => onSettings({ ...settings, country })}
      />
      <p className="sm t2">
        Found by reading the file.{' '}
        {telling && found.kind === 'csv' ? (
          <>
            Words such as <b className="t1">{telling}</b> should look right; if they do not, change the
            encoding.
          </>
        ) : (
          'Change what is not right.'
        )}
      </p>
    </div>
  )
}

function Choice({
  label,
  value,
  choices,
  disabled,
  onChange,
}: {
  label: string
  value: string
  choices: readonly { value: string; name: string }[]
  disabled: boolean
  onChange: (value: string) => void
}) {
  return (
    <label>
      <span className="sm t3">{label}</span>
      <select
        className="in sm"
        value={value}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </select>
    </label>
  )
}

type Row = LeadImport['analysis']['columns'][number] & { at: number; role: ColumnRole }

const roleNames: Record<ColumnRole, string> = {
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

function columnsFor(
  check: ImportCheck | undefined,
  setRole: (at: number, role: ColumnRole) => void,
): readonly Column<Row>[] {
  return [
    { key: 'name', title: 'In your file', className: 'b', phone: 'wide', cell: ({ name }) => name },
    {
      key: 'samples',
      title: 'Samples',
      className: 't2 sm',
      phone: 'wide',
      cell: ({ samples }) => samples.map((sample) => <div key={sample}>{sample}</div>),
    },
    {
      key: 'becomes',
      title: 'Becomes',
      phone: 'wide',
      cell: (row) => (
        <select
          className="in sm"
          aria-label={`${row.name} becomes`}
          value={row.role}
          onChange={({ currentTarget }) => setRole(row.at, ColumnRole.parse(currentTarget.value))}
        >
          {ColumnRole.options.map((role) => (
            <option key={role} value={role}>
              {roleNames[role]}
            </option>
          ))}
        </select>
      ),
    },
    {
      key: 'found',
      title: 'Found',
      phone: 'wide',
      className: 'sm t3',
      cell: (row) => <FoundInColumn row={row} check={check} />,
    },
  ]
}

function FoundInColumn({ row, check }: { row: Row; check: ImportCheck | undefined }) {
  if (row.role === 'skip') return row.filled === 0 ? 'Empty' : 'Not imported'
  const phones = row.role === 'phone' ? check?.phones.find(({ column }) => column === row.at) : undefined
  if (phones && phones.unreadable > 0) {
    return (
      <span className="warn">
        {formatNumber(phones.readable)} readable, {formatNumber(phones.unreadable)} not
      </span>
    )
  }
  if (phones) return `${formatNumber(phones.readable)} readable`
  if (row.role === 'tag') return `${row.distinct >= 100 ? '100 or more' : row.distinct} different values`
  return `${formatNumber(row.filled)} filled`
}
