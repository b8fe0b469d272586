import { useQueryClient } from '@tanstack/react-query'
import { leads } from '#contract/leads.ts'
import { keyOf } from '#web/net/api.ts'

/** What the leads screens say when the server gave no sentence of its own. */
export const leadWords = {
  fetch: { failed: 'Failed to fetch leads', unreachable: 'Server error fetching leads' },
  scrape: { failed: 'Scraping failed', unreachable: 'Server error during scraping' },
  upload: { failed: 'Failed to upload leads', unreachable: 'Server error uploading leads' },
  add: { failed: 'Failed to add lead', unreachable: 'Server error adding lead' },
  change: {
    failed: 'The change was not saved. Try again.',
    unreachable: 'The server cannot be reached. Nothing was changed.',
  },
}

/** Gives the function that has every list of leads read again after a change. */
export function useLeadsChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    const lists = [
      leads.list,
      leads.count,
      leads.summary,
      leads.tags,
      leads.get,
      leads.listImports,
      leads.known,
      leads.listChanges,
    ]
    await Promise.all(
      lists.map(({ method, path }) =>
        queries.invalidateQueries({ queryKey: keyOf({ method, path } as typeof leads.list) }),
      ),
    )
  }
}
