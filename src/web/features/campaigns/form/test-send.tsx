import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { campaigns } from '#contract/campaigns.ts'
import { e164Pattern } from '#contract/values.ts'
import { Banner } from '#web/components/banner.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { SendForm } from '#web/components/forms/send-form.tsx'
import { Window } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { call, sentenceFor } from '#web/net/api.ts'
import type { DraftCall } from './use-draft.ts'

const invalid = 'Invalid phone number format. Use E.164 format (e.g., +919876543210).'

/** What says that WhatsApp took the test; whatever else is said in the window. */
const taken: readonly string[] = ['sent', 'delivered', 'read']

/** Asks for one's own number and sends the message there, filled as for the first person. */
export function TestSend({
  opened,
  input,
  onClose,
}: {
  opened: boolean
  input: DraftCall
  onClose: () => void
}) {
  const [to, setTo] = useState('')
  const [error, setError] = useState<string | null>(null)
  const send = useMutation({
    mutationFn: () => call(campaigns.testSend, { body: { ...input, to: to.trim() } }),
    onSuccess: (answer) => {
      if (!taken.includes(answer.status)) return
      toast.success(answer.message ?? 'Test sent.')
      onClose()
    },
    onError: (failed) =>
      setError(
        sentenceFor(failed, {
          failed: 'Message failed.',
          unreachable: 'Server error while sending message.',
        }),
      ),
  })
  const open = send.data && !taken.includes(send.data.status) ? send.data : null
  const press = () => {
    if (send.isPending) return
    if (!e164Pattern.test(to.trim())) return setError(invalid)
    setError(null)
    send.mutate()
  }
  return (
    <Window opened={opened} onClose={onClose} title="Send a test to me">
      <SendForm>
        {open ? <Banner kind="waiting">{open.message}</Banner> : null}
        <p className="t2">
          One real message, filled as for the first person of the audience. It is charged like any other.
        </p>
        <TextInput
          className="mt4"
          classNames={{ input: 'num' }}
          label="Your number"
          type="tel"
          autoComplete="tel"
          placeholder="+919876543210"
          value={to}
          error={error}
          errorProps={{ role: 'alert' }}
          onChange={({ currentTarget: { value } }) => setTo(value)}
        />
        <div className="acts">
          <Button kind="quiet" onClick={onClose}>
            Not now
          </Button>
          <Button busy={send.isPending && 'Sending...'} onClick={press}>
            {open ? 'Send another' : 'Send test'}
          </Button>
        </div>
      </SendForm>
    </Window>
  )
}
