import type { App } from '#server/app.ts'
import { everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { careFor, careForAccount, enqueueDueCare, findDueCare } from './accounts/care.ts'
import { mailEnding, noteAllEndings, noteEndings, passOnEnding } from './accounts/ending-access.ts'
import { forgetOldLogins } from './accounts/job-names.ts'
import { forgetKeptLogins } from './accounts/login-result.ts'
import { insightsJobs } from './insights/insights.jobs.ts'
import { mediaJobs } from './media/media.jobs.ts'
import { planningJobs } from './planning/planning.jobs.ts'
import { mailPosts, mailPostsTo, notePosts, queuePostMails } from './post-notices/mail-posts.ts'
import { publishJobs } from './publish/publish.jobs.ts'

export function socialJobs(app: () => App): HandledJob[] {
  return [
    handled(careForAccount, async ({ business_id, id }) => {
      await careFor(app(), business_id, id, 'due')
    }),
    handled(findDueCare, () => enqueueDueCare(app()), everyMinute),
    handled(noteEndings, () => noteAllEndings(app()), '*/10 * * * *'),
    handled(mailEnding, (ending) => passOnEnding(app(), ending)),
    handled(notePosts, () => queuePostMails(app()), everyMinute),
    handled(mailPosts, (posts) => mailPostsTo(app(), posts)),
    ...publishJobs(app),
    ...planningJobs(app),
    ...mediaJobs(app),
    ...insightsJobs(app),
    handled(forgetOldLogins, () => forgetKeptLogins(app()), '37 * * * *'),
  ]
}
