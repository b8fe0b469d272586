import { readFile, stat } from 'node:fs/promises'
import { limits, type Workbook } from './unpack.ts'
import { tooLargeSheet, UnreadableFile } from './unreadable.ts'
import { numberAs, readFormat } from './xlsx.ts'

/** The old format has at most 65,536 rows a sheet and is read whole: 20 MB of it take some 300 MB. */
const largestBytes = 20 * 1024 * 1024

/** Opens a workbook of Excel 97 to 2003. */
export async function openXls(path: string): Promise<Workbook> {
  if ((await stat(path)).size > largestBytes) throw new UnreadableFile(tooLargeSheet)
  // Loaded when it is needed: it is large, and such files are rare.
  const { read } = await import('@e965/xlsx')
  const options = { type: 'buffer', dense: true, cellHTML: false, cellFormula: false, cellNF: true } as const
  let workbook: ReturnType<typeof read>
  try {
    workbook = read(await readFile(path), options)
  } catch (error) {
    throw new UnreadableFile({ code: 'old_excel' }, { cause: error })
  }
  const starts1904 = workbook.Workbook?.WBProps?.date1904 ?? false
  const isHidden = (at: number): boolean => (workbook.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0
  return {
    sheets: workbook.SheetNames.filter((_, at) => !isHidden(at)),
    async *rows(sheet) {
      const rows: unknown[][] = workbook.Sheets[sheet]?.['!data'] ?? []
      for (const row of rows) {
        yield Array.from({ length: Math.min(row?.length ?? 0, limits.columns) }, (_, at) =>
          textOf(row[at], starts1904),
        )
      }
    },
    close: () => undefined,
  }
}

type Cell = { t: string; v?: string | number | boolean | Date; z?: string | number }

function textOf(cell: unknown, starts1904: boolean): string {
  const { t, v, z } = (cell ?? {}) as Partial<Cell>
  if (v === undefined || t === 'e') return ''
  if (t === 'b') return v ? 'TRUE' : 'FALSE'
  if (typeof v !== 'number') return String(v).slice(0, limits.cellCharacters)
  return numberAs(String(v), readFormat(String(z ?? '')), starts1904)
}
