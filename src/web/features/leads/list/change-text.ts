import type { BulkChange } from '#contract/leads/changes.ts'
import { t } from '#web/messages/t.ts'

/** What a finished change did. */
export function changeText({ action, changed, tag }: BulkChange): string {
  const count = changed
  switch (action) {
    case 'delete':
      return t('leads.bulk.deleted', { count })
    case 'tag':
      return t('leads.bulk.tagged', { count, tag: tag ?? '' })
    case 'untag':
      return t('leads.bulk.untagged', { count, tag: tag ?? '' })
    case 'consent':
      return t('leads.bulk.consented', { count })
  }
}

/** How many leads its undo brought back, and how many it left because they changed since. */
export function undoneText({ undone, kept }: BulkChange): string {
  const done = t('leads.bulk.undone', { count: undone })
  return kept ? `${done} ${t('leads.bulk.kept', { count: kept })}` : done
}
