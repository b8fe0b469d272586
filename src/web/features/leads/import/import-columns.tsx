import { NativeSelect } from '@mantine/core'
import {
  ColumnRole,
  Delimiter,
  Encoding,
  type ImportCheck,
  type ImportSettings,
  type LeadImport,
  undoDays,
} from '#contract/leads/imports.ts'
import { Banner } from '#web/components/banner.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { countryChoices } from '#web/format/countries.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { leadErrors } from '../lead-errors.ts'
import { WhatWillHappen } from './what-will-happen.tsx'

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const
/** From here on the number of different values is not counted. */
const mostDistinct = 100

export type ReadAgain = Partial<Pick<ImportSettings, 'encoding' | 'delimiter' | 'first_row' | 'header'>> & {
  sheet?: string
}

/** How the file is read, and what each column is imported as. */
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
  /** The last answer to reading the file again. */
  readAgain: LeadImport | undefined
  /** The error of reading it again. */
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
      <div className={found.analysis.notes.length > 0 ? 'mt4' : undefined}>
        <Detected
          found={found}
          settings={settings}
          reading={reading}
          onSettings={onSettings}
          onReadAgain={onReadAgain}
        />
      </div>
      <div role="status" className="mt3">
        {reading ? (
          <p className="sm t2">{t('leads.imports.columns.readingAgain')}</p>
        ) : readAgain && !failed ? (
          <p className="sm t2">
            {t.rich('leads.imports.columns.readAgain', {
              rows: readAgain.analysis.rows,
              columns: readAgain.analysis.columns.length,
              b: tags.b,
            })}
          </p>
        ) : null}
      </div>
      <SubmitError error={failed} words={leadErrors.upload()} />
      <div className="cols mt8">
        <section aria-labelledby="import-columns" aria-busy={reading}>
          <div className="sec-h">
            <h2 id="import-columns">{t('leads.imports.columns.title')}</h2>
            <span className="sm t3">{t('leads.imports.columns.samplesHint')}</span>
          </div>
          <div className="map">
            <DataTable
              label={t('leads.imports.columns.title')}
              rows={rows}
              keyOf={({ at }) => at}
              columns={columnsFor(check, setRole)}
            />
          </div>
        </section>
        <aside aria-label={t('leads.imports.preview.title')}>
          <WhatWillHappen check={check} checking={checking} error={checkError} hasPhone={hasPhone} />
          <div className="row sp mt4">
            <Button kind="quiet" onClick={onDrop}>
              {t('leads.cancel')}
            </Button>
            <Button kind="yours" disabled={!hasPhone} onClick={onNext}>
              {t('leads.imports.columns.next')}
            </Button>
          </div>
          <p className="sm t3 mt3">{t('leads.imports.columns.undoHint', { days: undoDays })}</p>
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
          label={t('leads.imports.columns.encoding')}
          value={settings.encoding}
          disabled={reading}
          choices={Encoding.options.map((value) => ({
            value,
            name: t(`leads.imports.columns.encodings.${value}`),
          }))}
          onChange={(value) => onReadAgain({ encoding: Encoding.parse(value) })}
        />
      ) : null}
      {found.kind === 'csv' ? (
        <Choice
          label={t('leads.imports.columns.separator')}
          value={settings.delimiter}
          disabled={reading}
          choices={Delimiter.options.map((value) => ({
            value,
            name: t(`leads.imports.columns.delimiters.${delimiterNames[value]}`),
          }))}
          onChange={(value) => onReadAgain({ delimiter: Delimiter.parse(value) })}
        />
      ) : null}
      {found.analysis.sheets.length > 1 ? (
        <Choice
          label={t('leads.imports.columns.sheet')}
          value={settings.sheet ?? ''}
          disabled={reading}
          choices={found.analysis.sheets.map((sheet) => ({ value: sheet, name: sheet }))}
          onChange={(sheet) => onReadAgain({ sheet })}
        />
      ) : null}
      <Choice
        label={t('leads.imports.columns.header')}
        value={settings.header ? String(settings.first_row) : 'none'}
        disabled={reading}
        choices={[
          { value: 'none', name: t('leads.imports.columns.noHeader') },
          ...headRows(found, settings).map(({ row, text }) => ({
            value: String(row),
            name: t('leads.imports.columns.headerRow', { row, text }),
          })),
        ]}
        onChange={(value) =>
          onReadAgain(
            value === 'none' ? { header: false, first_row: 1 } : { header: true, first_row: Number(value) },
          )
        }
      />
      <Choice
        label={t('leads.imports.columns.country')}
        value={settings.country}
        disabled={reading}
        choices={countryChoices().map(({ value, label }) => ({ value, name: label }))}
        onChange={(country) => onSettings({ ...settings, country })}
      />
      <p className="sm t2">
        {telling && (found.kind === 'csv' || found.kind === 'vcf')
          ? t.rich('leads.imports.columns.telling', {
              text: telling,
              b: (text) => <b className="t1">{text}</b>,
            })
          : t('leads.imports.columns.detected')}
      </p>
    </div>
  )
}

/** The rows that may be the header; older imports list none. */
function headRows({ analysis }: LeadImport, { first_row }: ImportSettings): { row: number; text: string }[] {
  const rows = analysis.head.map((text, at) => ({ row: at + 1, text }))
  return rows.some(({ row }) => row === first_row)
    ? rows
    : [...rows, { row: first_row, text: t('leads.imports.columns.headerNames') }]
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
    {
      key: 'name',
      title: t('leads.imports.columns.inFile'),
      className: 'b',
      phone: 'wide',
      cell: ({ name }) => name,
    },
    {
      key: 'samples',
      title: t('leads.imports.columns.samples'),
      className: 't2 sm',
      phone: 'wide',
      cell: ({ samples }) => samples.map((sample) => <div key={sample}>{sample}</div>),
    },
    {
      key: 'becomes',
      title: t('leads.imports.columns.becomes'),
      phone: 'wide',
      cell: (row) => (
        <NativeSelect
          size="sm"
          aria-label={t('leads.imports.columns.becomesOf', { name: row.name })}
          data={ColumnRole.options.map((role) => ({ value: role, label: t(`leads.imports.roles.${role}`) }))}
          value={row.role}
          onChange={({ currentTarget }) => setRole(row.at, ColumnRole.parse(currentTarget.value))}
        />
      ),
    },
    {
      key: 'found',
      title: t('leads.imports.columns.found'),
      phone: 'wide',
      className: 'sm t3',
      cell: (row) => <FoundInColumn row={row} check={check} />,
    },
  ]
}

function FoundInColumn({ row, check }: { row: Row; check: ImportCheck | undefined }) {
  if (row.role === 'skip')
    return t(row.filled === 0 ? 'leads.imports.columns.empty' : 'leads.imports.columns.notImported')
  const phones = row.role === 'phone' ? check?.phones.find(({ column }) => column === row.at) : undefined
  if (phones && phones.unreadable > 0) {
    return (
      <span className="warn">
        {t('leads.imports.columns.partlyReadable', {
          readable: phones.readable,
          unreadable: phones.unreadable,
        })}
      </span>
    )
  }
  if (phones) return t('leads.imports.columns.readable', { count: phones.readable })
  if (row.role === 'tag') {
    return row.distinct >= mostDistinct
      ? t('leads.imports.columns.manyDistinct', { count: mostDistinct })
      : t('leads.imports.columns.distinct', { count: row.distinct })
  }
  return t('leads.imports.columns.filled', { count: row.filled })
}
