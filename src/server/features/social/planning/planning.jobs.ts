import type { App } from '#server/app.ts'
import { type HandledJob, handled } from '#server/platform/jobs.ts'
import { forgetRequests } from '../posts/create-posts.ts'
import { importPosts } from './import/job-names.ts'
import { runImport } from './import/run-import.ts'
import { forgetPostRequests, makeSeriesPosts } from './job-names.ts'
import { makeDueOccurrences } from './series/make-occurrences.ts'

export const planningJobs = (app: () => App): HandledJob[] => [
  handled(importPosts, (of, { signal }) => runImport(app(), of, signal)),
  handled(makeSeriesPosts, () => makeDueOccurrences(app()), '7,37 * * * *'),
  handled(forgetPostRequests, () => forgetRequests(app()), '47 3 * * *'),
]
