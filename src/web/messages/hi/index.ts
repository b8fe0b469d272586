import type { Translated } from '#contract/messages/shape.ts'
import type { en } from '../en/index.ts'
import { activity } from './accounts/activity.ts'
import { apiKeys } from './accounts/api-keys.ts'
import { deletion } from './accounts/deletion.ts'
import { hooks } from './accounts/hooks.ts'
import { retention } from './accounts/retention.ts'
import { security } from './accounts/security.ts'
import { team } from './accounts/team.ts'
import { accounts } from './accounts.ts'
import { app } from './app.ts'
import { businessSettings } from './business/settings.ts'
import { campaigns } from './campaigns.ts'
import { chat } from './chat.ts'
import { chatbot } from './chatbot.ts'
import { firstRun } from './dashboard/first-run.ts'
import { dashboard } from './dashboard.ts'
import { format } from './format.ts'
import { analytics } from './growth/analytics.ts'
import { segments } from './growth/segments.ts'
import { sequences } from './growth/sequences.ts'
import { ways } from './growth/ways.ts'
import { growth } from './growth.ts'
import { help } from './help.ts'
import { inboxOrder } from './inbox/order.ts'
import { inboxSettings } from './inbox/settings.ts'
import { inboxSide } from './inbox/side.ts'
import { inbox } from './inbox.ts'
import { landing } from './landing.ts'
import { leads } from './leads.ts'
import { messages } from './messages.ts'
import { onboarding } from './onboarding.ts'
import { prices } from './prices.ts'
import { social } from './social.ts'
import { subscription } from './subscription.ts'
import { templates } from './templates.ts'
import { webhooks } from './webhooks.ts'

export const hi: Translated<typeof en> = {
  accounts,
  analytics,
  apiKeys,
  app,
  businessSettings,
  campaigns,
  chat,
  chatbot,
  dashboard,
  firstRun,
  format,
  growth,
  help,
  deletion,
  retention,
  hooks,
  inbox,
  inboxOrder,
  inboxSettings,
  inboxSide,
  landing,
  leads,
  messages,
  onboarding,
  prices,
  activity,
  security,
  segments,
  sequences,
  social,
  subscription,
  team,
  templates,
  ways,
  webhooks,
}
