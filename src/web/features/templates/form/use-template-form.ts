import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { nameFromTitle, type TemplateDraft } from '#contract/templates/draft.ts'
import { templateLimits } from '#contract/templates/limits.ts'
import { type Problem, sentencesByField } from '#contract/templates/problems.ts'
import { checkTemplate } from '#contract/templates/rules.ts'
import { t } from '#web/messages/t.ts'
import { ApiError } from '#web/net/api.ts'
import { sameShape, useFormDraft } from '#web/shell/form-drafts.ts'
import { draftOf, type FormState, newKey } from './form-state.ts'

/** Problems appear after this pause in typing. */
const pauseMs = 350

export type TemplateForm = {
  state: FormState
  draft: TemplateDraft
  /** Changes the state; problems of `fields` may be shown from now on. */
  put: (changes: Partial<FormState>, ...fields: string[]) => void
  /** The problem of a field, once it was touched or a submission was tried. */
  error: (field: string) => string | undefined
  /** All problems, shown or not. */
  problems: Problem[]
  /** Shows all problems. Returns whether the template can be submitted. */
  reveal: () => boolean
  /** Shows the problems of a refused submission at their fields. */
  refuse: (error: unknown) => void
  /** Shows another template. */
  reset: (state: FormState) => void
  /** The input comes from an earlier visit. */
  restored: boolean
  /** Resets the form and removes the stored draft. */
  forget: () => void
}

/** Field names of the API where they differ from the rules'. */
const renamed: Record<string, string> = { message: 'body' }

/**
 * The state of a template form, checked while typing with the server's rules. A `local` template has a title and its
 * name is derived from it. The input is stored under `name`.
 */
export function useTemplateForm(kind: 'local' | 'meta', name: string, start: FormState): TemplateForm {
  const kept = useFormDraft(name, start, { read: readState })
  const { value: state, set: setState } = kept
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})

  const draft = useMemo(() => draftOf(state, nameOf(kind, state)), [kind, state])
  const problems = useMemo(() => problemsOf(kind, state, draft), [kind, state, draft])
  const [rested] = useDebouncedValue(problems, pauseMs)
  // A fixed problem disappears at once; a new one appears after the pause.
  const said = useMemo(() => {
    const present = sentencesByField(problems)
    const old = sentencesByField(rested)
    return all ? present : Object.fromEntries(Object.entries(present).filter(([field]) => old[field]))
  }, [all, problems, rested])

  const begin = () => {
    setTouched(new Set())
    setAll(false)
    setRefused({})
  }

  return {
    state,
    draft,
    problems,
    put: (changes, ...fields) => {
      setState((now) => ({ ...now, ...changes }))
      setTouched((now) => new Set([...now, ...fields]))
      setRefused((now) =>
        Object.fromEntries(Object.entries(now).filter(([field]) => !fields.includes(field))),
      )
    },
    error: (field) => refused[field] ?? (all || touched.has(field) ? said[field] : undefined),
    reveal: () => {
      setAll(true)
      return problems.length === 0
    },
    refuse: (error) => {
      if (!(error instanceof ApiError)) return
      setRefused(
        Object.fromEntries(
          Object.entries(error.fields).map(([field, says]) => [renamed[field] ?? field, says]),
        ),
      )
    },
    reset: (next) => {
      setState(() => next)
      begin()
    },
    restored: kept.restored,
    forget: () => {
      kept.reset(start)
      begin()
    },
  }
}

/** Restored buttons and cards get new keys. */
function readState(kept: unknown, start: FormState): FormState | null {
  const state = sameShape(kept, start)
  return (
    state && {
      ...state,
      buttons: state.buttons.map((button) => ({ ...button, key: newKey() })),
      cards: state.cards.map((card) => ({ ...card, key: newKey() })),
    }
  )
}

function nameOf(kind: 'local' | 'meta', { title, name }: FormState): string {
  return kind === 'meta' ? name.trim() : nameFromTitle(title) || 'template'
}

function problemsOf(kind: 'local' | 'meta', { title }: FormState, draft: TemplateDraft): Problem[] {
  const rules = checkTemplate(draft)
  if (kind === 'meta') return rules
  const count = title.trim().length
  if (count === 0)
    return [{ rule: 'title_missing', field: 'title', sentence: t('templates.form.titleMissing') }, ...rules]
  const limit = templateLimits.title
  if (count <= limit) return rules
  return [
    { rule: 'title_long', field: 'title', sentence: t('templates.form.titleLong', { count, limit }) },
    ...rules,
  ]
}
