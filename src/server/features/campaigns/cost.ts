import type { z } from 'zod'
import type { Cost } from '#contract/campaign-parts.ts'
import type { App } from '#server/app.ts'
import { findRates } from '#server/features/templates/templates.ts'

/** The provider's category in the word that the owner's price list uses. */
const ratedAs: Record<string, 'MARKETING' | 'TRANSACTIONAL' | 'OTP'> = {
  MARKETING: 'MARKETING',
  UTILITY: 'TRANSACTIONAL',
  AUTHENTICATION: 'OTP',
}

/**
 * About what so many messages cost, at the prices the owner entered; null where they entered none. The provider
 * tells programs what kind of price a message had, never how much: rates are between it and the business.
 */
export async function costOf(
  app: App,
  businessId: number,
  category: string,
  messages: number,
): Promise<z.infer<typeof Cost> | null> {
  const rates = await findRates(app, businessId)
  const rate = rates?.[ratedAs[category] ?? 'MARKETING'] ?? null
  if (!rates || rate === null) return null
  return { amount: Math.round(messages * rate * 100) / 100, currency: rates.currency }
}
