import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { groupWrites } from '#server/platform/group-writes.ts'
import { withPeople } from '../archive/with-people.ts'
import type { LinkCode } from '../model/link-code.ts'
import type { Slot } from '../model/slots.ts'
import { buttonSlot, type ContentLink, isPersonal, targetOf } from '../model/tracked-links.ts'

/** Where a link leads. `gone`: its business, or what the message said, was deleted. */
export type Target = { address: string } | 'unknown' | 'gone'

export type LinkTargets = (code: LinkCode) => Promise<Target>

type Known =
  | { links: readonly ContentLink[]; slots: readonly (Slot | null)[]; shared: Map<number, Target> }
  | 'unknown'
  | 'gone'

/** So many contents are kept; a business's deletion is noticed within this time. */
const mostKept = 5_000
const keptMs = 10_000
const limits = { largest: 500, gatherMs: 1, timeoutMs: 5_000 }

/** Finds targets. What a content says never changes, so that a campaign's clicks are one look-up in ten seconds. */
export function createLinkTargets(app: App): LinkTargets {
  const kept = new Map<string, { known: Promise<Known>; until: number }>()
  const endOf = groupWrites((group: readonly Wanted[]) => findValues(app, group), limits)

  const contentOf = (code: LinkCode): Promise<Known> => {
    const name = `${code.businessId}:${code.contentId}`
    const found = kept.get(name)
    if (found && found.until > performance.now()) return found.known
    const known = findContent(app, code)
    kept.delete(name)
    kept.set(name, { known, until: performance.now() + keptMs })
    known.catch(() => kept.delete(name))
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
    return known
  }

  return async (code) => {
    const content = await contentOf(code)
    if (typeof content === 'string') return content
    const link = content.links[code.link]
    if (!link) return 'unknown'
    const same = content.shared.get(code.link)
    if (same) return same
    const slot = link.button !== undefined && isPersonal(link) ? buttonSlot(content.slots, link) : undefined
    const value = slot === undefined ? '' : await endOf({ ...code, slot })
    const address = value === null ? undefined : targetOf(link, value)
    const target = address === undefined ? 'gone' : { address }
    // What is the same for everybody is put together once.
    if (slot === undefined) content.shared.set(code.link, target)
    return target
  }
}

async function findContent(app: App, { businessId, contentId }: LinkCode): Promise<Known> {
  const row = await app.db
    .selectFrom('businesses as b')
    .leftJoin('message_contents as c', (join) =>
      join.onRef('c.business_id', '=', 'b.id').on('c.id', '=', contentId),
    )
    .select(['c.id', 'c.slots', sql<ContentLink[] | null>`c.fixed -> 'links'`.as('links')])
    .where('b.id', '=', businessId)
    .executeTakeFirst()
  if (!row) return 'gone'
  if (row.id === null) return 'unknown'
  return { links: row.links ?? [], slots: (row.slots ?? []) as (Slot | null)[], shared: new Map() }
}

type Wanted = LinkCode & { slot: number }

type Row = { nr: number; business_id: number; id: number; recipient_phone: string; variables: string[] }

/**
 * The ends of addresses that people of a group have of their own, of archived messages too; null after their erasure,
 * and once their month was deleted from the archive.
 */
async function findValues(app: App, group: readonly Wanted[]): Promise<(string | null)[]> {
  const column = (key: keyof LinkCode) => group.map((one) => one[key])
  const { rows } = await sql<Row>`
    select w.nr::int as nr, m.business_id, m.id, m.recipient_phone, m.variables
    from unnest(${column('businessId')}::bigint[], ${column('messageId')}::bigint[], ${column('contentId')}::bigint[])
      with ordinality as w (business_id, message_id, content_id, nr)
    join messages m on m.business_id = w.business_id and m.id = w.message_id and m.content_id = w.content_id`.execute(
    app.db,
  )
  const found = new Map<number, string[]>()
  for (const [businessId, theirs] of Map.groupBy(rows, ({ business_id }) => business_id))
    for (const { nr, variables } of await withPeople(app, businessId, theirs)) found.set(nr, variables)
  return group.map(({ slot }, at) => found.get(at + 1)?.[slot] ?? null)
}
