import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Environment } from '#server/environment.ts'
import { databaseDocumentOf, openApiDocument, tablesOf } from '../scripts/generate.ts'
import { licencesDocument } from '../scripts/licences.ts'
import { cloneDatabase } from './server.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** A document that is out of date misleads its readers; `npm run generate` updates each of these. */
describe('what is generated is fresh', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  beforeAll(async () => {
    expect(inject('postgresUrl')).toMatch(/^postgres:/)
    database = await cloneDatabase()
  })
  afterAll(() => database.drop())

  it('src/server/tables.ts', async () => {
    expect(await tablesOf(database.databaseUrl)).toBe(read('src/server/tables.ts'))
  })
  it('docs/database.md', async () => {
    expect(await databaseDocumentOf(database.databaseUrl)).toBe(read('docs/database.md'))
  })
  it('docs/api/openapi.json', async () => {
    expect(JSON.parse(await openApiDocument())).toEqual(JSON.parse(read('docs/api/openapi.json')))
  })
})

it('docs/licences.md is fresh', () => {
  expect(licencesDocument()).toBe(read('docs/licences.md'))
})

describe('what is written', () => {
  it('documents every setting in .env.example', () => {
    const settings = Object.keys(Environment.shape)
    const documented = [...read('.env.example').matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map((match) => match[1])
    expect(documented.sort()).toEqual(settings.sort())
  })

  it('names no file that is not there', () => {
    const documents = [
      'README.md',
      'ARCHITECTURE.md',
      ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
    ]
    const missing = documents
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [
          ...read(path).matchAll(
            /`((?:src|docs|test|e2e|bench|scripts)\/[\w./-]+)`|\]\((?!https?:|#)([^)#]+)/g,
          ),
        ]
          .map((match) => match[1] ?? join(path, '..', match[2] ?? ''))
          .filter((named) => !existsSync(join(root, named)))
          .map((named) => `${path} names ${named}`),
      )
    expect(missing).toEqual([])
  })
})

describe('the units of systemd', () => {
  it('let a web process list the addresses of its machine, as it does when it listens', () => {
    const families = /^RestrictAddressFamilies=(.*)$/m.exec(read('deploy/systemd/tidings@.service'))?.[1]
    expect(families?.split(' ')).toEqual(['AF_UNIX', 'AF_INET', 'AF_INET6', 'AF_NETLINK'])
  })

  it('let several processes write the folder of files that they share', () => {
    const unit = read('deploy/systemd/tidings@.service')
    expect(unit).toContain('ProtectSystem=strict')
    expect(unit).toMatch(/^StateDirectory=tidings\/%i tidings\/media$/m)
  })

  it('start a backup where its folder is not there yet', () => {
    const backup = read('deploy/systemd/tidings-backup.service')
    expect(backup).toMatch(/^ReadWritePaths=-\/var\/backups\/tidings /m)
    expect(backup).toMatch(/^ExecStartPre=\+.*install -d .*\/var\/backups\/tidings$/m)
  })
})

describe('the API document', () => {
  type Operation = {
    tags?: string[]
    responses: Record<string, unknown>
    requestBody?: { content: Record<string, { example?: unknown }> }
  }
  const document = JSON.parse(read('docs/api/openapi.json')) as {
    paths: Record<string, Record<string, Operation>>
  }
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  )

  it('puts each call under one noun', () => {
    const bare = operations.filter(({ operation }) => operation.tags?.length !== 1)
    expect(bare.map(({ name }) => name)).toEqual([])
    expect(new Set(operations.flatMap(({ operation }) => operation.tags)).size).toBeGreaterThan(8)
  })

  it('says how each call can fail, and shows what goes in', () => {
    const silent = operations.filter(
      ({ operation }) => !operation.responses['500'] || !operation.responses['429'],
    )
    expect(silent.map(({ name }) => name)).toEqual([])
    const bodies = operations.flatMap(({ name, operation }) => {
      const json = operation.requestBody?.content['application/json']
      return json && json.example === undefined ? [name] : []
    })
    expect(bodies).toEqual([])
  })
})
