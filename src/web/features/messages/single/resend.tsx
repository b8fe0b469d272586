import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type MessageLife, messages } from '#contract/messages.ts'
import { onboarding } from '#contract/onboarding.ts'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { toast } from '#web/components/toast.tsx'
import { call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'

/** One failed message once more; first its account is switched, where that is what it failed for. It costs as any other. */
export function Resend({ log, onSent }: { log: MessageLife; onSent?: () => void }) {
  const queries = useQueryClient()
  const account = log.switch_waba
  const resend = useMutation({
    mutationFn: async () => {
      if (account) {
        const body = { waba_id: account, endpoint: 'marketing_messages' as const }
        await call(onboarding.setMarketingEndpoint, { body })
      }
      return await call(messages.resend, { params: { id: log.id } })
    },
    onSuccess: (answer) => {
      toast.success(answer.message ?? 'The message is sent again.')
      onSent?.()
      void queries.invalidateQueries({ queryKey: keyOf(messages.life) })
      void queries.invalidateQueries({ queryKey: keyOf(messages.logs) })
      void queries.invalidateQueries({ queryKey: keyOf(onboarding.connection) })
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: 'This did not work. Try again.' })),
  })
  const ask = async () => {
    const switches = account ? 'All marketing of this account then goes this way. ' : ''
    const yes = await confirm({
      title: account ? 'Switch and send again?' : 'Send this message again?',
      consequence: `${switches}${(account ? null : log.resend_words) ?? 'It goes to the same person now.'} The template is sent as it is today.`,
      confirm: account ? 'Switch and send' : 'Send again',
      cancel: 'Not now',
      harmless: true,
    })
    if (yes) resend.mutate()
  }
  return (
    <Button busy={resend.isPending && 'Sending...'} onClick={() => void ask()}>
      {account ? 'Switch and send again' : 'Send again'}
    </Button>
  )
}

/** Beside the sentence of a failure: what mends it, where a press can. Nothing for any other failure. */
export function FailureRemedy({ messageId, onSent }: { messageId: number | undefined; onSent: () => void }) {
  const life = useQuery({
    ...queryFor(messages.life, { params: { id: messageId ?? 0 } }),
    enabled: messageId !== undefined,
  })
  return messageId !== undefined && life.data?.log.switch_waba ? (
    <Resend log={life.data.log} onSent={onSent} />
  ) : null
}
