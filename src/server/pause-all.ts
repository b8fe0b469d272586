import type { App } from './app.ts'
import { pauseAllCampaigns } from './features/campaigns/campaigns.ts'
import { leaveWhatsApp } from './features/onboarding/onboarding.ts'
import { pauseAllSequences } from './features/sequences/sequences.ts'
import { leaveNetworks } from './features/social/social.ts'

/** Nothing that a business planned leaves any more: it is to be deleted. Inside a transaction. */
export async function pauseAll(tx: App, caller: Parameters<typeof pauseAllCampaigns>[1]): Promise<void> {
  await pauseAllCampaigns(tx, caller)
  await pauseAllSequences(tx, caller)
}

/** What people write to a business that is deleted no longer comes here. */
export async function leaveAll(app: App, businessId: number): Promise<void> {
  await leaveWhatsApp(app, businessId)
  await leaveNetworks(app, businessId)
}
