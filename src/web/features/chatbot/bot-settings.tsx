import { NativeSelect } from '@mantine/core'
import type { BotSettings } from '#contract/chatbot/settings.ts'
import { Two } from '#web/components/forms/field.tsx'
import { Section } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useBotSettings, useSaveBot } from './chatbot.queries.ts'

const pauses = { closed: null, hour: 60, four: 240, day: 1440 } as const
type Pause = keyof typeof pauses
const names = Object.keys(pauses) as Pause[]
const hours = [1, 4, 12, 24, 48, 72, 168]

/** When the bot comes back after a person's answer, and when a flow ends by itself. */
export function BotSettingsSection() {
  const settings = useBotSettings().data?.settings
  const save = useSaveBot()
  if (!settings) return null
  const shown = { ...settings, ...(save.isPending && save.variables.body) }
  const known = names.find((name) => pauses[name] === shown.pause_minutes)
  const change = (changes: Partial<BotSettings>) =>
    save.mutate(
      { body: changes },
      {
        onSuccess: () => toast.success(t('chatbot.settings.saved')),
        onError: (error) => toast.error(sentenceFor(error, { failed: t('chatbot.notSaved') })),
      },
    )
  return (
    <Section title={t('chatbot.settings.title')}>
      <p className="t2">{t('chatbot.settings.lede')}</p>
      <div className="mt2">
        <Two>
          <NativeSelect
            label={t('chatbot.settings.pause')}
            value={known ?? 'other'}
            data={[...names, ...(known ? [] : ['other'])].map((choice) => ({
              value: choice,
              label: t('chatbot.settings.pauseChoice', { choice, minutes: shown.pause_minutes ?? 0 }),
            }))}
            onChange={({ currentTarget }) => {
              const choice = names.find((name) => name === currentTarget.value)
              if (choice) change({ pause_minutes: pauses[choice] })
            }}
          />
          <NativeSelect
            label={t('chatbot.settings.session')}
            value={String(shown.session_hours)}
            data={[...new Set([...hours, shown.session_hours])]
              .sort((a, b) => a - b)
              .map((count) => ({ value: String(count), label: t('chatbot.settings.hours', { count }) }))}
            onChange={({ currentTarget }) => change({ session_hours: Number(currentTarget.value) })}
          />
        </Two>
      </div>
    </Section>
  )
}
