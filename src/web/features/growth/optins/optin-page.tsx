import { Link, useParams } from 'react-router'
import { ScreenError } from '#web/components/error-state.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { formatDate } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { FormEditor } from './form-editor.tsx'
import { OnSite } from './on-site.tsx'
import { useFormEdit } from './optins.queries.ts'
import { ProofList } from './proof-list.tsx'
import { PublicAddress } from './public-address.tsx'

/** One form: its page, its words and what people answered. */
export default function OptinPage() {
  const { id } = useParams()
  const isNew = id === 'new'
  const query = useFormEdit(isNew ? null : Number(id))
  const form = query.data?.form
  const zone = useZone()
  const crumb = { to: '/opt-ins', name: t('growth.optins.title') }
  return (
    <>
      <PageHeader
        title={form?.name ?? t(isNew ? 'growth.optins.newTitle' : 'growth.optins.one')}
        crumbs={[crumb]}
        actions={
          form ? (
            <Link className="btn" to={`/opt-ins/${form.id}/poster`}>
              {t('growth.optins.poster')}
            </Link>
          ) : null
        }
      />
      {isNew ? (
        <FormEditor key="new" form={null} />
      ) : form ? (
        <>
          <PublicAddress form={form} />
          <Section
            title={t('growth.optins.words')}
            aside={t('growth.optins.versionSince', {
              version: form.version,
              day: formatDate(form.version_at, zone),
            })}
          >
            <FormEditor key={form.id} form={form} />
          </Section>
          <OnSite form={form} />
          <ProofList form={form} />
        </>
      ) : query.isError ? (
        <ScreenError thing="form" back={crumb} error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <SkeletonRows label={t('growth.optins.loading')} />
      )}
    </>
  )
}
