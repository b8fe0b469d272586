import { createHash } from 'node:crypto'
import type { At } from './jobs.ts'

/**
 * Names one visit of a step that calls an address: the same for each try of it, also in another process and where the
 * database went back and the same message leads here once more; another for another visit.
 */
export function callKey(
  { call_key, business_id, conversation_id, run, step, visit }: At,
  { cause, flowId }: { cause: string | null; flowId: number },
): string {
  if (call_key !== undefined) return call_key
  const parts = [business_id, cause ?? conversation_id, flowId, run, step, visit]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
