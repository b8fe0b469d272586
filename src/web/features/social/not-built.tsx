import { Empty } from '#web/components/empty.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { t } from '#web/messages/t.ts'

/** A social screen whose part of the product is not in this version: says so, and pretends nothing. */
export function NotBuilt({ title, will }: { title: string; will: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Empty
        title={t('social.notBuilt.headline')}
        actions={
          <LinkButton kind="quiet" to="/social/connect">
            {t('social.notBuilt.accounts')}
          </LinkButton>
        }
      >
        {will} {t('social.notBuilt.meanwhile')}
      </Empty>
    </>
  )
}
