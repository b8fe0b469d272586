import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { idempotencyHours } from '#contract/endpoint.ts'
import type { App } from '#server/app.ts'
import type { EarlierCall, IdempotencyStore } from '#server/platform/http/idempotency/once.ts'

/** A claim that is not renewed for so long is that of a process that ended. */
const holdMs = 60_000
const renewMs = 15_000
const keepMs = idempotencyHours * 3_600_000

export const answerContext = (businessId: number, key: string): string =>
  `idempotency key ${key} of ${businessId}`

/**
 * Claims and answers in `idempotency_keys`. A claim is committed before the call does anything, and renewed while the
 * call runs; answers are encrypted, because some hold a secret that is shown once.
 */
export function openIdempotency(app: App): IdempotencyStore {
  const running = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const renew = async (): Promise<void> => {
    await app.db
      .updateTable('idempotency_keys')
      .set({ held_until: new Date(app.now().getTime() + holdMs) })
      .where('claim_id', 'in', [...running])
      .where('status', 'is', null)
      .execute()
      .catch((error: unknown) => app.log.warn({ err: error }, 'idempotency claims could not be renewed'))
  }
  const begin = (id: string): void => {
    running.add(id)
    timer ??= setInterval(() => void renew(), renewMs).unref()
  }
  const end = (id: string): void => {
    running.delete(id)
    if (running.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  const claimOf = (id: string) => app.db.updateTable('idempotency_keys').where('claim_id', '=', id)

  return {
    async claim(businessId, key, fingerprint) {
      for (;;) {
        const id = randomUUID()
        if (await insertClaim(app, { businessId, key, id, fingerprint })) {
          begin(id)
          return { businessId, key, id }
        }
        const earlier = await readEarlier(app, businessId, key)
        // Released in the meantime: it is free.
        if (earlier) return earlier
      }
    },
    async settle({ businessId, key, id }, { fingerprint, status, body }) {
      end(id)
      const { ciphertext, key_id } = app.secrets.seal(body, answerContext(businessId, key))
      await claimOf(id)
        .set({ fingerprint, status, answer_ciphertext: ciphertext, answer_key_id: key_id })
        .where('business_id', '=', businessId)
        .execute()
    },
    async release({ businessId, id }) {
      end(id)
      await app.db
        .deleteFrom('idempotency_keys')
        .where('business_id', '=', businessId)
        .where('claim_id', '=', id)
        .execute()
    },
    async abandon({ businessId, id }) {
      end(id)
      await claimOf(id).set({ held_until: app.now() }).where('business_id', '=', businessId).execute()
    },
  }
}

type NewClaim = { businessId: number; key: string; id: string; fingerprint: Buffer | null }

/** Whether the key was free, or its 24 hours are over. */
async function insertClaim(app: App, { businessId, key, id, fingerprint }: NewClaim): Promise<boolean> {
  const now = app.now()
  const { rows } = await sql`
    insert into idempotency_keys as k (business_id, key, fingerprint, claim_id, claimed_at, held_until)
    values (${businessId}, ${key}, ${fingerprint}, ${id}, ${now}, ${new Date(now.getTime() + holdMs)})
    on conflict (business_id, key) do update set fingerprint = excluded.fingerprint, claim_id = excluded.claim_id,
      claimed_at = excluded.claimed_at, held_until = excluded.held_until, status = null, answer_ciphertext = null,
      answer_key_id = null
    where k.claimed_at <= ${new Date(now.getTime() - keepMs)}
    returning 1`.execute(app.db)
  return rows.length > 0
}

async function readEarlier(app: App, businessId: number, key: string): Promise<EarlierCall | undefined> {
  const row = await app.db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'answer_ciphertext', 'answer_key_id', 'held_until'])
    .where('business_id', '=', businessId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return undefined
  const { fingerprint, status, answer_ciphertext: ciphertext, answer_key_id: key_id } = row
  if (status === null || ciphertext === null || key_id === null) {
    return row.held_until > app.now()
      ? { state: 'under_way', fingerprint }
      : { state: 'unknown', fingerprint }
  }
  const body = app.secrets.open({ ciphertext, key_id }, answerContext(businessId, key))
  return { state: 'answered', fingerprint, status, body }
}

export async function forgetOldAnswers(app: App): Promise<void> {
  await app.db
    .deleteFrom('idempotency_keys')
    .where('claimed_at', '<=', new Date(app.now().getTime() - keepMs))
    .execute()
}
