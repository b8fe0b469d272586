import { useEffect, useRef, useState } from 'react'
import type { FlowDefinition } from '#contract/chatbot/flow.ts'
import type { Flow } from '#contract/chatbot/flows.ts'
import { ApiError } from '#web/net/api.ts'
import { useKeepProblems, useSaveFlow } from '../chatbot.queries.ts'

const pauseMs = 800

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict'

/** Saves the draft at each pause. `flush` saves what is open at once and gives the revision that then stands. */
export function useAutosave(
  flow: Flow,
  /** The definition as it was loaded. */
  first: FlowDefinition,
  name: string,
  definition: FlowDefinition,
) {
  const save = useSaveFlow(flow.id)
  const keepProblems = useKeepProblems(flow.id)
  const [state, setState] = useState<SaveState>('saved')
  const revision = useRef(flow.revision)
  const saved = useRef<{ name: string; definition: FlowDefinition }>({
    name: flow.name,
    definition: first,
  })
  const running = useRef<Promise<number | null> | null>(null)
  const wanted = useRef({ name, definition })
  wanted.current = { name, definition }

  const isSaved = () =>
    saved.current.definition === wanted.current.definition && saved.current.name === wanted.current.name

  const write = async (): Promise<number | null> => {
    while (!isSaved()) {
      const now = wanted.current
      setState('saving')
      try {
        const { flow: stored, problems } = await save.mutateAsync({
          params: { id: flow.id },
          body: {
            revision: revision.current,
            name: now.name.trim() || flow.name,
            definition: now.definition,
          },
        })
        revision.current = stored.revision
        saved.current = now
        keepProblems(problems)
      } catch (error) {
        setState(error instanceof ApiError && error.code === 'conflict' ? 'conflict' : 'failed')
        return null
      }
    }
    setState('saved')
    return revision.current
  }
  const flush = (): Promise<number | null> => {
    running.current ??= write().finally(() => {
      running.current = null
    })
    return running.current
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change starts the pause again
  useEffect(() => {
    if (state === 'conflict') return
    if (isSaved()) {
      // Undone before it was written: the wait is over.
      if (running.current === null) setState('saved')
      return
    }
    setState('waiting')
    const timer = setTimeout(() => void flush(), pauseMs)
    return () => clearTimeout(timer)
  }, [name, definition])

  // A change made just before the builder is left is saved too; over somebody else's the server refuses it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it goes
  useEffect(
    () => () => {
      if (!isSaved()) void flush()
    },
    [],
  )

  // What is not saved yet is not left without a word.
  useEffect(() => {
    if (state === 'saved') return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [state])

  return {
    state,
    flush,
    /** Saves over what somebody else saved meanwhile. */
    overwrite: (present: number) => {
      revision.current = present
      return flush()
    },
  }
}
