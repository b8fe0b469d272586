import { openOds } from './ods.ts'
import type { Workbook } from './unpack.ts'
import { UnreadableFile } from './unreadable.ts'
import { openXls } from './xls.ts'
import { openXlsx } from './xlsx.ts'

export type { Workbook }

type WorkbookKind = 'xlsx' | 'xls' | 'ods'

const open: Record<WorkbookKind, (path: string) => Promise<Workbook>> = {
  xlsx: openXlsx,
  xls: openXls,
  ods: openOds,
}

/** @throws UnreadableFile */
export async function openWorkbook(path: string, kind: WorkbookKind): Promise<Workbook> {
  return await open[kind](path).catch(asUnreadable)
}

/** The rows of one sheet that have something in them. @throws UnreadableFile */
export async function* filledRows(workbook: Workbook, sheet: string): AsyncGenerator<string[]> {
  try {
    for await (const row of workbook.rows(sheet)) if (row.some((cell) => cell !== '')) yield row
  } catch (error) {
    asUnreadable(error)
  }
}

function asUnreadable(error: unknown): never {
  if (error instanceof UnreadableFile) throw error
  throw new UnreadableFile({ code: 'sheet_unreadable' }, { cause: error })
}
