import { Menu, NumberInput } from '@mantine/core'
import { IconPlayerSkipForward } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Window } from '#web/components/panel.tsx'
import { formatDuration } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

const skips = [10, 60, 120, 1440] as const
/** As the contract has it. */
const mostMinutes = 100_000

/** Lets time pass in the test: a usual while, or so many minutes as are typed. */
export function SkipMenu({ disabled, onSkip }: { disabled: boolean; onSkip: (minutes: number) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [minutes, setMinutes] = useState<number | string>(30)
  const isValid =
    typeof minutes === 'number' && Number.isInteger(minutes) && minutes > 0 && minutes <= mostMinutes
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            kind="quiet"
            size="small"
            icon={<Icon of={IconPlayerSkipForward} size="small" />}
            disabled={disabled}
          >
            {t('chatbot.test.skip')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {skips.map((one) => (
            <Menu.Item key={one} onClick={() => onSkip(one)}>
              {t('chatbot.test.skipBy', { time: formatDuration(one * 60) })}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setOpen(true)}>{t('chatbot.test.skipOther')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Window opened={isOpen} onClose={() => setOpen(false)} title={t('chatbot.test.skip')}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (!isValid) return
            setOpen(false)
            onSkip(minutes)
          }}
        >
          <NumberInput
            label={t('chatbot.test.skipMinutes')}
            data-autofocus
            min={1}
            max={mostMinutes}
            allowDecimal={false}
            value={minutes}
            error={isValid ? undefined : t('chatbot.test.skipNeeded', { most: mostMinutes })}
            onChange={setMinutes}
          />
          <div className="acts">
            <Button kind="ink" type="submit">
              {t('chatbot.test.skip')}
            </Button>
          </div>
        </form>
      </Window>
    </>
  )
}
