import type { App } from '#server/app.ts'
import { activeUsers, findProviderApiKey, operatorBusinessId } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { claimHostedSignup } from '../account/job-names.ts'
import { asAppError } from '../token/provider-failure.ts'
import { type Connected, connect } from './connect.ts'
import { hostedSignupUrl } from './signup-addresses.ts'

/** How long after opening the provider's page its result may be claimed. */
const intentHours = 24

/**
 * Starts a signup on the provider's own page. Nothing in it says who of us started it, so that is kept here.
 * @returns the page's address.
 */
export async function openHostedSignup(app: App, businessId: number): Promise<string> {
  const url = hostedSignupUrl(app)
  if (!url) {
    throw new AppError('rule_broken', t('onboarding.connect.hosted.configuration'))
  }
  // Checked first, so that nobody completes Meta's page in vain.
  await operatorToken(app)
  const opened_at = app.now()
  const row = { opened_at, expires_at: new Date(opened_at.getTime() + intentHours * 3_600_000) }
  await app.db
    .insertInto('hosted_signup_intents')
    .values({ business_id: businessId, ...row })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(row))
    .execute()
  return url
}

/** A signup on the provider's page was told by webhook. It is finished by a job, where it is clear whose it is. */
export async function recordHostedSignup(
  app: App,
  signup: { wabaId: string; portfolioId: string },
): Promise<void> {
  await app.transaction(async (tx) => {
    await tx.db
      .insertInto('hosted_signups')
      .values({ waba_id: signup.wabaId, portfolio_id: signup.portfolioId, received_at: tx.now() })
      .onConflict((conflict) =>
        conflict.column('waba_id').doUpdateSet({
          portfolio_id: signup.portfolioId,
          received_at: tx.now(),
          business_id: null,
          claimed_at: null,
        }),
      )
      .execute()
    await tx.enqueue(claimHostedSignup, { waba_id: signup.wabaId })
  })
}

/**
 * Finishes a signup by itself where it can be nobody else's: on an install with one business. With several, any of
 * them may be behind it (every signup is told the same way, and nothing of ours comes back through the provider's
 * page), so the operator says whose it is. An account's id proves nothing: it is no secret.
 */
export async function claimIfClear(app: App, wabaId: string): Promise<void> {
  const businesses = await app.db.selectFrom('businesses').select('id').limit(2).execute()
  const only = businesses.length === 1 ? businesses[0] : undefined
  if (!only) return
  const open = await openSignup(app, only.id, wabaId)
  if (open) await finish(app, only.id, open)
}

export type OpenHosted = {
  signups: { waba_id: string; received_at: string }[]
  waiting: { name: string; email: string; opened_at: string }[]
}

/** For the operator: signups that are nobody's yet, and the people who have opened the provider's page. */
export async function listOpenHosted(app: App): Promise<OpenHosted> {
  const waiting = await activeUsers(app.db)
    .innerJoin('hosted_signup_intents as i', 'i.business_id', 'users.business_id')
    .select(['users.name', 'users.email', 'i.opened_at'])
    .where('i.expires_at', '>', app.now())
    .orderBy('i.opened_at')
    .execute()
  const signups = await app.db
    .selectFrom('hosted_signups')
    .select(['waba_id', 'received_at'])
    .where('business_id', 'is', null)
    .where('received_at', '>', new Date(app.now().getTime() - intentHours * 3_600_000))
    // The other ways of signing up are told in the same words.
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('whatsapp_accounts as a')
            .select('a.waba_id')
            .whereRef('a.waba_id', '=', 'hosted_signups.waba_id')
            .where('a.status', '<>', 'disconnected'),
        ),
      ),
    )
    .orderBy('received_at')
    .execute()
  return {
    waiting: waiting.map(({ opened_at, ...one }) => ({ ...one, opened_at: opened_at.toISOString() })),
    signups: signups.map(({ waba_id, received_at }) => ({ waba_id, received_at: received_at.toISOString() })),
  }
}

/**
 * The operator says whose a signup is: somebody who had opened the page before it was told to us.
 * @throws AppError `not_found` when there is no such signup for them.
 */
export async function assignHosted(app: App, to: { waba_id: string; email: string }): Promise<Connected> {
  const person = await activeUsers(app.db)
    .select('users.business_id')
    .where('users.email', '=', to.email)
    .executeTakeFirst()
  const open = person && (await openSignup(app, person.business_id, to.waba_id))
  if (!open) throw notFound('signup')
  return await finish(app, person.business_id, open)
}

export type HostedState = { state: 'none' | 'waiting' | 'confirm' | 'connected'; waba_id: string | null }

/** The state of the page that the business opened. */
export async function hostedState(app: App, businessId: number): Promise<HostedState> {
  const intent = await app.db
    .selectFrom('hosted_signup_intents')
    .select('opened_at')
    .where('business_id', '=', businessId)
    .where('expires_at', '>', app.now())
    .executeTakeFirst()
  const claimed = await app.db
    .selectFrom('hosted_signups')
    .select('waba_id')
    .where('business_id', '=', businessId)
    .orderBy('claimed_at', 'desc')
    .executeTakeFirst()
  if (!intent) return claimed ? { state: 'connected', ...claimed } : { state: 'none', waba_id: null }
  const open = await app.db
    .selectFrom('hosted_signups')
    .select('waba_id')
    .where('business_id', 'is', null)
    .where('received_at', '>=', intent.opened_at)
    .executeTakeFirst()
  // Which account it is stays unsaid: it may be another business's.
  return { state: open ? 'confirm' : 'waiting', waba_id: null }
}

type OpenSignup = { waba_id: string; portfolio_id: string }

async function openSignup(app: App, businessId: number, wabaId: string): Promise<OpenSignup | undefined> {
  return await app.db
    .selectFrom('hosted_signups as s')
    .innerJoin('hosted_signup_intents as i', (join) => join.onTrue())
    .select(['s.waba_id', 's.portfolio_id'])
    .where('i.business_id', '=', businessId)
    .where('i.expires_at', '>', app.now())
    .where('s.waba_id', '=', wabaId)
    .where('s.business_id', 'is', null)
    .whereRef('s.received_at', '>=', 'i.opened_at')
    .executeTakeFirst()
}

async function finish(app: App, businessId: number, signup: OpenSignup): Promise<Connected> {
  const systemToken = await operatorToken(app)
  let token: string
  try {
    token = await app.meta.systemUserToken(systemToken, signup.portfolio_id)
  } catch (error) {
    if (!(error instanceof MetaError) || error.delivery !== 'refused' || error.retry) return asAppError(error)
    // The operator's token was refused: nothing that the customer could do would change that.
    throw new AppError('provider_failed', t('onboarding.connect.hosted.operatorRefused'), { cause: error })
  }
  const connected = await connect(app, businessId, { token, kind: 'business' }, { wabaId: signup.waba_id })
  await app.db.deleteFrom('hosted_signup_intents').where('business_id', '=', businessId).execute()
  return connected
}

/** The system-user token of who runs the install: with it the customer's own token is asked for. */
async function operatorToken(app: App): Promise<string> {
  const operator = await operatorBusinessId(app)
  const token = operator === undefined ? undefined : await findProviderApiKey(app, operator)
  if (token) return token
  throw new AppError('rule_broken', t('onboarding.connect.hosted.operatorToken'))
}
