import { onboarding } from '#contract/onboarding.ts'
import { sandboxSeed } from '#sandbox/seed.ts'
import type { Person, TestServer } from '#test/server.ts'

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
  const template: Record<string, number> = {}
  for (const name of ['weekend_offer', 'order_shipped', 'login_code']) {
    template[name] = await mirror(server, person.businessId, name)
  }
  template.draft = await insertTemplate(server, person.businessId, 'draft', null)
  return { ...person, template }
}

/** Enters a template of the sandbox as the sync does. */
async function mirror(server: TestServer, businessId: number, name: string): Promise<number> {
  const found = server.sandbox.world.templates.named(sandboxSeed.waba.id, name)[0]
  if (!found) throw new Error(`the sandbox has no template ${name}`)
  await server.app.db
    .insertInto('provider_templates')
    .values({
      business_id: businessId,
      id: found.id,
      waba_id: found.wabaId,
      name,
      language: found.language,
      category: found.category,
      status: 'APPROVED',
      components: JSON.stringify(found.components),
    })
    .onConflict((same) => same.doNothing())
    .execute()
  return await insertTemplate(server, businessId, name, found.id)
}

async function insertTemplate(
  server: TestServer,
  businessId: number,
  name: string,
  providerId: string | null,
): Promise<number> {
  const title = { title: name, message: 'Hello {{1}}', type: 'marketing', name: `${name}_local` }
  // The sync may have been here first: then it is that row, under the name the test knows it by.
  const synced = await server.app.db
    .updateTable('templates')
    .set(title)
    .where('business_id', '=', businessId)
    .where('provider_template_id', '=', providerId)
    .returning('id')
    .executeTakeFirst()
  if (synced) return synced.id
  const row = await server.app.db
    .insertInto('templates')
    .values({ business_id: businessId, provider_template_id: providerId, ...title })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
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
