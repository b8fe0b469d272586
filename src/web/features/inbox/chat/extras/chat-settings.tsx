import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ChatSettings } from '#contract/conversations/settings.ts'
import { conversations } from '#contract/conversations.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Window } from '#web/components/panel.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, queryFor, sentenceFor } from '#web/net/api.ts'

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
        </div>
      ) : (
        <SkeletonLines lines={4} label={t('chat.settings.title')} />
      )}
    </Window>
  )
}
