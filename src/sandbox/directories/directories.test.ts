import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
})
afterAll(() => sandbox.close())
beforeEach(() =>
  sandbox.settings({ directories: { nominatim: 'ok', overpass: 'ok', times: 0, strict: false } }),
)

const agent = { 'user-agent': 'a product/1.0 (owner@product.example)' }
const search = async (query: string, headers: Record<string, string> = agent) => {
  const answer = await fetch(`${sandbox.url}/nominatim/search?format=jsonv2&${query}`, { headers })
  return {
    status: answer.status,
    rows: answer.status === 200 ? ((await answer.json()) as Record<string, unknown>[]) : [],
  }
}
type Element = { type: string; id: number; lat?: number; center?: object; tags: Record<string, string> }
const query = async (data: string) => {
  const answer = await fetch(`${sandbox.url}/overpass/api/interpreter`, {
    method: 'POST',
    headers: agent,
    body: new URLSearchParams({ data }),
  })
  const isJson = answer.headers.get('content-type')?.includes('json')
  return {
    status: answer.status,
    ...(isJson
      ? ((await answer.json()) as { elements: Element[]; remark?: string })
      : { elements: [], remark: await answer.text() }),
  }
}

describe('the stand-in for Nominatim', () => {
  it('finds towns by name, with state or country, the more important first', async () => {
    expect((await search('q=Madhupuri')).rows).toMatchObject([
      {
        osm_type: 'relation',
        osm_id: 9_900_142,
        lat: '18.9214000',
        category: 'boundary',
        boundingbox: [expect.any(String), expect.any(String), expect.any(String), expect.any(String)],
      },
      { osm_id: 9_900_187 },
    ])
    expect((await search('q=Madhupuri,%20Odisha,%20India&addressdetails=1')).rows).toMatchObject([
      { osm_id: 9_900_187, address: { village: 'Madhupuri', country_code: 'in' } },
    ])
    expect((await search('city=Pune&country=India')).rows).toHaveLength(1)
    expect((await search('q=Atlantis')).rows).toEqual([])
    expect((await search('q=Pune&countrycodes=de')).rows).toEqual([])
    expect((await search('q=Pune&city=Pune')).status).toBe(400)
  })

  it('keeps the usage rules: who asks says who it is, once a second', async () => {
    sandbox.settings({ directories: { strict: true } })
    expect((await search('q=Pune', { 'user-agent': 'node' })).status).toBe(403)
    expect((await search('q=Pune')).status).toBe(429)
  })

  it('is blocked, busy and down as often as configured', async () => {
    sandbox.settings({ directories: { nominatim: 'blocked', times: 1 } })
    expect((await search('q=Pune')).status).toBe(403)
    expect((await search('q=Pune')).status).toBe(200)
    sandbox.settings({ directories: { nominatim: 'busy' } })
    expect((await search('q=Pune')).status).toBe(429)
    sandbox.settings({ directories: { nominatim: 'cut' } })
    await expect(search('q=Pune')).rejects.toThrow()
  })
})

describe('the stand-in for Overpass', () => {
  it('lists what an area has, with centres for ways, as many as asked for', async () => {
    const { elements } = await query(
      '[out:json][timeout:60];area(3609900142)->.town;nwr["shop"="bakery"](area.town);out tags center 500;',
    )
    expect(elements.length).toBeGreaterThan(5)
    expect(elements.every(({ tags }) => tags.shop === 'bakery')).toBe(true)
    expect(
      elements.every(({ type, lat, center }) => (type === 'node' ? lat !== undefined : center !== undefined)),
    ).toBe(true)
    const few = await query(
      '[out:json];area(3609900142)->.town;nwr["shop"="bakery"](area.town);out tags center 3;',
    )
    expect(few.elements).toEqual(elements.slice(0, 3))
  })

  it('understands unions, around, boxes, patterns, absence and any key', async () => {
    const count = async (statements: string) =>
      Number((await query(`[out:json];${statements}out count;`)).elements[0]?.tags.total)
    const all = await count('nwr(18.8614,74.2529,18.9814,74.3729);')
    expect(all).toBe(420)
    const near = await count('nwr(around:2000,18.9214,74.3129);')
    expect(near).toBeGreaterThan(0)
    expect(near).toBeLessThan(all)
    const phones = await count('nwr["phone"](area:3609900142);')
    expect(phones + (await count('nwr[!"phone"](area:3609900142);'))).toBe(all)
    expect(
      await count(
        '(nwr["phone"](area:3609900142);nwr[!"phone"](area:3609900142);nwr["phone"](area:3609900142););',
      ),
    ).toBe(all)
    expect(await count('nwr["name"~"bakery|CAKE",i](area:3609900142);')).toBeGreaterThan(0)
    expect(await count(`nwr[~"^(contact:)?(phone|mobile)$"~"."](area:3609900142);`)).toBeGreaterThan(phones)
    expect(await count('node(area:3609900142);')).toBe(all - (await count('way(area:3609900142);')))
  })

  it('has phones in many forms, some of them useless', async () => {
    const { elements } = await query('[out:json];nwr["phone"](area:3609900142);out tags;')
    const phones = elements.map(({ tags }) => tags.phone ?? '')
    for (const form of [/^\+91 \d{5} \d{5}$/, /^0\d{10}$/, /^\d{10}$/, /;/, /^0091/, /^ask/])
      expect(phones.some((phone) => form.test(phone))).toBe(true)
  })

  it('refuses what it cannot read, with the line', async () => {
    expect(await query('[out:json];\nnwr["a"=;out;')).toMatchObject({
      status: 400,
      remark: expect.stringMatching(/line 2: parse error/),
    })
  })

  it('is busy, overloaded, and times out behind a 200 when configured', async () => {
    const ask = 'nwr["shop"](area:3609900142);out tags;'
    sandbox.settings({ directories: { overpass: 'busy', times: 1 } })
    expect((await query(ask)).status).toBe(429)
    sandbox.settings({ directories: { overpass: 'overloaded', times: 1 } })
    expect((await query(ask)).status).toBe(504)
    sandbox.settings({ directories: { overpass: 'timeout', times: 1 } })
    expect(await query(ask)).toMatchObject({ status: 200, remark: expect.stringMatching(/timed out/) })
    expect((await query(ask)).remark).toBeUndefined()
  })
})
