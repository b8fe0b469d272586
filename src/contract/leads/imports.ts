import { z } from 'zod'
import { t } from '../messages/t.ts'
import { Country, Id, Instant } from '../values.ts'
import { FieldKind } from './fields.ts'

/** The largest accepted file, in bytes. */
export const importFileBytes = 100_000_000
/** How long an import can be undone, in days. */
export const undoDays = 7

/** Of text files; the names are those of `iconv-lite`. */
export const Encoding = z.enum([
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'macintosh',
  'koi8-r',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
])
export type Encoding = z.infer<typeof Encoding>
export const Delimiter = z.enum([',', ';', '\t', '|'])
export type Delimiter = z.infer<typeof Delimiter>

/** The kind of a file, detected by its content. */
export const FileKind = z.enum(['csv', 'xlsx', 'xls', 'ods', 'vcf'])
export type FileKind = z.infer<typeof FileKind>

/**
 * What a column becomes. Of several phones the lead gets the first readable one of a column named after WhatsApp,
 * else the first mobile, else the first; the others are stored as an attribute.
 */
export const ColumnRole = z.enum([
  'name',
  'first_name',
  'last_name',
  'phone',
  /** `+91`, `IN` or `India`: the country of the row's numbers. */
  'country_code',
  'email',
  'tag',
  /** "yes", "no", a status such as "unsubscribed", or the date on which it was given. */
  'consent',
  /** "yes", a status, or the date of the opt-out. An empty cell says nothing. */
  'opt_out',
  /** Kept under its own name, usable as a template variable. */
  'attribute',
  'skip',
])
export type ColumnRole = z.infer<typeof ColumnRole>

export const ImportSettings = z.object({
  /** Of a text file. */
  encoding: Encoding,
  delimiter: Delimiter,
  /** The sheet of a workbook that is read; null for the only one of any other file. */
  sheet: z.string().max(200).nullable().default(null),
  /** Where the table begins, among the rows that are not empty: lines above it are left out. */
  first_row: z.number().int().min(1).max(1000).default(1),
  /** Whether that row names the columns. */
  header: z.boolean(),
  /** Reads numbers in national form. */
  country: Country,
  /** One for each column of the file, in its order. */
  columns: z.array(ColumnRole).max(500),
})
export type ImportSettings = z.infer<typeof ImportSettings>

const ImportColumn = z.object({
  /** The header's words, or "Column 3". */
  name: z.string(),
  /** The first cells that are filled. */
  samples: z.array(z.string()),
  filled: z.number().int(),
  /** Different values, counted up to 100. */
  distinct: z.number().int(),
  /** What the header and the cells suggest. */
  suggested: ColumnRole,
})

export const ImportAnalysis = z.object({
  rows: z.number().int(),
  columns: z.array(ImportColumn),
  /** The visible sheets of a workbook. */
  sheets: z.array(z.string()).default([]),
  /** The first rows of the file, each as one line, to choose the header among. */
  head: z.array(z.string()).default([]),
  /** Whether another encoding comes near the one that was found. */
  is_encoding_sure: z.boolean().default(true),
  /** Words that look right only in the right encoding. */
  telling: z.string().nullable(),
  /** Notes about the file, one sentence each. */
  notes: z.array(z.string()),
})
export type ImportAnalysis = z.infer<typeof ImportAnalysis>

/** rows = created + updated + skipped + rejected, always. */
export const ImportCounts = z.object({
  rows: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  skipped: z.number().int(),
  rejected: z.number().int(),
  /** Of the skipped and the rejected: how many, by reason, with the reason in words. */
  reasons: z.array(
    z.object({
      outcome: z.enum(['skipped', 'rejected']),
      reason: z.string(),
      sentence: z.string(),
      rows: z.number().int(),
    }),
  ),
})
export type ImportCounts = z.infer<typeof ImportCounts>

export const ImportCheck = z.object({
  counts: ImportCounts,
  /** For each column mapped to a phone: cells that are readable as a number, and those that are not. */
  phones: z.array(
    z.object({ column: z.number().int(), readable: z.number().int(), unreadable: z.number().int() }),
  ),
  /** How numbers of this file are read: the cell and the phone. */
  examples: z.array(
    z.object({ cell: z.string(), phone: z.string().nullable(), problem: z.string().nullable() }),
  ),
  /** Cells of columns named as a custom field that are none of its kind: they are left out. */
  unfit: z.array(
    z.object({ name: z.string(), kind: FieldKind, count: z.number().int(), example: z.string() }),
  ),
  /** Rows whose number opted out: they stay opted out. */
  suppressed: z.number().int(),
  /** What the rows that become leads say about consent. */
  consent: z.object({
    opted_in: z.number().int(),
    opted_out: z.number().int(),
    /** They gave no consent, whatever is stated for the file. */
    none: z.number().int(),
    /** They say nothing: what is stated for the file counts. */
    silent: z.number().int(),
    /** Cells that cannot be understood; they count as no consent. */
    unread: z.number().int(),
  }),
})
export type ImportCheck = z.infer<typeof ImportCheck>

/** How consent was given, asked once for the file. */
export const ImportConsent = z.object({
  state: z.enum(['opted_in', 'none']),
  /** "Order form in the shop"; needed to opt in. */
  source: z.string().trim().max(500).optional(),
})
export type ImportConsent = z.infer<typeof ImportConsent>

export const StartImportInput = z
  .object({
    settings: ImportSettings,
    tag: z
      .string()
      .trim()
      .min(1, { error: () => t('leads.csvTagRequired') })
      .max(60),
    consent: ImportConsent,
  })
  .refine(({ consent }) => consent.state === 'none' || Boolean(consent.source), {
    path: ['consent', 'source'],
    error: () => t('leads.consentHowRequired'),
  })

export const ImportStatus = z.enum([
  'ready',
  'running',
  'done',
  'cancelling',
  'cancelled',
  'failed',
  'undoing',
  'undone',
])
export type ImportStatus = z.infer<typeof ImportStatus>

export const LeadImport = z
  .object({
    id: Id,
    file_name: z.string(),
    bytes: z.number().int(),
    /** What the file is; `search`: not a file, but a search for places. */
    kind: z.enum([...FileKind.options, 'search']),
    status: ImportStatus,
    settings: ImportSettings,
    analysis: ImportAnalysis,
    tag: z.string().nullable(),
    consent: ImportConsent.nullable(),
    counts: ImportCounts,
    /** Rows that are decided, of `analysis.rows`. */
    rows_done: z.number().int(),
    /** It was started and waits for other imports. */
    waits: z.boolean(),
    error: z.string().nullable(),
    created_at: Instant,
    started_at: Instant.nullable(),
    progressed_at: Instant.nullable(),
    finished_at: Instant.nullable(),
    undo_until: Instant.nullable(),
    /** Whether rejected rows can be downloaded. */
    has_rejects: z.boolean(),
    /** People of a finished import who can get campaigns: opted in and reachable. */
    writable: z.number().int().nullable(),
    /** Leads an undo left alone because they were used or changed since. */
    kept: z.number().int().nullable(),
  })
  .meta({ id: 'LeadImport' })
export type LeadImport = z.infer<typeof LeadImport>

export const ImportAnswer = z.object({ import: LeadImport })
