import { isDeepStrictEqual } from 'node:util'

/**
 * Whether two lists of components say the same to a reader. Meta signs the address of a header's file anew with each
 * answer, and gives the keys in any order: neither is a change.
 */
export function sameComponents(one: readonly object[], other: readonly object[]): boolean {
  return isDeepStrictEqual(stable(one), stable(other))
}

/** Without what may differ from answer to answer: null and absent are one, and so are addresses of example files. */
function stable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null && inner !== undefined)
      .map(([key, inner]) => (key === 'header_handle' ? [key, handlesOf(inner)] : [key, stable(inner)])),
  )
}

/** The path of a file's address names the file; what follows it is the signature. A handle of ours names nothing. */
function handlesOf(handles: unknown): unknown {
  if (!Array.isArray(handles)) return handles
  return handles.map((handle) => {
    if (typeof handle !== 'string') return handle
    const address = URL.canParse(handle) ? new URL(handle) : undefined
    return address?.protocol.startsWith('http') ? `${address.host}${address.pathname}` : 'file'
  })
}
