import { sql } from 'kysely'
import { FlowDefinition, type Header, hostOfAddress, isSecretHeader } from '#contract/chatbot/chatbot.ts'
import type { App } from '#server/app.ts'
import { mapHeaders, storeSecret } from './secrets.ts'

/** `{{token}}` or `Bearer {{token}}`: the value itself is no secret. */
const onlyVariable = /^\s*(\w+\s+)?\{\{\s*\w+\s*\}\}\s*$/

const isPlainSecret = (header: Header): header is Extract<Header, { value: string }> =>
  'value' in header &&
  header.value.trim() !== '' &&
  isSecretHeader(header.name) &&
  !onlyVariable.test(header.value)

/** Stores plain values of headers that usually carry a secret; the same value for the same header and host once. */
export async function withStoredSecrets(
  tx: App,
  businessId: number,
  definitions: readonly FlowDefinition[],
): Promise<FlowDefinition[]> {
  const keyOf = ({ name, value }: Extract<Header, { value: string }>, url: string) =>
    JSON.stringify([name.trim().toLowerCase(), value, hostOfAddress(url)])
  const found = new Map<string, { value: string; host: string }>()
  for (const { steps } of definitions) {
    for (const step of steps) {
      for (const header of step.kind === 'http' ? step.headers.filter(isPlainSecret) : []) {
        const { value } = header
        if (step.kind === 'http') found.set(keyOf(header, step.url), { value, host: hostOfAddress(step.url) })
      }
    }
  }
  const ids = new Map<string, string>()
  for (const [key, { value, host }] of found) ids.set(key, await storeSecret(tx, businessId, value, host))
  return definitions.map((definition) =>
    mapHeaders(definition, (header, url) =>
      isPlainSecret(header) ? { name: header.name, secret: ids.get(keyOf(header, url))! } : header,
    ),
  )
}

const flowsAtOnce = 50

/** Moves secret values out of definitions of before they were stored apart: flow by flow, each in one transaction. */
export async function moveSecrets(app: App, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const flows = await app.db
      .selectFrom('bot_flows')
      .select(['business_id', 'id'])
      .where('secrets_moved', '=', false)
      .limit(flowsAtOnce)
      .execute()
    if (flows.length === 0) return
    for (const { business_id, id } of flows) {
      if (signal?.aborted) return
      await moveSecretsOf(app, Number(business_id), Number(id))
    }
  }
}

async function moveSecretsOf(app: App, businessId: number, flowId: number): Promise<void> {
  await app.transaction(async (tx) => {
    const flow = await tx.db
      .selectFrom('bot_flows')
      .select('draft')
      .where('business_id', '=', businessId)
      .where('id', '=', flowId)
      .where('secrets_moved', '=', false)
      .forUpdate()
      .executeTakeFirst()
    if (!flow) return
    const versions = await tx.db
      .selectFrom('bot_flow_versions')
      .select(['version', 'definition'])
      .where('business_id', '=', businessId)
      .where('flow_id', '=', flowId)
      .orderBy('version')
      .execute()
    const before = [flow.draft, ...versions.map(({ definition }) => definition)].map((one) =>
      FlowDefinition.parse(one),
    )
    const [draft, ...definitions] = await withStoredSecrets(tx, businessId, before)
    for (const [index, { version }] of versions.entries()) {
      if (isSame(before[index + 1], definitions[index])) continue
      await tx.db
        .updateTable('bot_flow_versions')
        .set({ definition: JSON.stringify(definitions[index]) })
        .where('business_id', '=', businessId)
        .where('flow_id', '=', flowId)
        .where('version', '=', version)
        .execute()
    }
    const isDraftSame = isSame(before[0], draft)
    // A builder that has the old draft open must not save it over this one.
    await tx.db
      .updateTable('bot_flows')
      .set((row) => ({
        secrets_moved: true,
        ...(!isDraftSame && {
          draft: JSON.stringify(draft),
          revision: row('revision', '+', 1),
          published_revision: sql<number | null>`case when published_revision = revision then revision + 1
            else published_revision end`,
        }),
      }))
      .where('business_id', '=', businessId)
      .where('id', '=', flowId)
      .execute()
  })
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
