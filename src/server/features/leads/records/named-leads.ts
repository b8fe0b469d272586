import { type SqlBool, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { likePart } from '../find/search-text.ts'
import { searchPage } from './search-page.ts'

/** More leads than this are no list to look others up by. */
const mostNamed = 500

/** The leads with this in their names; undefined where they are many, or no index tells them. */
export async function namedLeads(
  app: App,
  businessId: number,
  search: string,
): Promise<number[] | undefined> {
  const found = await searchPage(app, businessId, {
    search,
    tags: undefined,
    filter: sql<SqlBool>`lower(leads.name) like ${likePart(search.toLowerCase())}`,
    after: sql<SqlBool>`true`,
    order: sql`leads.id desc`,
    rows: mostNamed + 1,
  })
  return found && found.length <= mostNamed ? found : undefined
}
