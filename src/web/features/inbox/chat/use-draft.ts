import { useEffect, useRef, useState } from 'react'
import { useKeepDraft } from '../inbox.queries.ts'

const keepAfterMs = 800

/**
 * Keeps what is typed on each pause, and once more when the conversation is left. `take` has the draft of another
 * device, where nothing was typed here.
 */
export function useDraft(id: number, text: string, draft: string, take: (draft: string) => void) {
  const [kept, setKept] = useState(draft)
  const [seen, setSeen] = useState(draft)
  const [isTyped, setTyped] = useState(false)
  if (!isTyped && text !== kept) setTyped(true)
  else if (seen !== draft) {
    setSeen(draft)
    if (!isTyped) {
      setKept(draft)
      take(draft)
    }
  }
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
