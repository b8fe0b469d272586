import { Empty } from '#web/components/empty.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { PageHeader } from '#web/components/page.tsx'

/** A social screen whose part of the product is not in this version: says so, and pretends nothing. */
export function NotBuilt({ title, will }: { title: string; will: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Empty
        title="Social publishing is not built yet in this version."
        actions={
          <LinkButton kind="quiet" to="/campaigns">
            Go to Campaigns
          </LinkButton>
        }
      >
        {will} WhatsApp campaigns, leads and templates are here and work without it.
      </Empty>
    </>
  )
}
