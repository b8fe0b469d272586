import { NativeSelect } from '@mantine/core'
import type { Encoding, ImportCheck, ImportSettings, LeadImport } from '#contract/leads/imports.ts'
import { ColumnRole, Delimiter, Encoding as Encodings } from '#contract/leads/imports.ts'
import { Banner } from '#web/components/banner.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { countryChoices } from '#web/format/countries.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { leadWords } from '../leads.queries.ts'
import { roleNames } from './columns-taken.tsx'
import { WhatWillHappen } from './what-will-happen.tsx'

const encodingNames: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252 (Western Europe)',
  'windows-1250': 'Windows-1250 (Central Europe)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'windows-1253': 'Windows-1253 (Greek)',
  'windows-1254': 'Windows-1254 (Turkish)',
  'windows-1255': 'Windows-1255 (Hebrew)',
  'windows-1256': 'Windows-1256 (Arabic)',
  'windows-1257': 'Windows-1257 (Baltic)',
  'windows-1258': 'Windows-1258 (Vietnamese)',
  'windows-874': 'Windows-874 (Thai)',
  macintosh: 'Mac Roman',
  'koi8-r': 'KOI8-R (Russian)',
  gb18030: 'GBK, GB18030 (Simplified Chinese)',
  big5: 'Big5 (Traditional Chinese)',
  shift_jis: 'Shift_JIS (Japanese)',
  'euc-jp': 'EUC-JP (Japanese)',
  'euc-kr': 'EUC-KR (Korean)',
}
const delimiterNames: Record<Delimiter, string> = {
  ',': 'Comma ,',
  ';': 'Semicolon ;',
  '\t': 'Tab',
  '|': 'Pipe |',
}

export type ReadAgain = Partial<Pick<ImportSettings, 'encoding' | 'delimiter' | 'first_row' | 'header'>> & {
  sheet?: string
}

/** How the file is read, and what each of its columns becomes. */
export function ColumnsStep({
  found,
  settings,
  check,
  checking,
  checkError,
  reading,
  readAgain,
  failed,
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
  /** The file as it was read again last, on this visit. */
  readAgain: LeadImport | undefined
  /** Why it could not be read again. */
  failed: unknown
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
      <div role="status" className="mt3">
        {reading ? (
          <p className="sm t2">Reading the file again…</p>
        ) : readAgain && !failed ? (
          <p className="sm t2">
            Read again: <b>{counted(readAgain.analysis.rows, 'row', 'rows')}</b> in{' '}
            {counted(readAgain.analysis.columns.length, 'column', 'columns')}.
          </p>
        ) : null}
      </div>
      <SubmitError error={failed} words={leadWords.upload} />
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
      {found.kind === 'csv' || found.kind === 'vcf' ? (
        <Choice
          label="Encoding"
          value={settings.encoding}
          disabled={reading}
          choices={Encodings.options.map((value) => ({ value, name: encodingNames[value] }))}
          onChange={(value) => onReadAgain({ encoding: Encodings.parse(value) })}
        />
      ) : null}
      {found.kind === 'csv' ? (
        <Choice
          label="Separator"
          value={settings.delimiter}
          disabled={reading}
          choices={Delimiter.options.map((value) => ({ value, name: delimiterNames[value] }))}
          onChange={(value) => onReadAgain({ delimiter: Delimiter.parse(value) })}
        />
      ) : null}
      {found.analysis.sheets.length > 1 ? (
        <Choice
          label="Sheet"
          value={settings.sheet ?? ''}
          disabled={reading}
          choices={found.analysis.sheets.map((sheet) => ({ value: sheet, name: sheet }))}
          onChange={(sheet) => onReadAgain({ sheet })}
        />
      ) : null}
      <Choice
        label="Header"
        value={settings.header ? String(settings.first_row) : 'none'}
        disabled={reading}
        choices={[
          { value: 'none', name: 'No header: the first row is a lead' },
          ...headRows(found, settings).map(({ row, text }) => ({
            value: String(row),
            name: `Row ${row}: ${text}`,
          })),
        ]}
        onChange={(value) =>
          onReadAgain(
            value === 'none' ? { header: false, first_row: 1 } : { header: true, first_row: Number(value) },
          )
        }
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
        {telling && (found.kind === 'csv' || found.kind === 'vcf') ? (
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

/** The rows that may be the header; imports of before have none listed. */
function headRows({ analysis }: LeadImport, { first_row }: ImportSettings): { row: number; text: string }[] {
  const rows = analysis.head.map((text, at) => ({ row: at + 1, text }))
  return rows.some(({ row }) => row === first_row)
    ? rows
    : [...rows, { row: first_row, text: 'the names of the columns' }]
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
    <NativeSelect
      size="sm"
      label={<span className="sm t3">{label}</span>}
      data={choices.map((choice) => ({ value: choice.value, label: choice.name }))}
      value={value}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

type Row = LeadImport['analysis']['columns'][number] & { at: number; role: ColumnRole }

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
        <NativeSelect
          size="sm"
          aria-label={`${row.name} becomes`}
          data={ColumnRole.options.map((role) => ({ value: role, label: roleNames[role] }))}
          value={row.role}
          onChange={({ currentTarget }) => setRole(row.at, ColumnRole.parse(currentTarget.value))}
        />
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
