import { Menu } from '@mantine/core'
import { type RefObject, useState } from 'react'
import { Button } from '#web/components/forms/button.tsx'
import { type Moment, MomentFields } from '#web/components/forms/moment-fields.tsx'
import { useFieldFaults } from '#web/components/forms/use-field-faults.ts'
import { Window } from '#web/components/panel.tsx'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { firstMoment, snoozeAt, snoozeDays, snoozes, snoozeTime } from './snooze-times.ts'

/** The times until which one can snooze, as entries of a menu; `onOwn` asks for another. */
export function SnoozeItems({ onPick, onOwn }: { onPick: (until: string) => void; onOwn: () => void }) {
  const zone = useZone()
  return (
    <>
      {snoozes.map((name) => {
        const until = snoozeTime(name, zone)
        return until ? (
          <Menu.Item key={name} onClick={() => onPick(until)}>
            {t(`inbox.snoozeFor.${name}`)}
          </Menu.Item>
        ) : null
      })}
      <Menu.Item onClick={onOwn}>{t('inbox.snoozeOwn.menu')}</Menu.Item>
    </>
  )
}

/** Asks for a date and a time of one's own. `onPick` says whether it was taken; what the server refuses is thrown. */
export function SnoozeWindow({
  until,
  opener,
  onPick,
  onClose,
}: {
  /** Of a conversation that is snoozed already. */
  until?: string | null
  /** Gets the focus back. */
  opener: RefObject<HTMLElement | null>
  onPick: (until: string) => Promise<boolean>
  onClose: () => void
}) {
  const zone = useZone()
  const [moment, setMoment] = useState<Moment>(() => firstMoment(until, zone))
  const [isBusy, setBusy] = useState(false)
  const faults = useFieldFaults()
  const close = () => {
    onClose()
    opener.current?.focus()
  }
  const submit = async () => {
    const picked = snoozeAt(moment, zone)
    if (picked.fault !== undefined) return faults.set({ snoozed_until: picked.fault })
    setBusy(true)
    try {
      if (await onPick(picked.until)) close()
    } catch (error) {
      faults.take(error, ['snoozed_until'])
    }
    setBusy(false)
  }
  return (
    <Window opened onClose={close} title={t('inbox.snoozeOwn.title')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void submit()
        }}
      >
        <MomentFields
          moment={moment}
          zone={zone}
          bounds={snoozeDays(zone)}
          fault={faults.at('snoozed_until')}
          focused
          onChange={(changes) => {
            setMoment({ ...moment, ...changes })
            faults.changed('snoozed_until')
          }}
        />
        <div className="acts">
          <Button kind="quiet" type="button" onClick={close}>
            {t('app.cancel')}
          </Button>
          <Button kind="yours" type="submit" busy={isBusy && t('inbox.snoozeOwn.saving')}>
            {t('inbox.snooze')}
          </Button>
        </div>
      </form>
    </Window>
  )
}
