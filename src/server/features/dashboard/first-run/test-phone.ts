import { sql } from 'kysely'
import type { AnswerOf, BodyOf } from '#contract/endpoint.ts'
import type { testPhone } from '#contract/test-phone.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { addLeads } from '#server/features/leads/leads.ts'
import { findSender, getSender, type Sender } from '#server/features/onboarding/onboarding.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { explanationOf, readText } from '#server/stored-text/read-text.ts'

type Answer = AnswerOf<typeof testPhone.read>

/** What the test phone of the default number shows. Only an install in test mode has one. */
export async function readTestPhone(app: App, businessId: number): Promise<Answer> {
  const { name } = await getBusiness(app, businessId)
  if (!app.settings.testUsers) return { state: 'none', business: name, number: null, lines: [] }
  const sender = await findSender(app, businessId)
  const known = sender && (await knownPhone(app, businessId, sender.phone_number_id))
  if (!sender || !known) return { state: 'off', business: name, number: null, lines: [] }
  const { lines } = await atProvider(() => app.meta.testPhone.read(sender.token, sender.phone_number_id))
  return {
    state: 'on',
    business: sender.verified_name || name,
    number: known,
    lines: lines.map(({ id, at, from, type, header, text, footer, buttons, media, context }) => ({
      id,
      at: new Date(at).toISOString(),
      from,
      type,
      header,
      text,
      footer,
      buttons: buttons.map(({ id, title, kind }) => ({ id, title, answers: kind !== 'link' })),
      has_file: media !== null,
      context,
    })),
  }
}

/** The owner writes or presses a button as the customer; it comes back to us as any message does. */
export async function writeAsCustomer(
  app: App,
  { businessId, userId }: Caller,
  body: BodyOf<typeof testPhone.write>,
): Promise<void> {
  requireTestMode(app)
  const { token, phone_number_id } = await getSender(app, businessId)
  const address = await knownPhone(app, businessId, phone_number_id)
  if (!address) throw new AppError('rule_broken', t('dashboard.testPhone.notStarted'))
  await keepAsLead(app, businessId, { address, userId })
  await atProvider(() =>
    body.type === 'text'
      ? app.meta.testPhone.write(token, phone_number_id, body.text)
      : app.meta.testPhone.press(token, phone_number_id, body.line, body.button),
  )
}

/** The customer who writes first becomes a lead who agreed, so that a first campaign can go there. */
async function keepAsLead(
  app: App,
  businessId: number,
  { address, userId }: { address: string; userId: number },
): Promise<void> {
  const { rows } = await sql`select from leads
    where business_id = ${businessId} and phone = ${address}`.execute(app.db)
  if (rows.length > 0) return
  const { country } = await getBusiness(app, businessId)
  const lead = {
    name: t('dashboard.testPhone.leadName'),
    phone: address,
    consent: 'opted_in' as const,
    consent_source: t('dashboard.testPhone.leadName'),
  }
  await addLeads(app, businessId, [lead], { country: country ?? 'US', source: 'manual', userId })
}

/** The customer's number at the provider, E.164. */
export async function providersTestPhone(app: App, sender: Sender): Promise<string> {
  const { number } = await atProvider(() => app.meta.testPhone.read(sender.token, sender.phone_number_id))
  return `+${number}`
}

/** The address of the phone that a first message went to. */
export async function knownPhone(
  app: App,
  businessId: number,
  phoneNumberId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`select address from test_phones
    where business_id = ${businessId} and phone_number_id = ${phoneNumberId}`.execute(app.db)
  return rows[0]?.address
}

/** @throws AppError `rule_broken` on an install that is connected to Meta. */
export function requireTestMode(app: App): void {
  if (!app.settings.testUsers) throw new AppError('rule_broken', t('dashboard.testPhone.none'))
}

async function atProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof MetaError)) throw error
    throw new AppError('provider_failed', readText(explanationOf(error, 'sentence')), { cause: error })
  }
}
