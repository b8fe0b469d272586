import { readdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { templates } from '#contract/templates.ts'
import { metaFiles } from '#server/providers/meta/meta-files.ts'
import { sampleFileCalls } from '#server/providers/meta/sample-files.ts'
import type { Person, TestServer } from '#test/server.ts'
import { openConnectedTemplates, type TemplateCalls } from '../templates.fixture.ts'

let server: TestServer
let person: Person
let mine: TemplateCalls
beforeAll(async () => {
  ;({ server, person, mine } = await openConnectedTemplates({ jobs: false }))
})
afterAll(() => server.close())

let count = 0
/** A template of WhatsApp Manager with a picture in its header, whose example is at this address. */
async function withPicture(address: string, format = 'IMAGE'): Promise<number> {
  count += 1
  const { world } = server.sandbox
  const like = [...world.templates.byId.values()].find(({ name }) => name === 'hello_world')!
  const header = { type: 'HEADER', format, example: { header_handle: [address] } }
  const body = { type: 'BODY', text: `Our new arrivals, number ${count}, are in the shop now.` }
  world.templates.add({
    ...like,
    id: `${like.id}${count}`,
    name: `arrivals_${count}`,
    components: [header, body] as never,
  })
  await mine.sync()
  const { templates: all } = await mine.list({ search: `arrivals_${count}` })
  return all[0]!.id
}
const picture = (id: number, token = person.token) =>
  server.http.inject({
    url: templates.headerSample.path.replace('{id}', String(id)),
    headers: { authorization: `Bearer ${token}` },
  })
const sample = () => `${server.sandbox.url}/samples/${count}.png?oe=6AB0`
const samples = () =>
  readdir(join(server.app.settings.dataDir, 'media', 'template-samples', String(person.businessId)))

describe('a picture that only WhatsApp has', () => {
  it('is shown from here, fetched once, and to its owner alone', async () => {
    const id = await withPicture(sample())
    const answer = await picture(id)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.rawPayload.subarray(1, 4).toString()).toBe('PNG')
    const { get } = server.app.meta.samples
    Object.assign(server.app.meta.samples, { get: () => Promise.reject(new Error('asked again')) })
    expect((await picture(id)).statusCode).toBe(200)
    Object.assign(server.app.meta.samples, { get })
    expect(await samples()).toHaveLength(1)
    const stranger = await server.signUp()
    expect((await picture(id, stranger.token)).statusCode).toBe(404)
  })

  it('is fetched by the address of now where the one that is known has run out', async () => {
    const id = await withPicture('https://scontent.whatsapp.net/v/old.png')
    const remote = [...server.sandbox.world.templates.byId.values()].find(
      ({ name }) => name === `arrivals_${count}`,
    )!
    ;(remote.components[0] as { example?: unknown }).example = { header_handle: [sample()] }
    const { get } = server.app.meta.samples
    const asked: string[] = []
    Object.assign(server.app.meta.samples, {
      get: (address: string, token: string) => {
        asked.push(address)
        return address.includes('old') ? Promise.resolve(undefined) : get(address, token)
      },
    })
    expect((await picture(id)).statusCode).toBe(200)
    Object.assign(server.app.meta.samples, { get })
    expect(asked).toHaveLength(2)
  })

  it.each([
    ['an address that is not one of Meta’s', 'https://evil.example/a.png', 'IMAGE'],
    ['one of this network', 'http://169.254.169.254/latest', 'IMAGE'],
    ['a video', 'https://scontent.whatsapp.net/v/a.mp4', 'VIDEO'],
    ['a handle', '4::aW1hZ2U=', 'IMAGE'],
  ])('is not there for %s', async (_, address, format) => {
    expect((await picture(await withPicture(address, format))).statusCode).toBe(404)
  })
})

describe('what is asked for', () => {
  let host: Server
  let url: string
  let answer: (path: string) => { status: number; headers?: Record<string, string>; bytes?: number }
  beforeAll(async () => {
    host = createServer((request, response) => {
      const { status, headers = {}, bytes = 0 } = answer(request.url ?? '')
      response.writeHead(status, headers)
      response.on('error', () => undefined)
      response.end(Buffer.alloc(bytes))
    })
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  })
  afterAll(() => void host.close())
  let asked: string[]
  beforeEach(() => {
    asked = []
  })
  const get = async (address: string) => {
    const serve = answer
    answer = (path) => {
      asked.push(path)
      return serve(path)
    }
    return await sampleFileCalls(metaFiles(url)).get(address, 'token')
  }

  it('never leads on to elsewhere', async () => {
    answer = () => ({ status: 302, headers: { location: `${url}/elsewhere` } })
    expect(await get(`${url}/a`)).toBeUndefined()
    expect(asked).toEqual(['/a'])
  })

  it('ends at 5 MB, whatever length was announced', async () => {
    answer = () => ({ status: 200, bytes: 6 * 1024 * 1024 })
    expect(await get(`${url}/a`)).toBeUndefined()
    answer = () => ({ status: 200, bytes: 1024 })
    expect(await get(`${url}/a`)).toHaveLength(1024)
  })

  it.each([
    'http://localhost:1/a',
    'https://scontent.fbcdn.net.evil.example/a',
    'http://scontent.xx.fbcdn.net/a',
    'https://u@scontent.xx.fbcdn.net/a',
    'https://scontent.xx.fbcdn.net:8443/a',
    'file:///etc/passwd',
    'no address',
  ])('is nothing for %s', async (address) => {
    answer = () => ({ status: 200, bytes: 1 })
    expect(await get(address)).toBeUndefined()
    expect(asked).toEqual([])
  })
})
