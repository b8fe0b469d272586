import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { StartImportInput } from '#contract/leads/imports.ts'
import type { LeadImports } from '#server/tables.ts'

/** Whether the import was started with this already: the answer was lost, and the start is repeated. */
export const isStartOf = (
  {
    started_at,
    settings,
    tag,
    consent,
  }: Pick<Selectable<LeadImports>, 'started_at' | 'settings' | 'tag' | 'consent'>,
  input: z.output<typeof StartImportInput>,
): boolean =>
  started_at !== null &&
  isDeepStrictEqual(
    { settings, tag, consent },
    JSON.parse(JSON.stringify({ settings: input.settings, tag: input.tag, consent: input.consent })),
  )
