import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const root = join(import.meta.dirname, '..')

export type Source = { path: string; text: string; imports: string[] }

/** Every source file of `src/`, with what it imports: paths from the root, or package names. */
export const sources: Source[] = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
  .map((name) => {
    const path = `src/${name}`
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, imports: importsOf(path, text) }
  })
/** Without what only tests run: `.test.ts`, and the `.fixture.ts` beside them. */
export const shipped = sources.filter(({ path }) => !/\.(test|fixture)\.tsx?$/.test(path))

function importsOf(path: string, text: string): string[] {
  const found = text.matchAll(
    /(?:^|\n)(?:import|export)\s[^;'"=]*?\bfrom\s*['"]([^'"\n]+)['"]|(?:^|\n)import\s*['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
  )
  return [...found].map((match) => resolveImport(path, match[1] ?? match[2] ?? match[3] ?? ''))
}

function resolveImport(from: string, name: string): string {
  if (name.startsWith('.')) return relative(root, join(root, dirname(from), name))
  const alias = /^#(contract|server|web|sandbox|test)\/(.*)$/.exec(name)
  if (!alias) return name
  return alias[1] === 'test' ? `test/${alias[2]}` : `src/${alias[1]}/${alias[2]}`
}
