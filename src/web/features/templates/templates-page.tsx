import type { LocalTemplate } from '#contract/templates.ts'
import { PageHeader, Section } from '#web/components/page.tsx'
import { AddTemplate } from './form/add-template.tsx'
import { FormToggle, useFormToggle } from './form/form-toggle.tsx'
import { LocalList, useLocalTemplates } from './local-list.tsx'
import { Prices } from './template-costs.tsx'
import './templates.css'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'

/** WhatsApp Templates: the local templates, which campaigns use. */
export default function TemplatesPage() {
  const local = useLocalTemplates()
  const form = useFormToggle()
  const first = local.list.data?.pages[0]
  return (
    <>
      <PageHeader
        title={t('templates.title')}
        lede={
          first && !local.filtered ? (
            <Lede total={first.total} templates={first.templates} />
          ) : (
            t('templates.lede')
          )
        }
        actions={<FormToggle form={form} label={t('templates.actions.add')} />}
      />
      {form.open ? (
        <Section first title={t('templates.addTitle')}>
          <AddTemplate />
        </Section>
      ) : null}
      <Section first={!form.open} title={t('templates.yours')}>
        <LocalList {...local} />
      </Section>
      <Section title={t('templates.prices')}>
        <Prices />
      </Section>
    </>
  )
}

function Lede({ total, templates }: { total: number; templates: readonly LocalTemplate[] }) {
  if (total === 0) return t('templates.lede')
  const ready = templates.filter(({ problem }) => problem === null).length
  const rejected = templates.filter(({ status }) => status === 'rejected').length
  const pending = templates.filter(({ status }) => status === undefined).length
  return (
    <>
      {t.rich('templates.ready', { ...tags, ready, total })}
      {pending > 0 ? <> {t.rich('templates.inReview', { ...tags, count: pending })}</> : null}
      {rejected > 0 ? <> {t.rich('templates.rejectedCount', { ...tags, count: rejected })}</> : null}
    </>
  )
}
