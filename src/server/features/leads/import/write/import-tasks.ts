import type { FileKind, ImportCheck, ImportSettings } from '#contract/leads/imports.ts'
import type { Analysed, AnalysisChoices } from '../file/analyse-file.ts'
import type { TableFile } from '../file/table-file.ts'

/** What a worker thread is asked to do with a file. Reading a million rows must not hold up anybody's request. */
export type ImportTask = AnalyseTask | CheckTask | WriteTask

export type AnalyseTask = { task: 'analyse'; path: string; kind: FileKind; choices: AnalysisChoices }

type Reading = {
  databaseUrl: string
  businessId: number
  /** By which people who were erased are recognised. */
  erasureKey: Uint8Array
  file: TableFile
  /** The columns' names. */
  names: string[]
  /** Rows that were found when the file was looked into. */
  rows: number
  settings: ImportSettings
}

export type CheckTask = Reading & { task: 'check' }

export type WriteTask = Reading & {
  task: 'write'
  importId: number
  tag: string
  consent: { state: 'opted_in' | 'none'; source?: string }
  userId: number | null
  /** Stamped on every lead it touches; milliseconds. */
  at: number
  /** Where the rejected rows go, as CSV. */
  rejectsPath: string
}

/** How a write ended: all rows decided; told to stop; or another process is at it. */
export type WriteEnd = 'written' | 'stopped' | 'taken'

export type ImportTaskResult = { analyse: Analysed; check: ImportCheck; write: WriteEnd }

/** What a worker thread answers. `unreadable` is the file's fault, in one sentence. */
export type ImportTaskAnswer = { result: unknown } | { unreadable: string }
