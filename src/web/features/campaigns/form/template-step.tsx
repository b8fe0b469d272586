import { NativeSelect } from '@mantine/core'
import { Link } from 'react-router'
import type { PhoneNumber } from '#contract/onboarding.ts'
import type { LocalTemplate } from '#contract/templates.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Two } from '#web/components/forms/field.tsx'
import { Section } from '#web/components/page.tsx'
import { Status } from '#web/components/status.tsx'
import { linkTo } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'

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
    <Section number={1} title={t('campaigns.form.template.title')} first>
      <Two>
        <NativeSelect
          label={t('campaigns.form.template.title')}
          name="template"
          value={templateId ?? ''}
          error={error}
          description={
            chosen ? (
              <TemplateState template={chosen} />
            ) : !loading && templates.length === 0 ? (
              t.rich('campaigns.form.template.none', { link: linkTo('/templates') })
            ) : null
          }
          data={[
            {
              value: '',
              label: t(loading ? 'campaigns.form.template.loading' : 'campaigns.form.template.select'),
            },
            ...templates.map(({ id, title, type, problem, status }) => ({
              value: String(id),
              label: problem
                ? t('campaigns.form.template.choiceWaiting', { title, type, status: status ?? 'pending' })
                : t('campaigns.form.template.choice', { title, type }),
            })),
          ]}
          onChange={({ currentTarget: { value } }) => onTemplate(value ? Number(value) : null)}
        />
        <NativeSelect
          label={t('campaigns.form.template.sentFrom')}
          value={sender?.phone_number_id ?? ''}
          disabled={own.length === 0}
          error={numberError}
          data={
            own.length === 0
              ? [{ value: '', label: t('campaigns.form.template.noNumber') }]
              : own.map((number) => ({
                  value: number.phone_number_id,
                  label: t('campaigns.form.template.number', {
                    phone: formatPhone(number.phone),
                    name: number.verified_name,
                  }),
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
          {t('campaigns.form.template.languageCategory', {
            language: template.language,
            category: template.category.toLowerCase(),
          })}
        </span>
      </>
    )
  }
  return (
    <>
      <Status tone={template.status === 'rejected' ? 'failed' : 'wait'}>{template.status_label}</Status>{' '}
      {template.problem} <Link to={`/templates/${template.id}`}>{t('campaigns.openTemplate')}</Link>
    </>
  )
}
