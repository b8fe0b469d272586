import type { App } from '#server/app.ts'
import { activeMembers, mailColumns, mailLanguage, recordAudit } from '#server/features/accounts/accounts.ts'
import { inLanguage } from '#server/messages/language.ts'
import { t } from '#server/messages/t.ts'

/** Switches an address off: its waiting calls fail, can be replayed later, and its owner gets a mail. */
export async function switchOff(
  app: App,
  businessId: number,
  endpointId: string,
  reason: 'failing' | 'gone',
): Promise<void> {
  const off = await app.transaction(async (tx) => {
    const hook = await tx.db
      .updateTable('hook_endpoints')
      .set({ off_at: tx.now(), off_reason: reason })
      .where('business_id', '=', businessId)
      .where('id', '=', endpointId)
      .where('off_at', 'is', null)
      .returning(['url', 'user_id'])
      .executeTakeFirst()
    if (!hook) return undefined
    await tx.db
      .updateTable('hook_deliveries')
      .set({ state: 'failed', next_at: null, claimed_until: null, fault: 'switched_off' })
      .where('business_id', '=', businessId)
      .where('endpoint_id', '=', endpointId)
      .where('state', '=', 'waiting')
      .execute()
    await recordAudit(tx, [{ kind: 'hook_switched_off', businessId, subject: hook.url.slice(0, 200) }])
    return hook
  })
  if (off) await mailOwner(app, businessId, off)
}

/** To the person who added it; where they left, to the first of the team. */
async function mailOwner(
  app: App,
  businessId: number,
  { url, user_id }: { url: string; user_id: number },
): Promise<void> {
  if (!app.mail) return
  try {
    const members = await activeMembers(app.db, businessId)
      .select(['users.id', 'users.email', 'users.name', ...mailColumns])
      .orderBy('users.id')
      .execute()
    const user = members.find(({ id }) => id === user_id) ?? members[0]
    if (!user) return
    const text = inLanguage(mailLanguage(user), () => ({
      subject: t('hooks.mail.subject'),
      text: [
        t('hooks.mail.off', { name: user.name.replaceAll(/\s+/g, ' '), url }),
        t('hooks.mail.do', { link: `${app.settings.publicUrl}/marketing/account-settings` }),
        '',
      ].join('\n\n'),
    }))
    await app.mail({ to: user.email, ...text })
  } catch (error) {
    app.log.warn({ err: error }, 'the notice of a webhook that was switched off could not be mailed')
  }
}
