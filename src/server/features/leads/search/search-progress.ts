import { z } from 'zod'
import { t } from '#server/messages/t.ts'

/** What a running search does; the sentence is made for each reader. */
export const SearchProgress = z.discriminatedUnion('step', [
  z.object({ step: z.literal('country'), keyword: z.string() }),
  z.object({ step: z.literal('place'), place: z.string() }),
  z.object({ step: z.literal('inPlace'), keyword: z.string(), place: z.string() }),
  z.object({ step: z.literal('anything'), place: z.string() }),
  z.object({ step: z.literal('name'), name: z.string() }),
  z.object({ step: z.literal('reading'), count: z.number() }),
])
export type SearchProgress = z.infer<typeof SearchProgress>

export function progressText(progress: SearchProgress): string {
  switch (progress.step) {
    case 'country':
      return t('leads.search.progress.country', { keyword: progress.keyword })
    case 'place':
      return t('leads.search.progress.place', { place: progress.place })
    case 'inPlace':
      return t('leads.search.progress.inPlace', { keyword: progress.keyword, place: progress.place })
    case 'anything':
      return t('leads.search.progress.anything', { place: progress.place })
    case 'name':
      return t('leads.search.progress.name', { name: progress.name })
    case 'reading':
      return t('leads.search.progress.reading', { count: progress.count })
  }
}
