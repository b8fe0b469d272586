import { nameLockDays } from '#contract/templates/limits.ts'
import { templates } from '#contract/templates.ts'
import { confirm } from '#web/components/forms/confirm.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, call } from '#web/net/api.ts'
import { campaignStatusName } from './status-names.ts'

/** Confirms a deletion and names the campaigns affected. `localId` is null for a template that only WhatsApp has. */
export async function confirmDeletion(template: {
  title: string
  localId: number | null
  wasApproved: boolean
  atWhatsApp: boolean
}): Promise<boolean> {
  const open = template.localId === null ? [] : await openCampaigns(template.localId)
  const sentences = [
    usedBy(open),
    template.atWhatsApp ? t('templates.delete.atWhatsApp') : null,
    template.wasApproved ? t('templates.delete.nameLock', { days: nameLockDays }) : null,
  ]
  return await confirm({
    title: t('templates.delete.title', { title: template.title }),
    consequence: sentences.filter(Boolean).join(' '),
    confirm: t('templates.actions.deleteTemplate'),
  })
}

/** Null when the usage is unknown: the question is still asked, and the server stops the campaigns anyway. */
async function openCampaigns(id: number): Promise<{ name: string; status: string }[] | null> {
  try {
    const answer = await call(templates.usage, { params: { id } })
    return answer.usage.open_campaigns
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

function usedBy(open: readonly { name: string; status: string }[] | null): string {
  if (open === null) return t('templates.delete.unknownUse')
  if (open.length === 0) return t('templates.delete.unused')
  const names = open
    .slice(0, 3)
    .map(({ name, status }) => t('templates.delete.campaign', { name, status: campaignStatusName(status) }))
  return t('templates.delete.stops', {
    count: open.length,
    names: `${names.join(', ')}${open.length > 3 ? ' …' : ''}`,
  })
}
