import type { App } from './app.ts'
import { pauseAllCampaigns } from './features/campaigns/campaigns.ts'
import { pauseAllSequences } from './features/sequences/sequences.ts'

/** Nothing that a business planned leaves any more: it is to be deleted. Inside a transaction. */
export async function pauseAll(tx: App, caller: Parameters<typeof pauseAllCampaigns>[1]): Promise<void> {
  await pauseAllCampaigns(tx, caller)
  await pauseAllSequences(tx, caller)
}
