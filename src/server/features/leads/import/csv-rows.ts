import { delimiterOf, encodingOf, kindOf, rowsOf, UnreadableFile } from './file/table-file.ts'

/**
 * The rows of a CSV file as their cells, the header included; encoding and separator are found by reading it.
 * @throws UnreadableFile for what is no CSV file.
 */
export async function* csvRows(path: string, fileName: string): AsyncGenerator<string[]> {
  const kind = await kindOf(path, fileName)
  if (kind !== 'csv') throw new UnreadableFile({ code: 'not_csv', file: fileName })
  const { encoding } = await encodingOf(path)
  const delimiter = await delimiterOf(path, encoding)
  yield* rowsOf({ path, kind, encoding, delimiter, quoted: true })
}
