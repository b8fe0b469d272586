import { z } from 'zod'

/** Ids are text: JSON numbers among them have become text already, or are small enough to keep every digit. */
export const graphId = z.union([z.string().min(1), z.number()]).transform(String)

/** Text that Graph leaves out or sends as null when it has none. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined)

/** Unix seconds, 0 meaning never. */
export const optionalSeconds = z
  .number()
  .nullish()
  .transform((seconds) => seconds ?? undefined)

/** Graph's answer to a successful change. */
export const successAnswer = z.looseObject({ success: z.boolean() })

/** Where a page of a list ends and the next begins. */
const paging = z.looseObject({
  cursors: z.looseObject({ before: z.string().optional(), after: z.string().optional() }).optional(),
  next: z.string().optional(),
})

/** One page of a list. */
export function pageOf<T>(item: z.ZodType<T>) {
  return z.looseObject({ data: z.array(item), paging: paging.optional() })
}

export type Page<T> = { data: T[]; paging?: z.infer<typeof paging> | undefined }

/**
 * Walks a list page by page. Graph gives a cursor with the last page too: `next` alone says whether there is
 * another; a cursor that comes twice would walk for ever and ends the list.
 */
export async function* walkPages<T>(
  fetchPage: (after: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<T, void, undefined> {
  let after: string | undefined
  while (true) {
    const page = await fetchPage(after)
    yield* page.data
    const following = page.paging?.cursors?.after
    if (page.paging?.next === undefined || following === undefined || following === after) return
    after = following
  }
}
