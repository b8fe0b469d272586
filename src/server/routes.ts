import type { App } from './app.ts'
import { accountsRoutes } from './features/accounts/accounts.routes.ts'
import { healthRoutes } from './features/health/health.routes.ts'
import { onboardingRoutes } from './features/onboarding/onboarding.routes.ts'
import type { Http } from './platform/http/server.ts'

/** Every HTTP route, by feature. */
export function mountRoutes(http: Http, app: App): void {
  healthRoutes(http, app)
  accountsRoutes(http, app)
  onboardingRoutes(http, app)
}
