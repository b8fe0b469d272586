import { MultiSelect } from '@mantine/core'
import { Link } from 'react-router'
import { formatNumber } from '#web/format/number.ts'
import { useLeadTags } from '#web/session/business.queries.ts'

/** Tags, chosen by typing or from the list, which says how many people have each. */
export function TagsField({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string
  placeholder: string
  value: readonly string[]
  onChange: (tags: string[]) => void
}) {
  const query = useLeadTags()
  const known = query.data?.tags ?? []
  const people = new Map(known.map(({ tag, leads: count }) => [tag, count]))
  if (query.data && known.length === 0 && value.length === 0) {
    return (
      <p className="t2">
        No lead has a tag yet. <Link to="/lead-generator">Add leads</Link> with one.
      </p>
    )
  }
  return (
    <MultiSelect
      label={label}
      placeholder={value.length ? undefined : placeholder}
      // A tag that a draft names stays in sight although nobody has it any more.
      data={[...new Set([...people.keys(), ...value])]}
      value={[...value]}
      onChange={onChange}
      searchable
      clearable
      hidePickedOptions
      limit={200}
      nothingFoundMessage="No tag has this name"
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      renderOption={({ option }) => (
        <span className="row n sp grow">
          <span>{option.value}</span>
          <span className="t3 num">{formatNumber(people.get(option.value) ?? 0)}</span>
        </span>
      )}
    />
  )
}
