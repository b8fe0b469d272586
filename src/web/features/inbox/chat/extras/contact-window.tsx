import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/messages/t.ts'
import type { Send } from '#web/offline/outbox.ts'
import { MessageForm } from './message-form.tsx'

const fields = ['name', 'phone', 'email', 'company'] as const
const types = { name: 'text', phone: 'tel', email: 'email', company: 'text' }

/** A person whom the customer can write to. */
export function ContactWindow({
  onClose,
  onSend,
}: {
  onClose: () => void
  onSend: (message: Send['message']) => void
}) {
  const [values, setValues] = useState({ name: '', phone: '', email: '', company: '' })
  const { name, phone, email, company } = values
  return (
    <MessageForm
      title={t('chat.add.contact')}
      help={t('chat.contactHelp')}
      message={() => ({
        type: 'contact',
        name,
        phone,
        ...(email.trim() && { email }),
        ...(company.trim() && { company }),
      })}
      onClose={onClose}
      onSend={onSend}
    >
      {(faults) =>
        fields.map((field) => (
          <TextInput
            key={field}
            label={t(`chat.contact.${field}`)}
            type={types[field]}
            autoComplete="off"
            data-autofocus={field === 'name' || undefined}
            value={values[field]}
            error={faults[field]}
            onChange={({ currentTarget: { value } }) => setValues({ ...values, [field]: value })}
          />
        ))
      }
    </MessageForm>
  )
}
