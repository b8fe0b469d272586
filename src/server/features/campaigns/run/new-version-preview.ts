import type { NewVersion } from '#contract/campaigns/parts.ts'
import type { App } from '#server/app.ts'
import { listAttributes } from '../plan/attributes.ts'
import { fillingOf } from '../plan/variables.ts'
import { type Campaign, findNewVersion } from './new-version.ts'

/** What a campaign that waits would go on with, for its owner to look at; null where nothing changed. */
export async function toNewVersion(app: App, campaign: Campaign): Promise<NewVersion | null> {
  const version = await findNewVersion(app, campaign)
  if (!version) return null
  const { sendable, mapping, added } = version
  const filling = fillingOf(sendable.variables, mapping, campaign.custom_message)
  return {
    components: sendable.components as NewVersion['components'],
    variables: sendable.variables.map(({ key, label, where, sample }, index) => ({
      key,
      label,
      where,
      sample,
      suggested: filling[index]?.source ?? null,
      empty: 0,
      added: added.includes(key),
    })),
    attributes: await listAttributes(app, campaign.business_id),
  }
}
