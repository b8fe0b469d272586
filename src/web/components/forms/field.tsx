import type { ReactNode } from 'react'
import { t } from '../../messages/t.ts'
import { sentenceFor } from '../../net/api-error.ts'
import '../../look/field.css'

/**
 * The label of an input: `label={<Label optional count={12} of={1024}>Custom message</Label>}`. Who need not be
 * filled is said, and how much fits.
 */
export function Label({
  children,
  optional,
  count,
  of,
}: {
  children: ReactNode
  optional?: boolean
  /** Characters so far, out of `of`. */
  count?: number
  of?: number
}) {
  const notes = [
    optional ? t('app.field.optional') : null,
    of === undefined ? null : t('app.field.count', { count: count ?? 0, limit: of }),
  ].filter(Boolean)
  return (
    <>
      <span>{children}</span>
      {notes.length ? (
        <span className={`opt${of !== undefined && (count ?? 0) > of ? ' bad' : ''}`}>
          {notes.join(', ')}
        </span>
      ) : null}
    </>
  )
}

/** What is wrong with a form, summed up above it. The sentences at the fields say the rest. */
export function FormError({ children }: { children: ReactNode }) {
  return children ? (
    <p className="hint err form-err" role="alert">
      {children}
    </p>
  ) : null
}

/**
 * Why the server did not take a form: it stays beside the button until the next try. The toast has read it out, so it
 * is no announcement of its own.
 */
export function SubmitError({ error, words }: { error: unknown; words: Parameters<typeof sentenceFor>[1] }) {
  return error ? <p className="hint err form-err">{sentenceFor(error, words)}</p> : null
}

/** Fields that belong together, under one name. */
export function FieldGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="lab">{label}</legend>
      {children}
    </fieldset>
  )
}

/** Two fields abreast; one below the other on a phone. */
export function Two({ children }: { children: ReactNode }) {
  return <div className="two">{children}</div>
}
