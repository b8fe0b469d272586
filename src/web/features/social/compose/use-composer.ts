import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SocialDraft } from '#contract/social/planning.ts'
import { ApiError } from '#web/net/api.ts'
import { currentSession } from '#web/session/session.ts'
import { sameShape, useFormDraft } from '#web/shell/form-drafts.ts'
import { useIsHere } from '../leave-questions.ts'
import { useSaveDraft } from '../social.queries.ts'
import { blank, type Composer, isStarted } from './composer-form.ts'
import { type ComesAfter, inOrder } from './media/in-order.ts'

/** How long typing may pause before the draft is saved on the server, in ms. */
const pauseMs = 1_500

const textOf = ({ draft: _, ...content }: Composer): string => JSON.stringify(content)

/** The composer's state: in this browser at once, on the server when typing pauses. */
export function useComposer(start: Partial<Composer>) {
  const local = useFormDraft<Composer>('social-post', blank)
  const { value: form, set, reset } = local
  const { save, isPending, failed } = useSaves(form, local)
  const [blocked, setBlocked] = useState(false)
  const [round, setRound] = useState(0)

  const change = useCallback((changes: Partial<Composer>) => set((now) => ({ ...now, ...changes })), [set])
  const begin = useEffectEvent(() => {
    if (Object.keys(start).length > 0) change(start)
  })
  useEffect(() => begin(), [])

  const text = textOf(form)
  const isOld = isStarted(form) && text !== save.stored.text
  const isWanted = isOld && text !== save.refused && !blocked
  const store = useEffectEvent(() => {
    if (!blocked) void save.now()
  })
  useEffect(() => {
    if (!isWanted || isPending) return
    const timer = setTimeout(() => store(), pauseMs + (text.length > 100_000 ? pauseMs : 0))
    return () => clearTimeout(timer)
  }, [isWanted, isPending, text])
  const leave = useEffectEvent(() => {
    if (isWanted && currentSession()) void save.rest()
  })
  // What was typed last is saved too when the person goes to another screen.
  useEffect(() => () => leave(), [])

  return {
    form,
    change,
    /** Another post begins: what the fields remember of the last one goes. */
    round,
    /** The same file twice is one file. */
    addFile: (id: number, comesAfter: ComesAfter) =>
      set((now) => {
        const files = now.files.some((file) => file.id === id)
          ? now.files
          : inOrder(now.files, { id, alt: '', focal: null, crops: {} }, comesAfter)
        return { ...now, files, textOnly: false }
      }),
    restored: local.restored,
    savedAt: isOld ? null : save.stored.at,
    saving: isPending,
    failed: failed && !isPending,
    /** While a post is on its way its draft is not saved again. */
    hold: setBlocked,
    /** The draft of this post, once a request that is under way has ended. */
    settle: save.settle,
    /** Saves what was typed last, before another post takes its place. False: it could not be saved. */
    saveRest: save.rest,
    isCurrent: save.isCurrent,
    /** An empty form; the accounts stay chosen. */
    clear: () => {
      setRound((now) => now + 1)
      save.begin(null, '', null)
      reset({ ...blank, accounts: form.accounts })
    },
    use: (draft: SocialDraft) => {
      const read = sameShape<Composer>(draft.form, blank) ?? blank
      const next = { ...read, draft: { id: draft.id, revision: draft.revision } }
      save.begin(next.draft, textOf(next), draft.updated_at)
      setRound((now) => now + 1)
      reset(blank)
      set(next)
    },
  }
}

type Held = Composer['draft']

/** Saves the form as a draft. An answer that comes when another post was begun changes nothing of that one. */
function useSaves(
  form: Composer,
  { set, replaceKept }: Pick<ReturnType<typeof useFormDraft<Composer>>, 'set' | 'replaceKept'>,
) {
  const request = useSaveDraft()
  const [stored, setStored] = useState({ text: '', at: null as string | null })
  /** Not saved again until it changes. */
  const [refused, setRefused] = useState<string | null>(null)
  const latest = useRef(form)
  const known = useRef({ draft: form.draft, text: '', post: 0 })
  const running = useRef<Promise<boolean> | null>(null)
  const isHere = useIsHere()
  useEffect(() => {
    latest.current = form
  })

  const note = (draft: Held, text: string, at: string | null) => {
    Object.assign(known.current, { draft, text })
    setStored({ text, at })
  }
  const send = async (): Promise<boolean> => {
    const { draft: held, post } = known.current
    const { draft: _, ...content } = latest.current
    const text = JSON.stringify(content)
    const isOther = () => known.current.post !== post
    try {
      const { draft } = await request.mutateAsync({ ...held, form: content })
      if (isOther()) return true
      const next = { id: draft.id, revision: draft.revision }
      note(next, text, draft.updated_at)
      if (isHere()) set((now) => ({ ...now, draft: next }))
      // The composer was left meanwhile: the same draft goes on when the person comes back.
      else replaceKept(latest.current, { ...latest.current, draft: next })
      return true
    } catch (error) {
      if (isOther()) return true
      // Changed in another window, or deleted there: this one goes on as a draft of its own.
      const isGone = error instanceof ApiError && ['conflict', 'not_found'].includes(error.code)
      if (isGone && held) {
        known.current.draft = null
        set((now) => ({ ...now, draft: null }))
        return true
      }
      setRefused(text)
      return false
    }
  }
  const now = (): Promise<boolean> => {
    running.current ??= send().finally(() => {
      running.current = null
    })
    return running.current
  }
  return {
    isPending: request.isPending,
    failed: request.isError,
    save: {
      stored,
      refused,
      now,
      settle: async (): Promise<Held> => {
        await running.current
        return known.current.draft
      },
      rest: async (): Promise<boolean> => {
        await running.current
        while (isStarted(latest.current) && textOf(latest.current) !== known.current.text) {
          if (!(await now())) return false
        }
        return true
      },
      isCurrent: (id: number) => known.current.draft?.id === id,
      /** Another post stands in the form. */
      begin: (draft: Held, text: string, at: string | null) => {
        known.current.post += 1
        running.current = null
        note(draft, text, at)
        setRefused(null)
      },
    },
  }
}
