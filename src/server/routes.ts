import type { App } from './app.ts'
import { accountsRoutes } from './features/accounts/accounts.routes.ts'
import { campaignsRoutes } from './features/campaigns/campaigns.routes.ts'
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts'
import { healthRoutes } from './features/health/health.routes.ts'
import { helpRoutes } from './features/help/help.routes.ts'
import { leadsRoutes } from './features/leads/leads.routes.ts'
import { messagesRoutes } from './features/messages/messages.routes.ts'
import { onboardingRoutes } from './features/onboarding/onboarding.routes.ts'
import { checkProviderKey, providerKeyChanged } from './features/onboarding/onboarding.ts'
import { subscriptionRoutes } from './features/subscription/subscription.routes.ts'
import { templatesRoutes } from './features/templates/templates.routes.ts'
import { webhooksRoutes } from './features/webhooks/webhooks.routes.ts'
import type { Http } from './platform/http/server.ts'

/** Every HTTP route, by feature. */
export function mountRoutes(http: Http, app: App): void {
  healthRoutes(http, app)
  accountsRoutes(http, app, { check: checkProviderKey, changed: providerKeyChanged })
  campaignsRoutes(http, app)
  dashboardRoutes(http, app)
  leadsRoutes(http, app)
  messagesRoutes(http, app)
  onboardingRoutes(http, app)
  templatesRoutes(http, app)
  webhooksRoutes(http, app)
  helpRoutes(http, app)
  subscriptionRoutes(http, app)
}
