import type { LocalTemplate } from '#contract/templates.ts'
import { PageHeader, Section } from '#web/components/page.tsx'
import { formatNumber } from '#web/format/number.ts'
import { AddTemplate } from './form/add-template.tsx'
import { FormToggle, useFormToggle } from './form/form-toggle.tsx'
import { LocalList, useLocalTemplates } from './local-list.tsx'
import { Prices } from './template-costs.tsx'
import './templates.css'

/** WhatsApp Templates: the owner's own, which campaigns pick from. */
export default function TemplatesPage() {
  const local = useLocalTemplates()
  const form = useFormToggle()
  const first = local.list.data?.pages[0]
  return (
    <>
      <PageHeader
        title="WhatsApp Templates"
        lede={first && !local.filtered ? <Lede total={first.total} templates={first.templates} /> : whatItIs}
        actions={<FormToggle form={form} label="Add template" />}
      />
      {form.open ? (
        <Section first title="Add a template">
          <AddTemplate />
        </Section>
      ) : null}
      <Section first={!form.open} title="Your templates">
        <LocalList {...local} />
      </Section>
      <Section title="Prices">
        <Prices />
      </Section>
    </>
  )
}

/** Also while the list is searched: what stands above must not move with what is typed below. */
const whatItIs = 'You can only start a conversation with an approved template.'

function Lede({ total, templates }: { total: number; templates: readonly LocalTemplate[] }) {
  if (total === 0) {
    return whatItIs
  }
  const ready = templates.filter(({ problem }) => problem === null).length
  const rejected = templates.filter(({ status }) => status === 'rejected').length
  const pending = templates.filter(({ status }) => status === undefined).length
  return (
    <>
      <b>{formatNumber(ready)}</b> of your {formatNumber(total)} templates can be sent
      {pending > 0 ? (
        <>
          , <b>{formatNumber(pending)}</b> {pending === 1 ? 'waits' : 'wait'} for WhatsApp
        </>
      ) : null}
      {rejected > 0 ? (
        <>
          , <b>{formatNumber(rejected)}</b> {rejected === 1 ? 'was' : 'were'} rejected
        </>
      ) : null}
      .
    </>
  )
}
