import { NativeSelect } from '@mantine/core'
import { Link } from 'react-router'
import type { PhoneNumber } from '#contract/onboarding.ts'
import type { LocalTemplate } from '#contract/templates.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Two } from '#web/components/forms/field.tsx'
import { Section } from '#web/components/page.tsx'
import { Status } from '#web/components/status.tsx'

const isConnected = ({ status }: PhoneNumber) => status === 'CONNECTED'

/** The number that a campaign is sent from: the chosen one, else the business's default one. */
export function senderOf(
  numbers: readonly PhoneNumber[],
  phoneNumberId: string | null,
): PhoneNumber | undefined {
  const own = numbers.filter(isConnected)
  return (
    own.find((number) => number.phone_number_id === phoneNumberId) ?? own.find(({ is_default }) => is_default)
  )
}

/** What is sent, and from which number. */
export function TemplateStep({
  templates,
  numbers,
  templateId,
  phoneNumberId,
  error,
  numberError,
  loading,
  onTemplate,
  onNumber,
}: {
  templates: readonly LocalTemplate[]
  numbers: readonly PhoneNumber[]
  templateId: number | null
  phoneNumberId: string | null
  error?: string
  numberError?: string
  loading: boolean
  onTemplate: (id: number | null) => void
  onNumber: (id: string | null) => void
}) {
  const chosen = templates.find(({ id }) => id === templateId)
  const own = numbers.filter(isConnected)
  const sender = senderOf(numbers, phoneNumberId)
  return (
    <Section number={1} title="Template" first>
      <Two>
        <NativeSelect
          label="Template"
          name="template"
          value={templateId ?? ''}
          error={error}
          description={
            chosen ? (
              <TemplateState template={chosen} />
            ) : !loading && templates.length === 0 ? (
              <>
                There is no template yet. <Link to="/templates">Write the first one</Link>; WhatsApp looks at
                it, mostly within minutes.
              </>
            ) : null
          }
          data={[
            { value: '', label: loading ? 'Loading templates' : 'Select a template' },
            ...templates.map(({ id, title, type, problem, status }) => ({
              value: String(id),
              label: `${title}, ${type}${problem ? ` (${status ?? 'pending'})` : ''}`,
            })),
          ]}
          onChange={({ currentTarget: { value } }) => onTemplate(value ? Number(value) : null)}
        />
        <NativeSelect
          label="Sent from"
          value={sender?.phone_number_id ?? ''}
          disabled={own.length === 0}
          error={numberError}
          data={
            own.length === 0
              ? [{ value: '', label: 'No number connected' }]
              : own.map((number) => ({
                  value: number.phone_number_id,
                  label: `${formatPhone(number.phone)}, ${number.verified_name}`,
                }))
          }
          onChange={({ currentTarget: { value } }) => onNumber(value || null)}
        />
      </Two>
    </Section>
  )
}

function TemplateState({ template }: { template: LocalTemplate }) {
  if (!template.problem) {
    return (
      <>
        <Status tone="delivered">{template.status_label}</Status>{' '}
        <span className="t3">
          {template.language}, {template.category.toLowerCase()}
        </span>
      </>
    )
  }
  return (
    <>
      <Status tone={template.status === 'rejected' ? 'failed' : 'wait'}>{template.status_label}</Status>{' '}
      {template.problem} <Link to={`/templates/${template.id}`}>Open template</Link>
    </>
  )
}
