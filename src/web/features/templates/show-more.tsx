import { Button } from '#web/components/forms/button.tsx'
import { t } from '#web/messages/t.ts'

/** Below a list that is read page by page. */
export function ShowMore({
  list,
}: {
  list: { isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}) {
  return (
    <div className="tpl-more">
      <Button
        size="small"
        busy={list.isFetchingNextPage && t('templates.actions.loading')}
        onClick={() => void list.fetchNextPage()}
      >
        {t('templates.actions.showMore')}
      </Button>
    </div>
  )
}
