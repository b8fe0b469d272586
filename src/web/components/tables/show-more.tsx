import { Button } from '#web/components/forms/button.tsx'
import { t } from '#web/messages/t.ts'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }

/** Asks for the next page of a list, as long as it has one. */
export function ShowMore({ list, older, className }: { list: Pages; older?: boolean; className?: string }) {
  if (!list.hasNextPage) return null
  return (
    <Button
      size="small"
      className={className}
      busy={list.isFetchingNextPage && t('app.more.loading')}
      onClick={() => void list.fetchNextPage()}
    >
      {t(older ? 'app.more.older' : 'app.more.show')}
    </Button>
  )
}
