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
import { weekdayNames } from './weekdays.ts'

type Slot = Omit<QueueSlot, 'id'>

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
  const [list, setList] = useState<readonly Slot[]>(() => slots.map(({ id: _, ...slot }) => slot))
  const [entry, setEntry] = useState({ weekday: 1, local_time: '09:00', account_id: '' })
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
  const add = () => {
    const slot: Slot = { ...entry, account_id: entry.account_id ? Number(entry.account_id) : null }
    const isKnown = list.some(
      (one) =>
        one.weekday === slot.weekday &&
        one.local_time === slot.local_time &&
        one.account_id === slot.account_id,
    )
    if (!isKnown && slot.local_time) setList([...list, slot])
  }
  const store = () =>
    save.mutate(
      { slots: [...list] },
      {
        onSuccess: () => {
          toast.success(t('social.compose.queue.saved'))
          onClose()
        },
      },
    )
  return (
    <Window opened onClose={onClose} size="36rem" title={t('social.compose.queue.title')}>
      <p className="sm t2">{t('social.compose.queue.help', { zone })}</p>
      <ul className="qslots">
        {sorted.map((slot) => {
          const day = days.find((one) => one.day === slot.weekday)?.name ?? ''
          return (
            <li key={`${slot.weekday} ${slot.local_time} ${slot.account_id}`} className="row n sp">
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
          onChange={({ currentTarget: { value } }) => setEntry({ ...entry, weekday: Number(value) })}
        />
        <TextInput
          label={t('social.compose.queue.time')}
          type="time"
          value={entry.local_time}
          onChange={({ currentTarget: { value } }) => setEntry({ ...entry, local_time: value })}
        />
        <NativeSelect
          label={t('social.compose.queue.account')}
          data={[
            { value: '', label: t('social.compose.queue.everyAccount') },
            ...accounts.map(({ id }) => ({ value: String(id), label: nameOf(id) })),
          ]}
          value={entry.account_id}
          onChange={({ currentTarget: { value } }) => setEntry({ ...entry, account_id: value })}
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
