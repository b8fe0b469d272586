import { Combobox, Menu, Popover, TextInput, useCombobox } from '@mantine/core'
import { IconCalendarEvent, IconChevronDown, IconPlus, IconX } from '@tabler/icons-react'
import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Analytics, periodFault } from '#contract/analytics/analytics.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { formatDay } from '#web/format/time.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'

export type Choice = { value: string; name: string }

/** More choices than this are searched. */
const searchedFrom = 9

/** One filter: a press opens its choices; the cross beside one that is set takes it away. */
export function FilterChip({
  label,
  all,
  value,
  choices,
  startOpen = false,
  onChange,
}: {
  label: string
  all: string
  value: string
  choices: readonly Choice[]
  startOpen?: boolean
  onChange: (value: string) => void
}) {
  const [search, setSearch] = useState('')
  const combobox = useCombobox({
    defaultOpened: startOpen,
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const button = useRef<HTMLButtonElement>(null)
  // One that was just added is what the keyboard goes on with.
  useEffect(() => {
    if (startOpen) button.current?.focus()
  }, [startOpen])
  const name = choices.find((choice) => choice.value === value)?.name ?? value
  const wanted = search.trim().toLocaleLowerCase()
  const found = choices.filter((choice) => choice.name.toLocaleLowerCase().includes(wanted))
  return (
    <span className="an-chips">
      <Combobox
        store={combobox}
        width={260}
        position="bottom-start"
        onOptionSubmit={(chosen) => {
          onChange(chosen)
          combobox.closeDropdown()
        }}
      >
        <Combobox.Target targetType="button">
          <button
            ref={button}
            type="button"
            className="an-chip"
            aria-label={t('analytics.filters.chosen', { label, name: value === '' ? all : name })}
            onClick={() => combobox.toggleDropdown()}
          >
            <span className="an-chip-text">
              {value === '' ? all : t.rich('analytics.filters.chip', { label, name, b: tags.b })}
            </span>
            <Icon of={IconChevronDown} size="small" />
          </button>
        </Combobox.Target>
        <Combobox.Dropdown>
          {choices.length < searchedFrom ? null : (
            <Combobox.Search
              value={search}
              aria-label={t('analytics.filters.search')}
              placeholder={t('analytics.filters.search')}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          )}
          <Combobox.Options className="an-choices" aria-label={label}>
            {wanted === '' ? (
              <Combobox.Option value="" active={value === ''}>
                {all}
              </Combobox.Option>
            ) : null}
            {found.map((choice) => (
              <Combobox.Option key={choice.value} value={choice.value} active={choice.value === value}>
                {choice.name}
              </Combobox.Option>
            ))}
            {wanted !== '' && found.length === 0 ? (
              <Combobox.Empty>{t('analytics.filters.nothing')}</Combobox.Empty>
            ) : null}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {value === '' ? null : (
        <button
          type="button"
          className="an-chip an-chip-x"
          aria-label={t('analytics.filters.remove', { label })}
          onClick={() => onChange('')}
        >
          <Icon of={IconX} size="small" />
        </button>
      )}
    </span>
  )
}

/** The filters that are not shown yet, by their names. */
export function AddFilter({
  filters,
  onAdd,
}: {
  filters: readonly { key: string; label: string }[]
  onAdd: (key: string) => void
}) {
  if (filters.length === 0) return null
  return (
    // The chip that it adds takes the focus.
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <button type="button" className="an-chip an-chip-add">
          <Icon of={IconPlus} size="small" />
          {t('analytics.filters.add')}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {filters.map(({ key, label }) => (
          <Menu.Item key={key} onClick={() => onAdd(key)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const lengths = [7, 30, 90, 365] as const

type Days = { from: string; to: string }

/** The days that the figures are of: so many up to the last one, or any two. */
export function PeriodChip({
  period,
  isDay,
  onChange,
}: {
  period: Analytics['period']
  isDay: (text: string) => boolean
  onChange: (days: Days) => void
}) {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState<Partial<Days>>({})
  const length = (Date.parse(period.to) - Date.parse(period.from)) / 86_400_000 + 1
  const wanted = { from: typed.from ?? period.from, to: typed.to ?? period.to }
  const fault = periodFault(wanted)
  const type = (name: keyof Days, day: string) => {
    if (isDay(day)) setTyped({ ...typed, [name]: day })
  }
  const take = () => {
    if (fault || (wanted.from === period.from && wanted.to === period.to)) return
    setTyped({})
    onChange(wanted)
  }
  // A click beside it takes the fields away before they lose the focus.
  const open = (now: boolean) => {
    if (!now) take()
    setTyped({})
    setOpened(now)
  }
  const field = (name: keyof Days) => ({
    size: 'sm',
    type: 'date',
    defaultValue: period[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => type(name, event.currentTarget.value),
    onBlur: take,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && !fault) open(false)
    },
  })
  return (
    <Popover opened={opened} onChange={open} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className="an-chip" aria-expanded={opened} onClick={() => open(!opened)}>
          <Icon of={IconCalendarEvent} size="small" />
          <b>{t('analytics.filters.days', { from: formatDay(period.from), to: formatDay(period.to) })}</b>
          <Icon of={IconChevronDown} size="small" />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('analytics.filters.period')}>
        <div className="an-lengths">
          {lengths.map((one) => (
            <Button
              key={one}
              size="small"
              aria-pressed={one === length}
              onClick={() => {
                setTyped({})
                setOpened(false)
                onChange({ from: dayBefore(period.to, one - 1), to: period.to })
              }}
            >
              {t('analytics.filters.last', { days: one })}
            </Button>
          ))}
        </div>
        <div className="an-days">
          <TextInput
            key={`from ${period.from}`}
            {...field('from')}
            label={t('analytics.filters.from')}
            max={wanted.to}
          />
          <TextInput
            key={`to ${period.to}`}
            {...field('to')}
            label={t('analytics.filters.to')}
            min={wanted.from}
            error={fault}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

const dayBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10)
