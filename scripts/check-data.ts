// Checks the JSON files of src/ by the schemas beside them: every `data.schema.ts` names those of its folder.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ZodType } from 'zod'

const source = join(import.meta.dirname, '..', 'src')

/** What is wrong with the data files, one line each. */
export async function dataProblems(): Promise<string[]> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  const unchecked = new Set(files.filter((name) => name.endsWith('.json') && !name.includes('fixtures')))
  const problems: string[] = []
  for (const name of files.filter((file) => basename(file) === 'data.schema.ts')) {
    const { schemas } = (await import(join(source, name))) as { schemas: Record<string, ZodType> }
    for (const [file, schema] of Object.entries(schemas)) {
      const path = join(dirname(name), file)
      unchecked.delete(path)
      const checked = schema.safeParse(JSON.parse(readFileSync(join(source, path), 'utf8')))
      for (const { path: at, message } of checked.error?.issues ?? [])
        problems.push(`src/${path}: ${at.join('.')}: ${message}`)
    }
  }
  return [...problems, ...[...unchecked].map((path) => `src/${path}: no data.schema.ts names it`)]
}

if (import.meta.main) {
  const problems = await dataProblems()
  if (problems.length > 0) {
    process.stderr.write(`${problems.join('\n')}\n`)
    process.exitCode = 1
  }
}
