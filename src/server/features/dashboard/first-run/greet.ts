import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { getMe } from '#server/features/accounts/accounts.ts'
import { queueSingle } from '#server/features/messages/messages.ts'
import {
  connectPracticeAccount,
  findSender,
  getConnection,
  type Sender,
} from '#server/features/onboarding/onboarding.ts'
import { findSendableByName, type Sendable } from '#server/features/templates/templates.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { knownPhone, providersTestPhone, requireTestMode } from './test-phone.ts'

/** The templates of a new account arrive within a second or two of connecting. */
const waitMs = 15_000
const lookEveryMs = 200

/**
 * Sends the first message to the test phone, once for each number of ours. Where no number is connected, it comes from
 * a test account that is there for this alone, and onboarding goes on as if there were none.
 * @throws AppError `rule_broken` outside test mode.
 */
export async function greetTestPhone(app: App, { businessId, userId }: Caller): Promise<void> {
  requireTestMode(app)
  const sender = await readySender(app, businessId)
  if (!sender || (await knownPhone(app, businessId, sender.phone_number_id))) return
  const address = await providersTestPhone(app, sender)
  const template = await waitForTemplate(app, businessId, sender)
  if (!template) return
  const { user } = await getMe(app, { businessId, userId } as Caller)
  const [name = user.name] = user.name.trim().split(/\s+/)
  await queueSingle(
    app,
    businessId,
    {
      to: address,
      template_name: template.template_name,
      language: template.language,
      parameters: template.variables.map(() => name),
      phone_number_id: sender.phone_number_id,
    },
    async (tx, { id: messageId }) => {
      // Of two at once the later one fails here and sends nothing.
      await sql`insert into test_phones (business_id, phone_number_id, address, greeting_id)
        values (${businessId}, ${sender.phone_number_id}, ${address}, ${messageId})`.execute(tx.db)
    },
  ).catch(async (error: unknown) => {
    if (await knownPhone(app, businessId, sender.phone_number_id)) return
    if (await isConnected(app, businessId, sender)) throw error
  })
}

/** The owner may have connected an account of their own meanwhile: that ends the test phone's. */
const isConnected = async (app: App, businessId: number, { phone_number_id }: Sender): Promise<boolean> =>
  (await findSender(app, businessId, phone_number_id)) !== undefined

/** @returns undefined where the owner connected an account of their own at this moment. */
async function readySender(app: App, businessId: number): Promise<Sender | undefined> {
  const sender = await findSender(app, businessId)
  if (sender) return sender
  try {
    await connectPracticeAccount(app, businessId, { forTestPhone: true })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
    const { accounts } = await getConnection(app, businessId)
    if (accounts.some(({ status, for_test_phone }) => status !== 'disconnected' && !for_test_phone)) return
  }
  const connected = await findSender(app, businessId)
  if (!connected) throw new AppError('rule_broken', t('dashboard.testPhone.notReady'))
  return connected
}

/** An approved template that needs no more than a name; one with buttons comes first. */
async function waitForTemplate(app: App, businessId: number, sender: Sender): Promise<Sendable | undefined> {
  const until = performance.now() + waitMs
  for (;;) {
    const found = await findTemplate(app, businessId, sender.waba_id)
    if (found) return found
    if (!(await isConnected(app, businessId, sender))) return undefined
    if (performance.now() > until) throw new AppError('rule_broken', t('dashboard.testPhone.notReady'))
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}

async function findTemplate(app: App, businessId: number, wabaId: string): Promise<Sendable | undefined> {
  const rows = await app.db
    .selectFrom('provider_templates')
    .select(['name', 'language'])
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .where('deleted_at', 'is', null)
    .where('status', '=', 'APPROVED')
    .where('category', '<>', 'AUTHENTICATION')
    .orderBy('name')
    .limit(50)
    .execute()
  const sendables: Sendable[] = []
  for (const { name, language } of rows) {
    const sendable = await findSendableByName(app, businessId, name, language)
    if (sendable && !sendable.problem && sendable.variables.length <= 1) sendables.push(sendable)
  }
  return sendables.find(hasAnswers) ?? sendables[0]
}

const hasAnswers = ({ components }: Sendable): boolean =>
  JSON.stringify(components).toUpperCase().includes('"QUICK_REPLY"')
