import { ImportSettings } from '#contract/leads/imports.ts'
import type { App } from '#server/app.ts'
import { readAnalysis, type StoredAnalysis } from './file/stored-analysis.ts'

/**
 * A file with the same columns as an earlier one, such as its mended rejects, is read as that one was. A list without
 * a header has no names to be told by; and a column that was left out because it was empty then may be filled now.
 */
export async function rememberedSettings(
  app: App,
  businessId: number,
  { header, analysis }: { header: boolean; analysis: StoredAnalysis },
): Promise<Pick<ImportSettings, 'columns' | 'country'> | undefined> {
  const names = analysis.columns.map(({ name }) => name)
  const earlier = await app.db
    .selectFrom('lead_imports')
    .select(['settings', 'analysis'])
    .where('business_id', '=', businessId)
    .where('status', 'in', ['done', 'undone', 'running'])
    .where('kind', '!=', 'search')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  for (const row of earlier) {
    const settings = ImportSettings.parse(row.settings)
    const { columns: before } = readAnalysis(row.analysis)
    const theirs = before.map(({ name }) => name)
    const problem = names.at(-1) === 'Problem' && !theirs.includes('Problem')
    const own = problem ? names.slice(0, -1) : names
    if (own.length !== theirs.length || own.some((name, at) => name !== theirs[at])) continue
    const { country } = settings
    if (problem) return { columns: [...settings.columns, 'skip'], country }
    if (!header || !settings.header) continue
    const columns = settings.columns.map((role, at) =>
      role === 'skip' && before[at]?.filled === 0 ? (analysis.columns[at]?.suggested ?? role) : role,
    )
    return { columns, country }
  }
  return undefined
}
