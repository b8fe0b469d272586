import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { SocialDraft } from '#contract/social/planning.ts'
import { ApiError } from '#web/net/api.ts'
import { sameShape, useFormDraft } from '#web/shell/form-drafts.ts'
import { useSaveDraft } from '../social.queries.ts'
import { blank, type Composer, isStarted } from './composer-form.ts'

/** How long typing may pause before the draft is saved on the server, in ms. */
const pauseMs = 1_500

/** The composer's state: in this browser at once, on the server when typing pauses. */
export function useComposer(start: Partial<Composer>) {
  const local = useFormDraft<Composer>('social-post', blank)
  const { value: form, set, reset } = local
  const save = useSaveDraft()
  const { draft: held, ...content } = form
  const text = JSON.stringify(content)
  // What the server has, and what is wanted of it while a request is under way.
  const [stored, setStored] = useState({ text: held ? text : '', at: null as string | null })
  const [blocked, setBlocked] = useState(false)
  const [round, setRound] = useState(0)

  const change = useCallback((changes: Partial<Composer>) => set((now) => ({ ...now, ...changes })), [set])
  const begin = useEffectEvent(() => {
    if (Object.keys(start).length > 0) change(start)
  })
  useEffect(() => begin(), [])

  const store = useEffectEvent(() => {
    if (save.isPending || blocked) return
    const now = form.draft
    save.mutate(
      { ...(now && { id: now.id, revision: now.revision }), form: content },
      {
        onSuccess: ({ draft }) => {
          change({ draft: { id: draft.id, revision: draft.revision } })
          setStored({ text, at: draft.updated_at })
        },
        onError: (error) => {
          // Changed in another window, or deleted there: this one goes on as a draft of its own.
          const isGone = error instanceof ApiError && ['conflict', 'not_found'].includes(error.code)
          if (isGone && now) change({ draft: null })
          else setStored((before) => ({ ...before, text }))
        },
      },
    )
  })
  const isOld = isStarted(form) && text !== stored.text && !blocked
  useEffect(() => {
    if (!isOld || save.isPending) return
    const timer = setTimeout(() => store(), pauseMs + (text.length > 100_000 ? pauseMs : 0))
    return () => clearTimeout(timer)
  }, [isOld, save.isPending, text])

  return {
    form,
    change,
    /** Another post begins: what the fields remember of the last one goes. */
    round,
    /** The same file twice is one file. */
    addFile: (id: number) =>
      set((now) => {
        const files = now.files.some((file) => file.id === id)
          ? now.files
          : [...now.files, { id, alt: '', focal: null, crops: {} }]
        return { ...now, files, textOnly: false }
      }),
    restored: local.restored,
    savedAt: isOld ? null : stored.at,
    saving: save.isPending,
    failed: save.isError && !save.isPending,
    /** While a post is on its way its draft is not saved again. */
    hold: setBlocked,
    /** An empty form; the accounts stay chosen. */
    clear: () => {
      setRound((now) => now + 1)
      setStored({ text: '', at: null })
      reset({ ...blank, accounts: form.accounts })
    },
    use: (draft: SocialDraft) => {
      const read = sameShape<Composer>(draft.form, blank) ?? blank
      const next = { ...read, draft: { id: draft.id, revision: draft.revision } }
      const { draft: _, ...rest } = next
      setStored({ text: JSON.stringify(rest), at: draft.updated_at })
      setRound((now) => now + 1)
      reset(blank)
      set(next)
    },
  }
}
