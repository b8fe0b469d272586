import { isOfClass } from '#server/providers/meta/errors/error-classes.ts'
import { MetaError } from '../errors/meta-error.ts'

/**
 * Requests the first list of fields that the provider accepts, and remembers it: versions name some fields
 * differently, and a retired version is answered by another one.
 * @param lists in the order to try them; the last one should hold only what every version has.
 */
export function fieldFallback(
  lists: readonly string[],
): <T>(ask: (fields: string) => Promise<T>) => Promise<T> {
  let working = 0
  return async (ask) => {
    const order = [working, ...lists.keys()].filter((index, at, all) => all.indexOf(index) === at)
    let first: unknown
    for (const index of order) {
      try {
        const answer = await ask(lists[index]!)
        // The poorest list answers always: it is no reason to ask for less from now on.
        if (index < lists.length - 1) working = index
        return answer
      } catch (error) {
        first ??= error
        if (!isUnknownField(error)) throw error
      }
    }
    throw first
  }
}

/** Meta: "(#100) Tried accessing nonexisting field"; it has no subcode, unlike an object that is not there. */
function isUnknownField(error: unknown): boolean {
  return (
    error instanceof MetaError && isOfClass(error.code, 'invalidParameter') && error.subcode === undefined
  )
}
