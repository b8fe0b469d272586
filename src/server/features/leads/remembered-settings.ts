import { ImportAnalysis, ImportSettings } from '#contract/lead-imports.ts'
import type { App } from '#server/app.ts'

/** A file with the same columns as an earlier one, such as its mended rejects, is read as that one was. */
export async function rememberedSettings(
  app: App,
  businessId: number,
  analysis: ImportAnalysis,
): Promise<Pick<ImportSettings, 'columns' | 'country'> | undefined> {
  const names = analysis.columns.map(({ name }) => name)
  const earlier = await app.db
    .selectFrom('lead_imports')
    .select(['settings', 'analysis'])
    .where('business_id', '=', businessId)
    .where('status', 'in', ['done', 'undone', 'running'])
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  for (const row of earlier) {
    const { columns, country } = ImportSettings.parse(row.settings)
    const theirs = ImportAnalysis.parse(row.analysis).columns.map(({ name }) => name)
    const problem = names.at(-1) === 'Problem' && !theirs.includes('Problem')
    const own = problem ? names.slice(0, -1) : names
    if (own.length === theirs.length && own.every((name, at) => name === theirs[at])) {
      return { columns: problem ? [...columns, 'skip'] : columns, country }
    }
  }
  return undefined
}
