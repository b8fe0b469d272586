import { MultiSelect } from '@mantine/core'
import { formatNumber } from '#web/format/number.ts'
import { linkTo } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { useLeadTags } from '#web/session/business.queries.ts'

/** Tags, typed or chosen from a list that shows how many people have each. */
export function TagsField({
  label,
  placeholder,
  value,
  onChange,
  quiet,
}: {
  label: string
  placeholder: string
  value: readonly string[]
  /** Not there while no lead has a tag: another field says so. */
  quiet?: boolean
  onChange: (tags: string[]) => void
}) {
  const query = useLeadTags()
  const known = query.data?.tags ?? []
  const people = new Map(known.map(({ tag, leads: count }) => [tag, count]))
  if (query.data && known.length === 0 && value.length === 0) {
    if (quiet) return null
    return (
      <p className="t2">{t.rich('campaigns.form.tagsField.none', { link: linkTo('/lead-generator') })}</p>
    )
  }
  return (
    <MultiSelect
      label={label}
      placeholder={value.length ? undefined : placeholder}
      // A tag of the draft stays visible even when no lead has it any more.
      data={[...new Set([...people.keys(), ...value])]}
      value={[...value]}
      onChange={onChange}
      searchable
      clearable
      hidePickedOptions
      limit={200}
      nothingFoundMessage={t('campaigns.form.tagsField.notFound')}
      clearButtonProps={{ 'aria-label': t('campaigns.form.tagsField.clear', { label: label.toLowerCase() }) }}
      renderOption={({ option }) => (
        <span className="row n sp grow">
          <span>{option.value}</span>
          <span className="t3 num">{formatNumber(people.get(option.value) ?? 0)}</span>
        </span>
      )}
    />
  )
}
