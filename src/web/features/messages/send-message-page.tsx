import { PageHeader } from '#web/components/page.tsx'
import { SendMessageForm } from './send-message-form.tsx'

/** Send WhatsApp Message: one template to one person. */
export default function SendMessagePage() {
  return (
    <>
      <PageHeader
        title="Send WhatsApp Message"
        lede="One approved template to one person, through the same outbox as a campaign: it is never sent twice."
      />
      <SendMessageForm />
    </>
  )
}
