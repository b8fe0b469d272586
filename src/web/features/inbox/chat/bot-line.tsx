import { Menu } from '@mantine/core'
import { IconRobot } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type BotState, chatbot } from '#contract/chatbot/settings.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'

const pauses = [
  ['hour', 60],
  ['day', 1440],
  ['closed', null],
] as const

/** What the chatbot does in this conversation, and who has it: the bot or a person. */
export function BotLine({ id }: { id: number }) {
  const zone = useZone()
  const queries = useQueryClient()
  const bot = useQuery(queryFor(chatbot.state, { params: { id } })).data?.bot
  const changed = (answer: { bot: BotState }) =>
    queries.setQueryData(keyOf(chatbot.state, { params: { id } }), (old: object | undefined) => ({
      ...old,
      ...answer,
    }))
  const onError = (error: Error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') }))
  const pause = useMutation({
    mutationFn: (minutes: number | null) => call(chatbot.pause, { params: { id }, body: { minutes } }),
    onSuccess: (answer) => {
      changed(answer)
      toast.success(t('chatbot.chat.pausedDone'))
    },
    onError,
  })
  const resume = useMutation({
    mutationFn: () => call(chatbot.resume, { params: { id } }),
    onSuccess: (answer) => {
      changed(answer)
      toast.success(t('chatbot.chat.resumed'))
    },
    onError,
  })
  if (!bot || bot.state === 'off' || bot.state === 'idle') return null
  const isHeld = bot.state !== 'active'
  return (
    <section className="win botl" aria-label={t('chatbot.chat.title')}>
      <Icon of={IconRobot} size="small" />
      <span role="status">{wordsOf(bot, zone)}</span>
      <span className="grow" />
      {isHeld ? (
        <Button size="small" busy={resume.isPending && t('app.workingBusy')} onClick={() => resume.mutate()}>
          {t('chatbot.chat.resume')}
        </Button>
      ) : (
        <Menu position="top-end" withinPortal>
          <Menu.Target>
            <Button size="small" busy={pause.isPending && t('app.workingBusy')}>
              {t('chatbot.chat.pause')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {pauses.map(([choice, minutes]) => (
              <Menu.Item key={choice} onClick={() => pause.mutate(minutes)}>
                {t('chatbot.chat.pauseFor', { choice })}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </section>
  )
}

function wordsOf(bot: BotState, zone: string): string {
  if (bot.state === 'stopped' && bot.reason) return t('chatbot.chat.reason', { reason: bot.reason })
  if (bot.state !== 'active')
    return bot.paused_until
      ? t('chatbot.chat.pausedUntil', { time: formatMoment(bot.paused_until, zone) })
      : t('chatbot.chat.paused')
  return bot.flow_name ? t('chatbot.chat.active', { flow: bot.flow_name }) : t('chatbot.chat.activeRule')
}
