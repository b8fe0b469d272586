import type { Translated } from '#contract/messages/shape.ts'
import type { en } from '../en/index.ts'
import { apiKeys } from './accounts/api-keys.ts'
import { security } from './accounts/security.ts'
import { team } from './accounts/team.ts'
import { accounts } from './accounts.ts'
import { analytics } from './analytics.ts'
import { app } from './app.ts'
import { campaigns } from './campaigns.ts'
import { chatbot } from './chatbot.ts'
import { conversations } from './conversations.ts'
import { dashboard } from './dashboard.ts'
import { sequences } from './growth/sequences.ts'
import { growth } from './growth.ts'
import { help } from './help.ts'
import { hooks } from './integrations/hooks.ts'
import { leads } from './leads.ts'
import { messages } from './messages.ts'
import { health } from './onboarding/health.ts'
import { onboarding } from './onboarding.ts'
import { privacy } from './privacy.ts'
import { providers } from './providers.ts'
import { segments } from './segments.ts'
import { social } from './social.ts'
import { subscription } from './subscription.ts'
import { templates } from './templates.ts'
import { webhooks } from './webhooks.ts'

export const ptBR: Translated<typeof en> = {
  accounts,
  analytics,
  apiKeys,
  app,
  campaigns,
  chatbot,
  conversations,
  dashboard,
  growth,
  health,
  help,
  hooks,
  leads,
  messages,
  onboarding,
  privacy,
  providers,
  security,
  segments,
  sequences,
  social,
  subscription,
  team,
  templates,
  webhooks,
}
