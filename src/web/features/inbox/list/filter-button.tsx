import { MultiSelect, Popover, Select } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import type { ConversationFilter } from '#contract/conversations/filter.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import { useConnection } from '#web/session/business.queries.ts'
import { useMembers } from '../inbox.queries.ts'
import { countOf } from './filter-address.ts'
import { useCampaignNames, useLabels } from './list.queries.ts'

/** Whom it is assigned to, labels, number and campaign. */
export function FilterButton({
  filter,
  onChange,
}: {
  filter: ConversationFilter
  onChange: (filter: ConversationFilter) => void
}) {
  const [opened, setOpened] = useState(false)
  const count = countOf(filter)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
      width={290}
    >
      <Popover.Target>
        <button
          type="button"
          className="ib-btn"
          aria-expanded={opened}
          aria-label={t('inboxOrder.filter.open', { count })}
          aria-pressed={count > 0}
          onClick={() => setOpened((now) => !now)}
        >
          <Icon of={IconFilter} size="small" />
          {count > 0 ? <span className="num">{count}</span> : null}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('inbox.filters')}>
        <Fields filter={filter} onChange={onChange} />
        <div className="acts mt4">
          <Button
            kind="quiet"
            size="small"
            onClick={() =>
              onChange({
                ...filter,
                assigned_to: undefined,
                labels: undefined,
                phone_number_id: undefined,
                campaign_id: undefined,
              })
            }
          >
            {t('inboxOrder.filter.clear')}
          </Button>
          <Button size="small" onClick={() => setOpened(false)}>
            {t('inboxOrder.filter.done')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function Fields({
  filter,
  onChange,
}: {
  filter: ConversationFilter
  onChange: (filter: ConversationFilter) => void
}) {
  const members = useMembers()
  const labels = useLabels()
  const campaigns = useCampaignNames(true)
  const numbers = useConnection()?.accounts.flatMap(({ phone_numbers }) => phone_numbers) ?? []
  // Lists inside of the window: a press on their entries is no press outside.
  const combobox = { withinPortal: false }
  const chosen = (filter.labels ?? []).filter((label) => !labels.some(({ name }) => name === label))
  return (
    <div className="ib-fields">
      <Select
        label={t('inboxOrder.filter.member')}
        placeholder={t('inboxOrder.filter.anybody')}
        size="sm"
        clearable
        comboboxProps={combobox}
        data={members.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={filter.assigned_to ? String(filter.assigned_to) : null}
        onChange={(id) => onChange({ ...filter, assigned_to: id ? Number(id) : undefined })}
      />
      <MultiSelect
        label={t('inbox.labels')}
        placeholder={filter.labels?.length ? undefined : t('inboxOrder.filter.anyLabel')}
        size="sm"
        searchable
        comboboxProps={combobox}
        maxValues={20}
        data={[...labels.map(({ name }) => name), ...chosen]}
        value={filter.labels ?? []}
        onChange={(next) => onChange({ ...filter, labels: next.length > 0 ? next : undefined })}
      />
      {numbers.length > 1 || filter.phone_number_id ? (
        <Select
          label={t('inboxOrder.filter.number')}
          placeholder={t('inboxOrder.filter.anyNumber')}
          size="sm"
          clearable
          comboboxProps={combobox}
          data={numbers.map((one) => ({
            value: one.phone_number_id,
            label: formatPhone(one.display_phone_number),
          }))}
          value={filter.phone_number_id ?? null}
          onChange={(number) => onChange({ ...filter, phone_number_id: number ?? undefined })}
        />
      ) : null}
      <Select
        label={t('inboxOrder.filter.campaign')}
        placeholder={t('inboxOrder.filter.anyCampaign')}
        size="sm"
        searchable
        clearable
        nothingFoundMessage={t('inboxOrder.filter.noCampaign')}
        comboboxProps={combobox}
        data={campaigns.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={filter.campaign_id ? String(filter.campaign_id) : null}
        onChange={(id) => onChange({ ...filter, campaign_id: id ? Number(id) : undefined })}
      />
    </div>
  )
}
