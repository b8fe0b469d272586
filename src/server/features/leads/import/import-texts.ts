import type { ImportAnalysis } from '#contract/leads/imports.ts'
import { t } from '#server/messages/t.ts'
import { type FileNote, readAnalysis } from './file/stored-analysis.ts'
import type { ImportFault } from './file/unreadable.ts'

/** The analysis with its notes in the reader's language. */
export function analysisFor(stored: unknown): ImportAnalysis {
  const { notes, ...found } = readAnalysis(stored)
  return { ...found, notes: notes.map((note) => (typeof note === 'string' ? note : noteText(note))) }
}

function noteText(note: FileNote): string {
  switch (note.code) {
    case 'sheets':
      return t('leads.imports.notes.sheets', { count: note.count, sheet: note.sheet })
    case 'many_columns':
      return t('leads.imports.notes.many_columns', { count: note.count, limit: note.limit })
    case 'lines_above':
    case 'unreadable_cells':
      return t(`leads.imports.notes.${note.code}`, { count: note.count })
    default:
      return t(`leads.imports.notes.${note.code}`)
  }
}

/** Why a file cannot be imported, in the reader's language. */
export function faultText(fault: ImportFault): string {
  switch (fault.code) {
    case 'empty':
    case 'not_csv':
    case 'damaged':
    case 'not_table':
      return t(`leads.imports.faults.${fault.code}`, { file: fault.file })
    case 'open_quote':
      return t('leads.imports.faults.open_quote', { line: fault.line })
    case 'long_line':
      return t('leads.imports.faults.long_line', { line: fault.line, kilobytes: fault.kilobytes })
    default:
      return t(`leads.imports.faults.${fault.code}`)
  }
}
