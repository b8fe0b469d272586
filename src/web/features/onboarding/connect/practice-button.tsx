import { useMutation } from '@tanstack/react-query'
import { onboarding } from '#contract/onboarding.ts'
import { Button, type ButtonKind } from '#web/components/forms/button.tsx'
import { toast } from '#web/components/toast.tsx'
import { call, sentenceFor } from '#web/net/api.ts'
import { useConnection } from '#web/session/business.queries.ts'
import { writeKey } from '#web/session/storage.ts'
import { askAllAgain } from '../onboarding.queries.ts'

/** In test mode, and until an account is connected: one press connects an account to practise with. */
export function PracticeButton({ kind = 'default', size }: { kind?: ButtonKind; size?: 'small' }) {
  const connection = useConnection()
  const connect = useMutation({
    mutationFn: () => call(onboarding.usePractice),
    onSuccess: async () => {
      writeKey('justConnected', 'true')
      await askAllAgain()
      toast.success('WhatsApp Business connected successfully.')
    },
    onError: (error) =>
      toast.error(
        sentenceFor(error, {
          failed: 'The practice account could not be connected.',
          unreachable: 'Server error. Try again.',
        }),
      ),
  })
  const isConnected = connection?.accounts.some(({ status }) => status !== 'disconnected') ?? true
  if (!connection?.practice || isConnected) return null
  return (
    <Button
      kind={kind}
      {...(size && { size })}
      onClick={() => connect.mutate()}
      busy={connect.isPending && 'Connecting...'}
    >
      Use the practice account
    </Button>
  )
}
