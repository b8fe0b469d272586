import { PageHeader } from '#web/components/page.tsx'
import { t } from '#web/messages/t.ts'
import { SendMessageForm } from './send-message-form.tsx'

/** Send WhatsApp Message: one template to one person. */
export default function SendMessagePage() {
  return (
    <>
      <PageHeader title={t('messages.send.title')} lede={t('messages.send.lede')} />
      <SendMessageForm />
    </>
  )
}
