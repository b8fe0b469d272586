import { sql } from 'kysely'
import { onboarding } from '#contract/onboarding.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { campaignOutcomes, createContent, planMessages } from '#server/features/messages/messages.ts'
import { eventually, openTestServer, type Person, quiet, type TestServer } from '#test/server.ts'
import { runLane } from './lane/lane.ts'
import type { LaneKey } from './model/lane-pause.ts'

/** A business that sends from the sandbox's number. */
export type Shop = Person & { phoneNumberId: string }

export async function openShop(server: TestServer): Promise<Shop> {
  const person = await server.signUp()
  const connected = await server.call(onboarding.connectToken, {
    token: person.token,
    body: { token: sandboxSeed.systemUserToken },
  })
  if (connected.status !== 200) throw new Error(`could not connect: ${connected.body.message}`)
  for (const name of ['weekend_offer', 'order_shipped', 'hello_world', 'login_code']) {
    await mirror(server, person.businessId, name)
  }
  await quiet(server)
  return { ...person, phoneNumberId: sandboxSeed.phone.id }
}

/** A shop on a server where lanes run only when a test says so, and no status is told. */
export async function openIdleLane(): Promise<{ server: TestServer; shop: Shop; lane: LaneKey }> {
  const server = await openTestServer({ log: 'error' })
  server.sandbox.settings({ statuses: false })
  const shop = await openShop(server)
  return { server, shop, lane: { businessId: shop.businessId, phoneNumberId: shop.phoneNumberId } }
}

/** Nothing was ever sent: each test begins here. */
export async function emptyOutbox({ app }: TestServer): Promise<void> {
  for (const table of ['messages', 'dispatches', 'lanes'] as const) await app.db.deleteFrom(table).execute()
}

/** Enters a template of the sandbox as the sync does. */
async function mirror(server: TestServer, businessId: number, name: string): Promise<void> {
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
}

/** A content with one variable, as a campaign keeps it. */
export async function offerContent(
  server: TestServer,
  businessId: number,
  name = 'weekend_offer',
): Promise<number> {
  const found = server.sandbox.world.templates.named(sandboxSeed.waba.id, name)[0]!
  const hasName = JSON.stringify(found.components).includes('{{1}}')
  return await createContent(server.app, businessId, {
    template_id: null,
    provider_template_id: found.id,
    template_name: name,
    language: found.language,
    category: found.category,
    parameter_format: 'POSITIONAL',
    components: found.components,
    variables: hasName ? [{ name: '1', where: 'body' }] : [],
  })
}

let campaigns = 1000

/** Plans a campaign to these phones and answers its id. The lane starts at once. */
export async function planCampaign(
  server: TestServer,
  shop: Shop,
  phones: readonly string[],
  more: { contentId?: number; campaignId?: number } = {},
): Promise<number> {
  const campaignId = more.campaignId ?? campaigns++
  const contentId = more.contentId ?? (await offerContent(server, shop.businessId))
  await server.app.transaction((tx) =>
    planMessages(tx, {
      businessId: shop.businessId,
      campaignId,
      contentId,
      phoneNumberId: shop.phoneNumberId,
      recipients: sql`(
        select null::bigint as lead_id, p as recipient_phone, array['Asha']::text[] as variables,
          'queued' as status, null::text as reason
        from unnest(${phones}::text[]) as p)`,
    }),
  )
  return campaignId
}

export async function outcomesOf(server: TestServer, shop: Shop, campaignId: number) {
  return (await campaignOutcomes(server.app, shop.businessId, [campaignId])).get(campaignId)!
}

/** Waits until a campaign's books say this. */
export async function untilOutcomes(
  server: TestServer,
  shop: Shop,
  campaignId: number,
  expected: Partial<Awaited<ReturnType<typeof outcomesOf>>>,
  withinMs = 60_000,
) {
  let last: unknown
  return await eventually(
    `the books of campaign ${campaignId} at ${JSON.stringify(expected)}`,
    async () => {
      const outcomes = await outcomesOf(server, shop, campaignId)
      last = outcomes
      return Object.entries(expected).every(([name, count]) => outcomes[name as 'sent'] === count) && outcomes
    },
    withinMs,
  ).catch((error: Error) => {
    throw new Error(`${error.message}; they are ${JSON.stringify(last)}`)
  })
}

/** A message's row. */
export async function rowOf(server: TestServer, campaignId: number, phone: string) {
  return await server.app.db
    .selectFrom('messages')
    .selectAll()
    .where('campaign_id', '=', campaignId)
    .where('recipient_phone', '=', phone)
    .executeTakeFirstOrThrow()
}

let numbers = 100_000

/** A phone of its own with this ending, which decides its fate at the sandbox; it reads what it is sent unless told. */
export function newPhone(ending = '4444'): string {
  return `+9198${numbers++}${ending}`
}

/** Runs a shop's lane until something is so, then ends it in order. */
export async function runLaneUntil(
  server: TestServer,
  lane: LaneKey,
  isSo: () => Promise<boolean>,
): Promise<void> {
  const stop = new AbortController()
  const ended = runLane(server.app, lane, stop.signal).catch((error: Error) => {
    if (error.message !== 'enough') throw error
  })
  try {
    await eventually('what the lane is to do', isSo)
  } finally {
    stop.abort(new Error('enough'))
    await ended
  }
}
