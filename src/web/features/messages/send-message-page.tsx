import { PageHeader } from '#web/components/page.tsx'
import { SendMessageForm } from './send-message-form.tsx'

/** Send WhatsApp Message: one template to one person. */
export default function SendMessagePage() {
  return (
    <>
      <PageHeader
        title="Send WhatsApp Message"
        lede="Send one approved template to one person. It is never sent twice."
      />
      <SendMessageForm />
    </>
  )
}
