import { NativeSelect, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { QueueSlot } from '#contract/social/planning.ts'
import { platformNames } from '#contract/social/social.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Window } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { useAccounts, useSaveQueue } from '../social.queries.ts'
import { queueChanges, type Slot, slotKey, withSlot } from './queue-changes.ts'
import { weekdayNames } from './weekdays.ts'

/** The times of the week at which queued posts go out. */
export function QueueWindow({
  slots,
  zone,
  onClose,
}: {
  slots: readonly QueueSlot[]
  zone: string
  onClose: () => void
}) {
  const [opened] = useState<readonly Slot[]>(slots)
  const [list, setList] = useState(opened)
  const [entry, setEntry] = useState({ weekday: 1, local_time: '09:00', account_id: '' })
  /** Chosen, and not added yet. */
  const [isChosen, setChosen] = useState(false)
  const choose = (changed: Partial<typeof entry>) => {
    setEntry({ ...entry, ...changed })
    setChosen(true)
  }
  const accounts = useAccounts().data?.accounts ?? []
  const save = useSaveQueue()
  const days = weekdayNames('long')
  const order = (slot: Slot) => days.findIndex(({ day }) => day === slot.weekday)
  const sorted = [...list].sort(
    (one, other) => order(one) - order(other) || one.local_time.localeCompare(other.local_time),
  )
  const nameOf = (id: number | null) => {
    const account = accounts.find((one) => one.id === id)
    return account
      ? `${account.page_name}, ${platformNames[account.platform]}`
      : t('social.compose.queue.everyAccount')
  }
  const withEntry = () =>
    withSlot(list, { ...entry, account_id: entry.account_id ? Number(entry.account_id) : null })
  const add = () => {
    setList(withEntry())
    setChosen(false)
  }
  const store = () =>
    save.mutate(queueChanges(opened, isChosen ? withEntry() : list), {
      onSuccess: () => {
        toast.success(t('social.compose.queue.saved'))
        onClose()
      },
    })
  return (
    <Window opened onClose={onClose} size="36rem" title={t('social.compose.queue.title')}>
      <p className="sm t2">{t('social.compose.queue.help', { zone })}</p>
      <ul className="qslots">
        {sorted.map((slot) => {
          const day = days.find((one) => one.day === slot.weekday)?.name ?? ''
          return (
            <li key={slotKey(slot)} className="row n sp">
              <span>
                {day}, <b className="num">{slot.local_time}</b>{' '}
                <span className="sm t3">{nameOf(slot.account_id)}</span>
              </span>
              <IconButton
                size="small"
                label={t('social.compose.queue.remove', { day, time: slot.local_time })}
                onClick={() => setList(list.filter((one) => one !== slot))}
              >
                <Icon of={IconX} size="small" />
              </IconButton>
            </li>
          )
        })}
      </ul>
      {sorted.length === 0 ? <p className="t3">{t('social.compose.queue.none')}</p> : null}
      <div className="row when-row mt3">
        <NativeSelect
          label={t('social.compose.queue.day')}
          data={days.map(({ day, name }) => ({ value: String(day), label: name }))}
          value={String(entry.weekday)}
          onChange={({ currentTarget: { value } }) => choose({ weekday: Number(value) })}
        />
        <TextInput
          label={t('social.compose.queue.time')}
          type="time"
          value={entry.local_time}
          onChange={({ currentTarget: { value } }) => choose({ local_time: value })}
        />
        <NativeSelect
          label={t('social.compose.queue.account')}
          data={[
            { value: '', label: t('social.compose.queue.everyAccount') },
            ...accounts.map(({ id }) => ({ value: String(id), label: nameOf(id) })),
          ]}
          value={entry.account_id}
          onChange={({ currentTarget: { value } }) => choose({ account_id: value })}
        />
        <Button onClick={add}>{t('social.compose.queue.add')}</Button>
      </div>
      <SubmitError error={save.error} words={{ failed: t('social.compose.queue.failed') }} />
      <div className="acts">
        <Button kind="quiet" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button kind="ink" busy={save.isPending && t('social.compose.queue.saving')} onClick={store}>
          {t('social.compose.queue.save')}
        </Button>
      </div>
    </Window>
  )
}
