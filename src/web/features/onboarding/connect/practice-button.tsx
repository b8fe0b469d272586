import { useMutation } from '@tanstack/react-query'
import { onboarding } from '#contract/onboarding.ts'
import { Button, type ButtonKind } from '#web/components/forms/button.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { useConnection } from '#web/session/business.queries.ts'
import { writeKey } from '#web/session/storage.ts'
import { askAllAgain } from '../onboarding.queries.ts'

/** In test mode, until an account is connected: connects a test account. */
export function PracticeButton({ kind = 'default', size }: { kind?: ButtonKind; size?: 'small' }) {
  const connection = useConnection()
  const connect = useMutation({
    mutationFn: () => call(onboarding.usePractice),
    onSuccess: async () => {
      writeKey('justConnected', 'true')
      await askAllAgain()
      toast.success(t('onboarding.connect.connected'))
    },
    onError: (error) =>
      toast.error(
        sentenceFor(error, {
          failed: t('onboarding.connect.practice.failed'),
          unreachable: t('onboarding.connect.serverError'),
        }),
      ),
  })
  const isConnected =
    connection?.accounts.some(({ status, for_test_phone }) => status !== 'disconnected' && !for_test_phone) ??
    true
  if (!connection?.practice || isConnected) return null
  return (
    <Button
      kind={kind}
      {...(size && { size })}
      onClick={() => connect.mutate()}
      busy={connect.isPending && t('onboarding.connect.connecting')}
    >
      {t('onboarding.connect.practice.connect')}
    </Button>
  )
}
