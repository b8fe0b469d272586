import { type ComponentProps, useId } from 'react'

/** A choice with its label above. The label stands beside the control: around it, it would be read with all options. */
export function SelectField({
  label,
  error,
  'aria-describedby': described,
  ...rest
}: { label: string; error?: string | undefined } & ComponentProps<'select'>) {
  const id = useId()
  const fault = `${id}-fault`
  return (
    <div className="f">
      <label className="lab" htmlFor={id}>
        {label}
      </label>
      <select
        className="in"
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={[error ? fault : '', described].filter(Boolean).join(' ') || undefined}
        {...rest}
      />
      {error ? (
        <p id={fault} className="hint err">
          {error}
        </p>
      ) : null}
    </div>
  )
}
