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
