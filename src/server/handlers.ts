import type { App } from './app.ts'
import { accountsJobs } from './features/accounts/accounts.jobs.ts'
import { analyticsJobs } from './features/analytics/analytics.jobs.ts'
import { campaignsJobs } from './features/campaigns/campaigns.jobs.ts'
import { chatbotJobs } from './features/chatbot/chatbot.jobs.ts'
import { conversationsJobs } from './features/conversations/conversations.jobs.ts'
import { healthJobs } from './features/health/health.jobs.ts'
import { helpJobs } from './features/help/help.jobs.ts'
import { integrationsJobs } from './features/integrations/integrations.jobs.ts'
import { leadsJobs } from './features/leads/leads.jobs.ts'
import { messagesJobs } from './features/messages/messages.jobs.ts'
import { onboardingJobs } from './features/onboarding/onboarding.jobs.ts'
import { privacyJobs } from './features/privacy/privacy.jobs.ts'
import { sequencesJobs } from './features/sequences/sequences.jobs.ts'
import { socialJobs } from './features/social/social.jobs.ts'
import { templatesJobs } from './features/templates/templates.jobs.ts'
import { webhooksJobs } from './features/webhooks/webhooks.jobs.ts'
import { leaveAll, pauseAll } from './pause-all.ts'
import type { HandledJob } from './platform/jobs.ts'

/** Every job and schedule, by feature. `app` is asked for when a job runs: the queue opens before it is there. */
export function handlers(app: () => App): HandledJob[] {
  return [
    ...accountsJobs(app, { stop: pauseAll, leave: leaveAll }),
    ...analyticsJobs(app),
    ...healthJobs(app),
    ...helpJobs(app),
    ...campaignsJobs(app),
    ...chatbotJobs(app),
    ...conversationsJobs(app),
    ...integrationsJobs(app),
    ...leadsJobs(app),
    ...messagesJobs(app),
    ...onboardingJobs(app),
    ...privacyJobs(app),
    ...sequencesJobs(app),
    ...socialJobs(app),
    ...templatesJobs(app),
    ...webhooksJobs(app),
  ]
}
