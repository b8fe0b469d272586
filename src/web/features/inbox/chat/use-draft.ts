import { useEffect, useRef, useState } from 'react'
import { useKeepDraft } from '../inbox.queries.ts'

const keepAfterMs = 800

/** Keeps what is typed on each pause, and once more when the conversation is left. */
export function useDraft(id: number, text: string, first: string) {
  const [kept, setKept] = useState(first)
  const { mutate } = useKeepDraft(id)
  const newest = useRef({ text, kept })
  newest.current = { text, kept }
  useEffect(() => {
    if (text === kept) return
    const timer = setTimeout(() => mutate(text, { onSuccess: () => setKept(text) }), keepAfterMs)
    return () => clearTimeout(timer)
  }, [text, kept, mutate])
  useEffect(
    () => () => {
      if (newest.current.text !== newest.current.kept) mutate(newest.current.text)
    },
    [mutate],
  )
  return { isKept: text === kept }
}
