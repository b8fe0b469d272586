import type { App } from '#server/app.ts'
import {
  campaignDrained,
  campaignPartSent,
  campaignStopped,
  contentOutdated,
  numberWaits,
} from '#server/features/messages/messages.ts'
import { campaignsWanted } from '#server/features/onboarding/onboarding.ts'
import { templateResumed, templateStopped } from '#server/features/templates/templates.ts'
import { everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { decideTrial, measureTrial, sweepTrials } from './decide/decide.ts'
import {
  decideTrialJob,
  retryFailedJob,
  startCampaignJob,
  sweepCampaignsJob,
  sweepTrialsJob,
} from './model/job-names.ts'
import { mergeTags, mergeTagsJob } from './plan/merge-tags.ts'
import { finishIfDrained, retryAsPlanned } from './run/control.ts'
import { fitOutdated } from './run/new-version.ts'
import { startCampaign } from './run/start.ts'
import { resumeAccount, resumeTemplate, stopCampaign, stopTemplate } from './run/stops.ts'
import { sweepCampaigns } from './run/sweep.ts'
import { recordWait } from './run/waits.ts'

export function campaignsJobs(app: () => App): HandledJob[] {
  return [
    handled(startCampaignJob, ({ business_id, campaign_id }) =>
      startCampaign(app(), business_id, campaign_id),
    ),
    handled(retryFailedJob, ({ business_id, campaign_id }) =>
      retryAsPlanned(app(), business_id, campaign_id),
    ),
    handled(campaignDrained, ({ business_id, campaign_id }) =>
      finishIfDrained(app(), business_id, campaign_id),
    ),
    handled(campaignPartSent, ({ business_id, campaign_id }) =>
      measureTrial(app(), business_id, campaign_id),
    ),
    handled(decideTrialJob, ({ business_id, campaign_id }) => decideTrial(app(), business_id, campaign_id)),
    handled(sweepTrialsJob, () => sweepTrials(app()), everyMinute),
    handled(campaignStopped, (stop) => stopCampaign(app(), stop)),
    handled(contentOutdated, ({ business_id, campaign_id }) => fitOutdated(app(), business_id, campaign_id)),
    handled(numberWaits, (wait) => recordWait(app(), wait)),
    handled(campaignsWanted, (connection) => resumeAccount(app(), connection)),
    handled(templateStopped, (stop) => stopTemplate(app(), stop)),
    handled(templateResumed, (resumed) => resumeTemplate(app(), resumed)),
    handled(mergeTagsJob, () => mergeTags(app()), everyMinute),
    handled(sweepCampaignsJob, () => sweepCampaigns(app()), everyMinute),
  ]
}
