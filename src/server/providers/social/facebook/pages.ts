import { z } from 'zod'
import type { FacebookGraph } from './facebook-graph.ts'

const PictureUrl = z.looseObject({ data: z.looseObject({ url: z.string().optional() }).optional() })

const PageRow = z.looseObject({
  id: z.string(),
  name: z.string(),
  access_token: z.string().optional(),
  tasks: z.array(z.string()).optional(),
  followers_count: z.number().optional(),
  is_published: z.boolean().optional(),
  picture: PictureUrl.optional(),
  instagram_business_account: z
    .looseObject({
      id: z.string(),
      username: z.string().optional(),
      name: z.string().optional(),
      profile_picture_url: z.string().optional(),
      followers_count: z.number().optional(),
    })
    .optional(),
})
export type PageRow = z.infer<typeof PageRow>

const PageList = z.looseObject({
  data: z.array(PageRow),
  paging: z
    .looseObject({ cursors: z.looseObject({ after: z.string() }).optional(), next: z.string().optional() })
    .optional(),
})

const fields = (withInstagram: boolean): string =>
  [
    'id,name,access_token,tasks,followers_count,is_published,picture.type(large)',
    withInstagram
      ? 'instagram_business_account{id,username,name,profile_picture_url,followers_count}'
      : undefined,
  ]
    .filter(Boolean)
    .join(',')

/** Beyond so many pages of a list something goes in a circle: 50 × 100 Pages. */
const mostLists = 50

/**
 * The Pages that a person's token reaches: their own, and those that they reach only through a business portfolio
 * (facts: social-publishing §1).
 */
export async function listPages(
  graph: FacebookGraph,
  token: string,
  how: { withInstagram: boolean; withBusinesses: boolean },
): Promise<PageRow[]> {
  const found = new Map<string, PageRow>()
  const add = (rows: PageRow[]): void => {
    for (const row of rows) if (!found.get(row.id)?.access_token) found.set(row.id, row)
  }
  add(await listAll(graph, '/me/accounts', token, how.withInstagram))
  if (how.withBusinesses) {
    const businesses = await graph.call(
      '/me/businesses',
      z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) }),
      { token, query: { fields: 'id', limit: '100' } },
    )
    for (const { id } of businesses.data)
      for (const edge of ['owned_pages', 'client_pages'])
        add(await listAll(graph, `/${encodeURIComponent(id)}/${edge}`, token, how.withInstagram))
  }
  return [...found.values()]
}

async function listAll(
  graph: FacebookGraph,
  path: string,
  token: string,
  withInstagram: boolean,
): Promise<PageRow[]> {
  const rows: PageRow[] = []
  let after: string | undefined
  for (let turn = 0; turn < mostLists; turn++) {
    const page: z.infer<typeof PageList> = await graph.call(path, PageList, {
      token,
      query: { fields: fields(withInstagram), limit: '100', after },
    })
    rows.push(...page.data)
    after = page.paging?.next ? page.paging.cursors?.after : undefined
    if (!after) break
  }
  return rows
}

/** Publishing needs this task of the person at the Page; without the list of tasks Facebook did not say. */
export const mayPublish = ({ tasks }: PageRow): boolean => tasks?.includes('CREATE_CONTENT') ?? false

export const pictureOf = ({ picture }: PageRow): string | undefined => picture?.data?.url
