import { z } from 'zod'
import type { HelpMessage } from '#contract/help.ts'
import type { AnyLanguage } from '#contract/messages/language.ts'
import type { App } from '#server/app.ts'
import { activeUsers, mailColumns, mailLanguage } from '#server/features/accounts/accounts.ts'
import { inLanguage } from '#server/messages/language.ts'
import { t } from '#server/messages/t.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { defineJob } from '#server/platform/jobs.ts'

export { countUnreadHelp, listHelpMessages } from './inbox.ts'

/** Passes a message on to the operator's mailbox. */
export const mailHelpMessage = defineJob('help.mail', z.object({ business_id: z.number(), id: z.number() }), {
  queue: { retryLimit: 10, retryDelay: 30, retryBackoff: true },
})

/** Keeps a message for the operator, and has it mailed where a mail server is set. */
export async function sendHelpMessage(
  app: App,
  caller: Caller,
  input: z.output<typeof HelpMessage>,
): Promise<void> {
  await app.transaction(async (tx) => {
    const { id } = await tx.db
      .insertInto('help_messages')
      .values({ business_id: caller.businessId, user_id: caller.userId, ...input })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (app.mail) await tx.enqueue(mailHelpMessage, { business_id: caller.businessId, id })
  })
}

/** The mail, in the operator's language. */
function mailText(message: {
  business_id: number
  id: number
  message: string
  email: string
  created_at: Date
}) {
  const from = t('help.mail.from', { email: message.email, time: message.created_at.toISOString() })
  return {
    subject: t('help.mail.subject', { id: `${message.business_id}-${message.id}` }),
    text: `${message.message}\n\n${from}`,
  }
}

/** The operator's language, where the mailbox is that of a user here. */
async function languageOf(app: App, email: string): Promise<AnyLanguage> {
  const user = await activeUsers(app.db)
    .select(mailColumns)
    .where('users.email', '=', email.toLowerCase())
    .executeTakeFirst()
  return mailLanguage(user)
}

/** Mails a kept message once. Does nothing when it is mailed already, or no mailbox is set any more. */
export async function passOn(
  app: App,
  { business_id, id }: { business_id: number; id: number },
): Promise<void> {
  const to = app.settings.supportEmail
  if (!app.mail || !to) return
  const message = await app.db
    .selectFrom('help_messages')
    .selectAll()
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .where('mailed_at', 'is', null)
    .executeTakeFirst()
  if (!message) return
  const text = inLanguage(await languageOf(app, to), () => mailText(message))
  await app.mail({ to, replyTo: message.email, ...text })
  await app.db
    .updateTable('help_messages')
    .set({ mailed_at: app.now() })
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .execute()
}
