import { z } from 'zod'

/** Why a file cannot be read or imported; stored with the import. */
export const ImportFault = z.union([
  z.object({
    code: z.enum([
      'no_rows',
      'sheet_unreadable',
      'sheet_too_large',
      'sheet_too_slow',
      'old_excel',
      'rows_too_large',
      'internal',
    ]),
  }),
  z.object({ code: z.enum(['empty', 'not_csv', 'damaged', 'not_table']), file: z.string() }),
  z.object({ code: z.literal('open_quote'), line: z.string() }),
  z.object({ code: z.literal('long_line'), line: z.string(), kilobytes: z.number() }),
])
export type ImportFault = z.infer<typeof ImportFault>

/** A file that cannot be read as a table. */
export class UnreadableFile extends Error {
  readonly fault: ImportFault

  constructor(fault: ImportFault, options?: ErrorOptions) {
    super(`the file cannot be read: ${fault.code}`, options)
    this.fault = fault
  }
}

export const tooLargeSheet: ImportFault = { code: 'sheet_too_large' }
