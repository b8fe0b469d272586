import { phonesOf, type Waba } from '../world/accounts.ts'
import type { Part } from '../world/world.ts'
import type { Exchange } from './exchange.ts'
import { GraphError } from './graph-errors.ts'

const hourMs = 3_600_000

/**
 * Counts management calls by account: 5,000 an hour with a registered number, 200 without. Returns the usage
 * header; throws 80008 beyond the limit.
 */
export function createManagementLimits() {
  const calls = new Map<string, { from: number; count: number }>()
  return {
    count: (x: Exchange<'settings' | 'accounts'>, waba: Waba): Record<string, string> => {
      const now = Date.now()
      let hour = calls.get(waba.id)
      if (!hour || hour.from + hourMs < now) {
        hour = { from: now, count: 0 }
        calls.set(waba.id, hour)
      }
      hour.count++
      const limit = limitOf(x.world, waba)
      if (!x.world.settings.managementLimits || hour.count <= limit)
        return usageHeader(waba, Math.ceil((hour.count / limit) * 100), 0)
      const minutes = Math.ceil((hour.from + hourMs - now) / 60_000)
      throw new GraphError(80008, {
        headers: usageHeader(waba, Math.ceil((hour.count / limit) * 100), minutes),
      })
    },
    /** For tests: as if so many calls had been made. */
    set: (wabaId: string, count: number) => calls.set(wabaId, { from: Date.now(), count }),
    clear: () => calls.clear(),
  }
}

/** The share of an account's calls that is used up, in percent, and the minutes until the limit resets. */
export const usageHeader = (waba: Waba, percent: number, minutes: number): Record<string, string> => ({
  'x-business-use-case-usage': JSON.stringify({
    [waba.businessId]: [
      {
        type: 'whatsapp_business_management',
        call_count: percent,
        total_cputime: Math.ceil(percent / 4),
        total_time: Math.ceil(percent / 3),
        estimated_time_to_regain_access: minutes,
      },
    ],
  }),
})

export type ManagementLimits = ReturnType<typeof createManagementLimits>

const limitOf = (world: Part<'accounts'>, waba: Waba) =>
  phonesOf(world.accounts, waba.id).some(({ registered }) => registered) ? 5_000 : 200
