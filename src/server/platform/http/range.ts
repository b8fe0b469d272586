/**
 * The one range that a header asks for, its end exclusive. Undefined: the whole, as for several ranges or a header that
 * cannot be read. `beyond`: it begins behind the end.
 */
export function readRange(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'beyond' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), bytes)
    return length === 0 ? 'beyond' : { start: bytes - length, end: bytes }
  }
  const start = Number(first)
  const end = last === '' ? bytes : Math.min(Number(last) + 1, bytes)
  if (last !== '' && Number(last) < start) return undefined
  return start >= bytes ? 'beyond' : { start, end }
}
