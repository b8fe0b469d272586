import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { nameFromTitle, type TemplateDraft } from '#contract/templates/draft.ts'
import { templateLimits } from '#contract/templates/limits.ts'
import { type Problem, sentencesByField, tooLong } from '#contract/templates/problems.ts'
import { checkTemplate } from '#contract/templates/rules.ts'
import { ApiError } from '#web/net/api.ts'
import { sameShape, useFormDraft } from '#web/shell/form-drafts.ts'
import { draftOf, type FormState, newKey } from './form-state.ts'

/** A pause in typing after which a broken rule is said: nobody likes to be interrupted. */
const pauseMs = 350

export type TemplateForm = {
  state: FormState
  draft: TemplateDraft
  /** Changes the state; `fields` are those whose problems may be said from now on. */
  put: (changes: Partial<FormState>, ...fields: string[]) => void
  /** The sentence at a field, once it was touched or a submission was tried. */
  error: (field: string) => string | undefined
  /** Everything that is wrong, whether it is said yet or not. */
  problems: Problem[]
  /** Says everything. Answers whether the template may be submitted. */
  reveal: () => boolean
  /** Takes the sentences of a refused submission to their fields. */
  refuse: (error: unknown) => void
  /** Shows another template. */
  reset: (state: FormState) => void
  /** What the form holds was typed on an earlier visit. */
  restored: boolean
  /** Begins again with what the form began with; nothing of it is kept. */
  forget: () => void
}

/** Names of fields in answers, where they differ from the rules'. */
const renamed: Record<string, string> = { message: 'body' }

/**
 * The state of a template form, checked as it is typed by the rules that the server applies.
 * @param kind a local template has a title, and its name is derived; another names itself.
 * @param name the form's name: what is typed is kept under it.
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
  // What was mended is no longer said, at once; what is newly wrong waits for a pause.
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

/** Buttons that were kept get names that the buttons of this page have not. */
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
  const length = title.trim().length
  if (length === 0)
    return [{ rule: 'title_missing', field: 'title', sentence: 'Give the template a title.' }, ...rules]
  if (length <= templateLimits.title) return rules
  const sentence = tooLong('The title', length, templateLimits.title).replace(
    'WhatsApp allows',
    'allowed are',
  )
  return [{ rule: 'title_long', field: 'title', sentence }, ...rules]
}
