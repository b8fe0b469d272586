import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { templates } from '#contract/templates.ts'
import { reportedError, transportError } from '#server/providers/meta/errors/meta-error.ts'
import type { ConnectedAccount } from '#test/connected.ts'
import { eventually, type Person, type TestServer } from '#test/server.ts'
import {
  freshText,
  openConnectedTemplates,
  type TemplateCalls,
  withoutReviews,
} from '../templates.fixture.ts'

let server: TestServer
let person: Person
let account: ConnectedAccount
let mine: TemplateCalls
let meta: TestServer['app']['meta']['templates']
let real: typeof meta
beforeAll(async () => {
  ;({ server, person, account, mine } = await openConnectedTemplates())
  meta = server.app.meta.templates
  real = { ...meta }
})
beforeEach(() => {
  Object.assign(meta, real)
})
afterAll(() => server.close())

const unreachable = () => transportError('unreachable', { delivery: 'never_sent', message: 'no network' })
const refused = (code: number) => reportedError({ delivery: 'refused', code, message: `code ${code}` })
const submitAgain = (id: number) =>
  server.call(templates.submitAgain, { token: person.token, params: { id } })
/** What the provider has of a text, whatever its name. */
const remoteWith = (text: string) =>
  server.sandbox.world.templates
    .of(account.waba_id)
    .filter(({ components }) => components.some((component) => component.text === text))
const deletedThere = async () => {
  const words = freshText()
  const { id } = await mine.added(words)
  const { provider_template_id } = await mine.approved(id)
  server.sandbox.world.templates.remove(server.sandbox.world.templates.byId.get(provider_template_id!)!)
  await mine.sync()
  expect((await mine.get(id)).status).toBe('deleted')
  return { id, ...words }
}
describe('a template that was deleted at WhatsApp', () => {
  it('is submitted by itself later when WhatsApp cannot be reached now', async () => {
    const { id, message } = await deletedThere()
    meta.create = () => Promise.reject(unreachable())
    expect((await submitAgain(id)).body.message).toMatch(/submitted again automatically/)
    Object.assign(meta, real)
    const { submitInBackground } = await import('./submit.ts')
    await submitInBackground(server.app, person.businessId, id)
    await mine.approved(id)
    expect(remoteWith(message)).toHaveLength(1)
  })

  it('is taken for one submission at a time', async () => {
    const { id, message } = await deletedThere()
    let second: Awaited<ReturnType<typeof submitAgain>> | undefined
    meta.create = async (...given) => {
      Object.assign(meta, real)
      second = await submitAgain(id)
      return await real.create(...given)
    }
    expect((await submitAgain(id)).status).toBe(200)
    expect(second?.status).toBe(409)
    expect(remoteWith(message)).toHaveLength(1)
  })

  it('can be submitted again at once after a refusal', async () => {
    const { id } = await deletedThere()
    meta.create = () => Promise.reject(refused(100))
    expect((await submitAgain(id)).status).toBe(502)
    Object.assign(meta, real)
    expect((await submitAgain(id)).status).toBe(200)
  })

  it('stays deleted while WhatsApp lists it as being deleted', async () => {
    const { id } = await mine.added()
    const { provider_template_id } = await mine.approved(id)
    const remote = server.sandbox.world.templates.byId.get(provider_template_id!)!
    await mine.remove(id)
    server.sandbox.world.templates.add(Object.assign(remote, { status: 'PENDING_DELETION' }))
    await mine.sync()
    server.sandbox.world.templates.remove(remote)
    const { templates: listed } = await mine.list({ search: remote.name })
    expect(listed).toEqual([])
  })
})

describe('what WhatsApp said a moment ago', () => {
  it('does not undo what its event told since, after an edit', async () => {
    const { id, title } = await mine.added()
    const { provider_template_id } = await mine.approved(id)
    const remote = server.sandbox.world.templates.byId.get(provider_template_id!)!
    meta.get = async (...given) => {
      const template = await real.get(...given)
      expect(template.status).toBe('PENDING')
      Object.assign(meta, real)
      server.sandbox.templateEvent({ id: provider_template_id!, event: 'APPROVE' })
      await eventually('its event', async () => {
        const { rows } = await server.app.pool.query(
          'select from provider_templates where id = $1 and synced_at > $2',
          [provider_template_id, new Date(remote.edits.at(-1)!)],
        )
        return rows.length > 0
      })
      return template
    }
    const { message } = freshText()
    await withoutReviews(server, async () => {
      expect((await mine.change(id, { title, message })).status).toBe(200)
      expect((await mine.approved(id)).message).toBe(message)
    })
  })

  it('does not outlive a list that was read later and compared after it was stored', async () => {
    const listed = Promise.withResolvers<void>()
    const stored = Promise.withResolvers<void>()
    meta.list = async function* (...given) {
      yield* real.list(...given)
      listed.resolve()
      await stored.promise
    }
    let syncing: Promise<unknown> | undefined
    meta.get = async (...given) => {
      const template = await real.get(...given)
      expect(template.status).toBe('PENDING')
      server.sandbox.templateEvent({ id: template.id, event: 'APPROVE' })
      syncing = mine.sync()
      await listed.promise
      return template
    }
    await withoutReviews(server, async () => {
      const { id } = await mine.added()
      stored.resolve()
      await syncing
      expect((await mine.get(id)).status).toBe('approved')
    })
  })
})
