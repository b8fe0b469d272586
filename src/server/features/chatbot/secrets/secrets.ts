import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type BotSecret, type FlowDefinition, type Header, hostOfAddress } from '#contract/chatbot/chatbot.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'

/** Of one business, with those that no flow names any more. */
const mostSecrets = 2000

export const botSecretContext = (businessId: number, id: string): string => `bot_secrets ${businessId} ${id}`

/** @throws AppError `rule_broken` where there are too many. */
export async function createSecret(
  app: App,
  businessId: number,
  { value, url }: { value: string; url: string },
): Promise<BotSecret> {
  const host = hostOfAddress(url)
  const id = await storeSecret(app, businessId, value, host)
  return { id, host, made_at: app.now().toISOString() }
}

/** @param host the only one that the value is sent to. @throws AppError `rule_broken` where there are too many. */
export async function storeSecret(
  app: App,
  businessId: number,
  value: string,
  host: string,
): Promise<string> {
  const id = randomUUID()
  const sealed = app.secrets.seal(value, botSecretContext(businessId, id))
  const { rows } = await sql`
    insert into bot_secrets (business_id, id, host, secret_ciphertext, secret_key_id, made_at)
    select ${businessId}, ${id}, ${host}, ${sealed.ciphertext}, ${sealed.key_id}, ${app.now()}
    from bot_secrets where business_id = ${businessId} having count(*) < ${mostSecrets} returning 1`.execute(
    app.db,
  )
  if (!rows[0]) throw new AppError('rule_broken', t('chatbot.tooManySecrets', { most: mostSecrets }))
  return id
}

export async function listSecrets(app: App, businessId: number): Promise<BotSecret[]> {
  const rows = await app.db
    .selectFrom('bot_secrets')
    .select(['id', 'host', 'made_at'])
    .where('business_id', '=', businessId)
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, made_at: row.made_at.toISOString() }))
}

const headersOf = ({ steps }: FlowDefinition): Header[] =>
  steps.flatMap((step) => (step.kind === 'http' ? step.headers : []))

/** The ids of the secrets that these headers name. */
const idsOf = (headers: readonly Header[]): string[] => [
  ...new Set(headers.flatMap((one) => ('secret' in one && one.secret !== null ? [one.secret] : []))),
]

/** The hosts of the secrets that a definition names, by id; of this business alone. */
export async function hostsOfSecrets(
  app: App,
  businessId: number,
  definition: FlowDefinition,
): Promise<Map<string, string>> {
  const ids = idsOf(headersOf(definition))
  if (ids.length === 0) return new Map()
  const rows = await app.db
    .selectFrom('bot_secrets')
    .select(['id', 'host'])
    .where('business_id', '=', businessId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, host }) => [id, host]))
}

/**
 * Keeps the secrets that a definition names from being deleted until the transaction ends.
 * @throws AppError `not_found` for one that is not this business's.
 */
export async function lockSecrets(tx: App, businessId: number, definition: FlowDefinition): Promise<void> {
  const ids = idsOf(headersOf(definition))
  if (ids.length === 0) return
  const rows = await tx.db
    .selectFrom('bot_secrets')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (rows.length < ids.length) throw notFound('secret')
}

/** Headers by name, as they are sent to a host; undefined where a secret is missing or is for another host. */
export async function fillHeaders(
  app: App,
  businessId: number,
  headers: readonly Header[],
  host: string,
): Promise<{ name: string; value: string }[] | undefined> {
  const ids = idsOf(headers)
  const rows =
    ids.length === 0
      ? []
      : await app.db
          .selectFrom('bot_secrets')
          .select(['id', 'secret_ciphertext as ciphertext', 'secret_key_id as key_id'])
          .where('business_id', '=', businessId)
          .where('host', '=', host)
          .where('id', 'in', ids)
          .execute()
  const values = new Map(
    rows.map((row) => [row.id, app.secrets.open(row, botSecretContext(businessId, row.id))]),
  )
  const filled = headers.map((one) => ({
    name: one.name,
    value: 'secret' in one ? values.get(one.secret ?? '') : one.value,
  }))
  return filled.every((one): one is { name: string; value: string } => one.value !== undefined)
    ? filled
    : undefined
}

/** A definition as a file has it: no id of a secret. */
export const withoutSecrets = (definition: FlowDefinition): FlowDefinition =>
  mapHeaders(definition, (header) => ('secret' in header ? { ...header, secret: null } : header))

/** The same definition with other headers. @param change is given the address of the header's step. */
export const mapHeaders = (
  definition: FlowDefinition,
  change: (header: Header, url: string) => Header,
): FlowDefinition => ({
  ...definition,
  steps: definition.steps.map((step) =>
    step.kind === 'http' ? { ...step, headers: step.headers.map((one) => change(one, step.url)) } : step,
  ),
})
