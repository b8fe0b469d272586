import { Checkbox } from '@mantine/core'
import { formatPhone } from '#contract/text/phone-text.ts'
import './person-card.css'

/** A person that can be picked: name, phone, tags. */
export function PersonCard({
  name,
  phone,
  tags = [],
  note,
  checked,
  disabled,
  onChange,
}: {
  name: string
  phone: string | null
  tags?: readonly string[]
  /** Why this person cannot be picked, for instance. */
  note?: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <Checkbox
      className="person"
      label={
        <>
          <span className="nm">{name}</span>
          {phone ? <small className="num">{formatPhone(phone)}</small> : null}
          {tags.length ? <small>{tags.join(', ')}</small> : null}
          {note ? <small>{note}</small> : null}
        </>
      }
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
