import { Switch, TagsInput } from '@mantine/core'
import type { FlowDefinition } from '#contract/chatbot/flow.ts'
import { t } from '#web/messages/t.ts'
import { useLeadTags } from '#web/session/business.queries.ts'

/** Who writes in the test, and what holds then. */
export type Person = {
  isOpen: boolean
  templatesFail: boolean
  noMarketing: boolean
  /** From the start on. */
  tags: readonly string[]
}

export const newPerson: Person = { isOpen: true, templatesFail: false, noMarketing: false, tags: [] }

/** What a flow can depend on, to be chosen before and during a test. */
export function TestPerson({
  flow,
  person,
  onChange,
}: {
  flow: FlowDefinition
  person: Person
  onChange: (person: Person) => void
}) {
  const known = useLeadTags().data?.tags.map(({ tag }) => tag) ?? []
  const conditions = new Set(flow.steps.map((step) => (step.kind === 'condition' ? step.of.of : null)))
  const hasTemplates = flow.steps.some(({ kind }) => kind === 'template')
  const choice = (key: 'isOpen' | 'templatesFail' | 'noMarketing', label: string) => (
    <Switch
      className="simu-open"
      label={label}
      checked={person[key]}
      onChange={({ currentTarget }) => onChange({ ...person, [key]: currentTarget.checked })}
    />
  )
  return (
    <>
      {conditions.has('office_hours') ? choice('isOpen', t('chatbot.test.isOpen')) : null}
      {hasTemplates ? choice('templatesFail', t('chatbot.test.templatesFail')) : null}
      {hasTemplates ? choice('noMarketing', t('chatbot.test.noMarketing')) : null}
      {conditions.has('tag') ? (
        <TagsInput
          className="simu-open"
          label={t('chatbot.test.tags')}
          description={t('chatbot.test.tagsHelp')}
          data={known}
          value={[...person.tags]}
          maxTags={100}
          onChange={(tags) => onChange({ ...person, tags })}
        />
      ) : null}
    </>
  )
}
