import type { Translated } from '#contract/messages/shape.ts'
import type { en } from '../en/index.ts'
import { accounts } from './accounts.ts'
import { analytics } from './analytics.ts'
import { campaigns } from './campaigns.ts'
import { conversations } from './conversations.ts'
import { fields } from './fields.ts'
import { help } from './help.ts'
import { leadFields } from './lead-fields.ts'
import { leads } from './leads.ts'
import { messages } from './messages.ts'
import { officeHours } from './office-hours.ts'
import { onboarding } from './onboarding.ts'
import { privacy } from './privacy.ts'
import { receipt } from './receipt.ts'
import { segments } from './segments.ts'
import { sequences } from './sequences.ts'
import { social } from './social.ts'
import { templates } from './templates.ts'
import { webhooks } from './webhooks.ts'

export const hi: Translated<typeof en> = {
  accounts,
  analytics,
  campaigns,
  conversations,
  fields,
  help,
  leadFields,
  leads,
  messages,
  officeHours,
  onboarding,
  privacy,
  receipt,
  segments,
  sequences,
  social,
  templates,
  webhooks,
}
