import { useLayoutEffect, useRef } from 'react'

/** Returns `busy`, while which a form takes no input. The focus that this costs comes back to the same field. */
export function useFocusBack(busy: boolean): boolean {
  const held = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (busy) {
      held.current = document.activeElement
      return
    }
    if (held.current instanceof HTMLElement && document.activeElement === document.body) held.current.focus()
    held.current = null
  }, [busy])
  return busy
}
