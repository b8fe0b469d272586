import { nameLockDays } from '#contract/templates/limits.ts'
import { templates } from '#contract/templates.ts'
import { confirm } from '#web/components/forms/confirm.tsx'
import { ApiError, call } from '#web/net/api.ts'

/** Asks before a template is deleted, naming what uses it. `localId` is null for one that only WhatsApp has. */
export async function confirmDeletion(template: {
  title: string
  localId: number | null
  wasApproved: boolean
  atWhatsApp: boolean
}): Promise<boolean> {
  const open = template.localId === null ? [] : await openCampaigns(template.localId)
  const sentences = [
    usedBy(open),
    template.atWhatsApp ? 'It is deleted at WhatsApp too.' : null,
    template.wasApproved ? `WhatsApp keeps its name taken for ${nameLockDays} days.` : null,
  ]
  return await confirm({
    title: `Delete “${template.title}”?`,
    consequence: sentences.filter(Boolean).join(' '),
    confirm: 'Delete template',
  })
}

/** Without an answer the question is asked all the same: the server stops the campaigns in any case. */
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
  if (open === null) return 'Campaigns that use it stop.'
  if (open.length === 0) return 'No open campaign uses it.'
  const names = open.slice(0, 3).map(({ name, status }) => `${name} (${status})`)
  const use = open.length === 1 ? '1 campaign uses it and stops' : `${open.length} campaigns use it and stop`
  return `${use}: ${names.join(', ')}${open.length > 3 ? ' …' : ''}.`
}
