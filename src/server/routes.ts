import type { App } from './app.ts'
import { accountsRoutes } from './features/accounts/accounts.routes.ts'
import { apiKeysRoutes } from './features/accounts/api-keys/api-keys.routes.ts'
import { closingRoutes } from './features/accounts/closing/closing.routes.ts'
import { securityRoutes } from './features/accounts/security/security.routes.ts'
import { teamRoutes } from './features/accounts/team/team.routes.ts'
import { analyticsRoutes } from './features/analytics/analytics.routes.ts'
import { campaignsRoutes } from './features/campaigns/campaigns.routes.ts'
import { chatbotRoutes } from './features/chatbot/chatbot.routes.ts'
import { conversationsRoutes } from './features/conversations/conversations.routes.ts'
import { countAssigned, releaseConversations } from './features/conversations/conversations.ts'
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts'
import { optinsRoutes } from './features/growth/optins.routes.ts'
import { healthRoutes } from './features/health/health.routes.ts'
import { helpRoutes } from './features/help/help.routes.ts'
import { integrationsRoutes } from './features/integrations/integrations.routes.ts'
import { leadsRoutes } from './features/leads/leads.routes.ts'
import { clicksRoutes } from './features/messages/clicks/clicks.routes.ts'
import { messagesRoutes } from './features/messages/messages.routes.ts'
import { readdress } from './features/messages/messages.ts'
import { onboardingRoutes } from './features/onboarding/onboarding.routes.ts'
import {
  atHost,
  checkProviderKey,
  linksAtHost,
  providerKeyChanged,
} from './features/onboarding/onboarding.ts'
import { privacyRoutes } from './features/privacy/privacy.routes.ts'
import { segmentsRoutes } from './features/segments/segments.routes.ts'
import { sequencesRoutes } from './features/sequences/sequences.routes.ts'
import { socialRoutes } from './features/social/social.routes.ts'
import { socialNotices } from './features/social/social.ts'
import { subscriptionRoutes } from './features/subscription/subscription.routes.ts'
import { templatesRoutes } from './features/templates/templates.routes.ts'
import { webhooksRoutes } from './features/webhooks/webhooks.routes.ts'
import { pauseAll } from './pause-all.ts'
import { routesOf } from './platform/http/api-docs.ts'
import type { Http } from './platform/http/server.ts'

/** Every HTTP route, by feature, each under its noun of the API document. */
export function mountRoutes(http: Http, app: App): void {
  routesOf(http, 'Health', (http) => healthRoutes(http, app))
  routesOf(http, 'Accounts', (http) =>
    accountsRoutes(http, app, { check: checkProviderKey, changed: providerKeyChanged }, linksAtHost),
  )
  routesOf(http, 'Accounts', (http) => securityRoutes(http, app, atHost))
  routesOf(http, 'Accounts', (http) => closingRoutes(http, app, pauseAll))
  routesOf(http, 'API keys', (http) => apiKeysRoutes(http, app))
  routesOf(http, 'Outgoing webhooks', (http) => integrationsRoutes(http, app))
  const work = { assigned: countAssigned, release: releaseConversations }
  routesOf(http, 'Team', (http) => teamRoutes(http, app, { work, atHost: linksAtHost }))
  routesOf(http, 'Campaigns', (http) => campaignsRoutes(http, app))
  routesOf(http, 'Chatbot', (http) => chatbotRoutes(http, app))
  routesOf(http, 'Conversations', (http) => conversationsRoutes(http, app))
  routesOf(http, 'Dashboard', (http) => dashboardRoutes(http, app))
  routesOf(http, 'Analytics', (http) => analyticsRoutes(http, app))
  routesOf(http, 'Opt-ins', (http) => optinsRoutes(http, app))
  routesOf(http, 'Segments', (http) => segmentsRoutes(http, app))
  routesOf(http, 'Sequences', (http) => sequencesRoutes(http, app))
  routesOf(http, 'Leads', (http) => leadsRoutes(http, app, readdress))
  routesOf(http, 'Privacy', (http) => privacyRoutes(http, app))
  routesOf(http, 'Messages', (http) => messagesRoutes(http, app))
  clicksRoutes(http, app)
  routesOf(http, 'WhatsApp accounts', (http) => onboardingRoutes(http, app, socialNotices))
  routesOf(http, 'Social', (http) => socialRoutes(http, app))
  routesOf(http, 'Templates', (http) => templatesRoutes(http, app))
  routesOf(http, 'Webhooks', (http) => webhooksRoutes(http, app))
  routesOf(http, 'Help', (http) => helpRoutes(http, app))
  routesOf(http, 'Subscription', (http) => subscriptionRoutes(http, app))
}
