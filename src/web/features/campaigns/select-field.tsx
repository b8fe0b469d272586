import { type ComponentProps, useId } from 'react'

/** A choice with its label above. The label stands beside the control: around it, it would be read with all options. */
export function SelectField({ label, ...rest }: { label: string } & ComponentProps<'select'>) {
  const id = useId()
  return (
    <div className="f">
      <label className="lab" htmlFor={id}>
        {label}
      </label>
      <select className="in" id={id} {...rest} />
    </div>
  )
}
