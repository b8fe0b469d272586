/** Rows for `jsonb_to_recordset`. PostgreSQL takes neither halves of characters nor zero bytes. */
export function rowsAsJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  )
}
