import type { MessageLife } from '#contract/messages.ts'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useFailedMessage, useResend } from '../messages.queries.ts'

/** One failed message once more; first its account is switched, where that is what it failed for. It costs as any other. */
export function Resend({ log, onSent }: { log: MessageLife; onSent?: () => void }) {
  const account = log.switch_waba
  const resend = useResend(log, {
    success: (message) => {
      toast.success(message ?? t('messages.resend.done'))
      onSent?.()
    },
    error: (error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') })),
  })
  const consequence = () => {
    if (account) return t('messages.resend.switchHelp')
    return log.resend_advice
      ? t('messages.resend.helpReason', { reason: log.resend_advice })
      : t('messages.resend.help')
  }
  const ask = async () => {
    const yes = await confirm({
      title: t(account ? 'messages.resend.switchTitle' : 'messages.drawer.sendAgainTitle'),
      consequence: consequence(),
      confirm: t(account ? 'messages.resend.switchConfirm' : 'messages.drawer.sendAgain'),
      cancel: t('messages.drawer.notNow'),
      harmless: true,
    })
    if (yes) resend.mutate()
  }
  return (
    <Button busy={resend.isPending && t('messages.resend.sending')} onClick={() => void ask()}>
      {t(account ? 'messages.resend.switch' : 'messages.drawer.sendAgain')}
    </Button>
  )
}

/** Beside an error: the button that fixes it, where there is one. */
export function FailureRemedy({ messageId, onSent }: { messageId: number | undefined; onSent: () => void }) {
  const log = useFailedMessage(messageId)
  return messageId !== undefined && log?.switch_waba ? <Resend log={log} onSent={onSent} /> : null
}
