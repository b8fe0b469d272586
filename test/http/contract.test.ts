import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import type { App } from '#server/app.ts'
import { createHttp, type Http } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log.ts'
import { mountRoutes } from '#server/routes.ts'
import { allEndpoints, fieldsOf } from './contract-fields.ts'

const folder = join(import.meta.dirname, '../../src/contract')

/** Each way in: the method and a path, with any parameter's name left out, as the router sees it. */
const operationsOf = ({ method, path, also = [] }: Endpoint): string[] =>
  [path, ...also].map((each) => `${method} ${each.replaceAll(/\{\w+\}/g, '{}')}`)

const isTable = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.values(value).length > 0 &&
  Object.values(value).every(
    (each) => typeof each === 'object' && each !== null && 'method' in each && 'path' in each,
  )

describe('the contract', () => {
  it('lists every table of endpoints that a file of it exports', async () => {
    const listed = new Set<unknown>(Object.values(contract))
    const mounted = new Set<unknown>(allEndpoints.map(({ endpoint }) => endpoint))
    const missing: string[] = []
    const files = readdirSync(folder).filter((name) => /^(?!index)[\w-]+\.ts$/.test(name))
    for (const name of files) {
      const exported = (await import(join(folder, name))) as Record<string, unknown>
      for (const [key, value] of Object.entries(exported)) {
        // A table may be spread into another one.
        const isSpread = isTable(value) && Object.values(value as object).every((one) => mounted.has(one))
        if (isTable(value) && !listed.has(value) && !isSpread) {
          missing.push(`Add ${key} of src/contract/${name} to the list in src/contract/index.ts.`)
        }
      }
    }
    expect(missing).toEqual([])
    expect(listed.size).toBeGreaterThan(5)
  })

  it('has one endpoint behind each method and path', () => {
    const operations = allEndpoints.flatMap(({ endpoint }) => operationsOf(endpoint))
    expect(operations.filter((operation, index) => operations.indexOf(operation) !== index)).toEqual([])
  })

  it('takes its business from the session: no request names one', () => {
    const faults = allEndpoints.flatMap(({ name, endpoint }) => [
      ...fieldsOf(endpoint)
        .filter(({ path }) => /(^|[.{])(business_?id|tenant_?id)$/i.test(path))
        .map(({ path }) => `${name} takes ${path}`),
      ...operationsOf(endpoint).filter((operation) => /\{(business|tenant)_?id\}/i.test(operation)),
    ])
    expect(faults).toEqual([])
  })

  it('declares the parameters of each path and the fields of each form', () => {
    const faults = allEndpoints.flatMap(({ name, endpoint }) => {
      const braces = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => `params.${match[1]}`)
      const declared = fieldsOf(endpoint)
        .filter(({ part }) => part === 'params')
        .map(({ path }) => path)
      return [
        ...braces
          .filter((path) => !declared.includes(path))
          .map((path) => `${name} does not declare ${path}`),
        ...declared
          .filter((path) => !braces.includes(path))
          .map((path) => `${name} has no place for ${path}`),
        ...(endpoint.multipart && !endpoint.body ? [`${name} does not declare the fields of its form`] : []),
      ]
    })
    expect(faults).toEqual([])
  })
})

describe('the server', () => {
  let http: Http
  beforeAll(async () => {
    http = await createHttp({
      log: createLog('silent'),
      authenticate: () => Promise.reject(new Error('nobody calls')),
      frameOrigins: [],
    })
    mountRoutes(http, {} as App)
    await http.ready()
  })
  afterAll(() => http.close())

  it.each(Object.keys(contract))('mounts every endpoint of %s', (feature) => {
    const missing = allEndpoints
      .filter(({ name }) => name.startsWith(`${feature}.`))
      .flatMap(({ endpoint: { method, path, also = [] } }) =>
        [path, ...also].filter(
          (each) => !http.hasRoute({ method, url: each.replaceAll(/\{(\w+)\}/g, ':$1') }),
        ),
      )
    expect(missing).toEqual([])
  })
})
