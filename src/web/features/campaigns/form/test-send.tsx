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
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { sendOnce } from '#web/net/send-once.ts'
import type { DraftCall } from './use-draft.ts'

/** The statuses of a test that WhatsApp accepted; any other one is shown in the window. */
const taken: readonly string[] = ['sent', 'delivered', 'read']

/** Asks for your own number and sends the message there, filled in as for the first person. */
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
    mutationFn: () => sendOnce(campaigns.testSend, { body: { ...input, to: to.trim() } }),
    onSuccess: (answer) => {
      if (!taken.includes(answer.status)) return
      toast.success(answer.message ?? t('campaigns.form.test.sent'))
      onClose()
    },
    onError: (failed) =>
      setError(
        sentenceFor(failed, {
          failed: t('campaigns.form.test.failed'),
          unreachable: t('campaigns.form.test.unreachable'),
        }),
      ),
  })
  const open = send.data && !taken.includes(send.data.status) ? send.data : null
  const press = () => {
    if (send.isPending) return
    if (!e164Pattern.test(to.trim())) return setError(t('campaigns.form.test.invalid'))
    setError(null)
    send.mutate()
  }
  return (
    <Window opened={opened} onClose={onClose} title={t('campaigns.form.test.title')}>
      <SendForm>
        {open ? <Banner kind="waiting">{open.message}</Banner> : null}
        <p className="t2">{t('campaigns.form.test.note')}</p>
        <TextInput
          className="mt4"
          classNames={{ input: 'num' }}
          label={t('campaigns.form.test.number')}
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
            {t('campaigns.notNow')}
          </Button>
          <Button busy={send.isPending && t('campaigns.sending')} onClick={press}>
            {t(open ? 'campaigns.form.test.another' : 'campaigns.form.test.send')}
          </Button>
        </div>
      </SendForm>
    </Window>
  )
}
