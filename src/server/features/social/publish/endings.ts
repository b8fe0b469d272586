import type { PublicationReason } from '#contract/social/reasons.ts'
import type { App } from '#server/app.ts'
import type { Publisher, PublishWork } from '#server/providers/social/publishing.ts'
import type { UsableAccount } from '../accounts/care.ts'
import type { Journal } from './journal.ts'

/** Everything that is needed at the network. */
export type Publishing = {
  app: App
  journal: Journal
  publisher: Publisher
  account: UsableAccount
  work: PublishWork
}

/** Ends the claim until then. */
export async function wait(
  app: App,
  { change, row }: Journal,
  reason: PublicationReason | null,
  ms: number,
  isFailure = false,
): Promise<void> {
  await change({
    // Of a post that is published only its comment waits.
    reason: row.state === 'posted' ? null : reason,
    ...(isFailure && { attempts: row.attempts + 1 }),
    releaseUntil: new Date(app.now().getTime() + ms),
  })
}

export async function fail(
  app: App,
  { change, row }: Journal,
  reason: PublicationReason,
  detail: string | null = null,
): Promise<void> {
  app.log.info({ publication: row.id, reason }, 'a publication failed')
  await change({ state: 'failed', reason, detail, releaseUntil: null })
}

export const doubt = (
  { change }: Journal,
  reason: PublicationReason,
  detail: string | null = null,
): Promise<void> => change({ state: 'unknown', reason, detail, releaseUntil: null })
