import { onboarding } from '#contract/onboarding.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { syncNow } from '#server/features/templates/provider/sync.ts'
import { type Person, quiet, type TestServer } from '#test/server.ts'

export type Shop = Person & {
  /** Ids of local templates by name: `weekend_offer` (name), `order_shipped` (name, order, button), `draft` (not submitted). */
  template: Record<string, number>
}

/** A business that is connected to the sandbox's account, with its templates. Only one can be at a time. */
export async function openShop(server: TestServer): Promise<Shop> {
  const person = await server.signUp()
  const connected = await server.call(onboarding.connectToken, {
    token: person.token,
    body: { token: sandboxSeed.systemUserToken },
  })
  if (connected.status !== 200) throw new Error(`could not connect: ${connected.body.message}`)
  await quiet(server)
  await syncNow(server.app, person.businessId)
  const template: Record<string, number> = { draft: await addDraft(server, person.businessId) }
  for (const name of ['weekend_offer', 'order_shipped', 'login_code']) {
    template[name] = await known(server, person.businessId, name)
  }
  return { ...person, template }
}

const words = (name: string) => ({
  title: name,
  message: 'Hello {{1}}',
  type: 'marketing',
  name: `${name}_local`,
})

/** One of the sandbox's templates, under the title that tests know it by. */
async function known(server: TestServer, businessId: number, name: string): Promise<number> {
  const { id } = await server.app.db
    .updateTable('templates')
    .from('provider_templates as p')
    .set(words(name))
    .where('templates.business_id', '=', businessId)
    .where('p.business_id', '=', businessId)
    .whereRef('p.id', '=', 'templates.provider_template_id')
    .where('p.name', '=', name)
    .returning('templates.id')
    .executeTakeFirstOrThrow()
  return id
}

async function addDraft(server: TestServer, businessId: number): Promise<number> {
  const { id } = await server.app.db
    .insertInto('templates')
    .values({ business_id: businessId, ...words('draft') })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Leads of a business: `phones` with consent unless told otherwise. Answers their ids in order. */
export async function addLeads(
  server: TestServer,
  businessId: number,
  rows: {
    phone: string
    name?: string
    consent?: string
    tags?: string[]
    attributes?: object
    email?: string
  }[],
): Promise<number[]> {
  const inserted = await server.app.db
    .insertInto('leads')
    .values(
      rows.map(({ phone, name, consent, tags, attributes, email }) => ({
        business_id: businessId,
        phone,
        name: name ?? `Lead ${phone.slice(-4)}`,
        consent: consent ?? 'opted_in',
        tags: tags ?? ['wedding'],
        attributes: JSON.stringify(attributes ?? {}),
        email: email ?? null,
      })),
    )
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
}
