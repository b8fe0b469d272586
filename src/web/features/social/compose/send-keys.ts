import type { KeyboardEvent } from 'react'

/** Ctrl+Enter, or Command+Enter, presses the form's own button; not in a window above it, nor while a word is composed. */
export const sendKeys = (send: () => void) => (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
  if (event.nativeEvent.isComposing || !event.currentTarget.contains(event.target as Node)) return
  event.preventDefault()
  send()
}
