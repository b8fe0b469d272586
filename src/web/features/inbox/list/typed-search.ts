import { useDeferredValue, useState } from 'react'

/**
 * What is typed into the search, and the words that are looked for. The address follows what is typed; an address of
 * somebody else's making (a view, a link, the way back) brings its own words.
 *
 * The router renders an address some time after it was written, and more may have been typed by then. So what was
 * written here is remembered until it is seen: it is no news, and takes nothing from what is typed.
 */
export function useTypedSearch(fromAddress: string | undefined) {
  const inAddress = fromAddress ?? ''
  const [typed, setTyped] = useState({ text: inAddress, seen: inAddress, written: [] as string[] })
  const current = typed.seen === inAddress ? typed : seeing(typed, inAddress)
  if (current !== typed) setTyped(current)
  const search = useDeferredValue(current.text.trim())
  return {
    typed: current.text,
    search: search || undefined,
    type: (text: string) => setTyped((now) => ({ ...now, text })),
    forget: () => setTyped((now) => ({ ...now, text: '', written: [] })),
    /** To be called with the words of an address before it is written. */
    willWrite: (words: string | undefined) =>
      setTyped((now) => {
        const before = now.written.at(-1) ?? now.seen
        return before === (words ?? '') ? now : { ...now, written: [...now.written, words ?? ''] }
      }),
  }
}

type Typed = { text: string; seen: string; written: string[] }

function seeing(typed: Typed, inAddress: string): Typed {
  const at = typed.written.indexOf(inAddress)
  return at < 0
    ? { text: inAddress, seen: inAddress, written: [] }
    : { ...typed, seen: inAddress, written: typed.written.slice(at + 1) }
}
