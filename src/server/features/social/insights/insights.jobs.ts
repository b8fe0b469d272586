import { platforms } from '#contract/social/networks.ts'
import type { App } from '#server/app.ts'
import { everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { enqueueDueInsights, fetchInsights } from './fetch-insights.ts'
import { fetchInsightsOf, findDueInsights } from './job-names.ts'

export function insightsJobs(app: () => App): HandledJob[] {
  return [
    handled(findDueInsights, () => enqueueDueInsights(app()), everyMinute),
    ...platforms.map((platform) =>
      handled(fetchInsightsOf[platform], ({ business_id, account_id }, { signal }) =>
        fetchInsights(app(), business_id, account_id, signal),
      ),
    ),
  ]
}
