import { accounts } from './accounts.ts'
import { analytics } from './analytics/analytics.ts'
import { conversionSources } from './analytics/conversion-sources.ts'
import { conversions } from './analytics/conversions.ts'
import { metaEvents } from './analytics/meta-events.ts'
import { hooks } from './api/hooks.ts'
import { apiKeys } from './api/keys.ts'
import { audit } from './audit/audit.ts'
import { campaignDrafts } from './campaigns/drafts.ts'
import { prices } from './campaigns/prices.ts'
import { campaigns } from './campaigns.ts'
import { chatbot, chatbotFlows, chatbotRules, chatbotSecrets } from './chatbot/chatbot.ts'
import { inboxOrder } from './conversations/organise.ts'
import { sends } from './conversations/sends.ts'
import { inboxFile } from './conversations/settings-file.ts'
import { conversations } from './conversations.ts'
import { dashboard } from './dashboard.ts'
import { optinPages } from './growth/optin-pages.ts'
import { optins } from './growth/optins.ts'
import { segments } from './growth/segments.ts'
import { sequences } from './growth/sequences.ts'
import { help } from './help.ts'
import { fields } from './leads/fields.ts'
import { leads } from './leads.ts'
import { messages } from './messages.ts'
import { officeHours } from './office-hours.ts'
import { onboarding } from './onboarding.ts'
import { privacy } from './privacy.ts'
import { closing } from './security/closing.ts'
import { confirmEmail } from './security/confirm-email.ts'
import { passkeys } from './security/passkeys.ts'
import { retention } from './security/retention.ts'
import { security } from './security.ts'
import {
  socialAccounts,
  socialAnalytics,
  socialDecisions,
  socialDrafts,
  socialImports,
  socialLimits,
  socialMedia,
  socialPosts,
  socialQueue,
  socialRecurrences,
  socialWithdrawals,
} from './social/social.ts'
import { subscription } from './subscription.ts'
import { team } from './team.ts'
import { templates } from './templates.ts'
import { testPhone } from './test-phone.ts'
import { webhooks } from './webhooks.ts'

/** Every call of the API, by feature. What is not in here is not tested for tenancy and bad input, and fails a test. */
export const contract = {
  accounts,
  analytics,
  apiKeys,
  audit,
  campaignDrafts,
  campaigns,
  chatbot,
  chatbotFlows,
  chatbotRules,
  chatbotSecrets,
  retention,
  closing,
  conversations,
  conversions,
  conversionSources,
  metaEvents,
  dashboard,
  fields,
  help,
  hooks,
  inboxFile,
  inboxOrder,
  leads,
  messages,
  officeHours,
  onboarding,
  optinPages,
  optins,
  prices,
  privacy,
  passkeys,
  confirmEmail,
  security,
  segments,
  sends,
  sequences,
  socialAccounts,
  socialAnalytics,
  socialDecisions,
  socialDrafts,
  socialImports,
  socialLimits,
  socialMedia,
  socialPosts,
  socialQueue,
  socialRecurrences,
  socialWithdrawals,
  subscription,
  team,
  templates,
  testPhone,
  webhooks,
}
