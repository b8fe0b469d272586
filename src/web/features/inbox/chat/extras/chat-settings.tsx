import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChatSettings } from '#contract/conversations/settings.ts'
import { conversations } from '#contract/conversations.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Window } from '#web/components/panel.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, queryFor, sentenceFor } from '#web/net/api.ts'
import { allowNotifications, playTone, setAlert, useAlertOn } from '#web/session/alerts.ts'

/** How long a message of the team waits where the business wants to take some back. */
const undoSeconds = 5

/** What customers see of the team, and the time to take a message back: for the whole business. */
export function ChatSettingsWindow({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const query = queryFor(conversations.settings)
  const settings = useQuery(query)
  const save = useMutation({
    mutationFn: (body: Partial<ChatSettings>) => call(conversations.saveSettings, { body }),
    onSuccess: (answer) => queries.setQueryData(query.queryKey, answer),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') })),
  })
  const now = settings.data?.settings
  return (
    <Window opened onClose={onClose} title={t('chat.settings.title')}>
      <p className="sm t2">{t('chat.settings.help')}</p>
      {settings.isError ? (
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      ) : now ? (
        <div className="xtra">
          <Switch
            label={t('chat.settings.read')}
            checked={now.tell_read}
            onChange={({ currentTarget: { checked } }) => save.mutate({ tell_read: checked })}
          />
          <Switch
            label={t('chat.settings.typing')}
            description={t('chat.settings.typingHelp')}
            disabled={!now.tell_read}
            checked={now.tell_read && now.tell_typing}
            onChange={({ currentTarget: { checked } }) => save.mutate({ tell_typing: checked })}
          />
          <Switch
            label={t('chat.settings.undo', { seconds: undoSeconds })}
            description={t('chat.settings.undoHelp')}
            checked={now.undo_seconds > 0}
            onChange={({ currentTarget: { checked } }) =>
              save.mutate({ undo_seconds: checked ? undoSeconds : 0 })
            }
          />
          <DeviceAlerts />
        </div>
      ) : (
        <SkeletonLines lines={4} label={t('chat.settings.title')} />
      )}
    </Window>
  )
}

/** How this browser tells of new messages; asked for by a press only. */
function DeviceAlerts() {
  const notify = useAlertOn('notify')
  const sound = useAlertOn('sound')
  const [refused, setRefused] = useState<'denied' | 'none' | null>(null)
  const turn = async (on: boolean) => {
    if (!on) return setAlert('notify', false)
    const answer = await allowNotifications()
    setRefused(answer === 'granted' ? null : answer)
    if (answer === 'granted') setAlert('notify', true)
  }
  return (
    <fieldset className="mt4">
      <legend className="lab">{t('chat.settings.device')}</legend>
      <Switch
        className="mt2"
        label={t('chat.settings.notify')}
        description={t('chat.settings.notifyHelp')}
        checked={notify}
        error={refused ? t('chat.settings.notifyRefused', { kind: refused }) : null}
        onChange={({ currentTarget: { checked } }) => void turn(checked)}
      />
      <Switch
        className="mt4"
        label={t('chat.settings.sound')}
        checked={sound}
        onChange={({ currentTarget: { checked } }) => {
          setAlert('sound', checked)
          if (checked) void playTone().catch(() => undefined)
        }}
      />
    </fieldset>
  )
}
