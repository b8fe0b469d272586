import { z } from 'zod'
import type { App } from '#server/app.ts'
import { defineJob, everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { bulkJob, resumeChanges, runChange } from './bulk/changes.ts'
import { indexJob, indexLeads } from './find/index-leads.ts'
import { importJob } from './import/imports.ts'
import { resumeImports, runImport } from './import/run-import.ts'

const resumeJob = defineJob('leads.tend-imports', z.object({}))

export function leadsJobs(app: () => App): HandledJob[] {
  return [
    handled(importJob, ({ business_id, import_id }, { signal }) =>
      runImport(app(), business_id, import_id, signal),
    ),
    handled(bulkJob, ({ business_id, change_id }, { signal }) =>
      runChange(app(), business_id, change_id, signal),
    ),
    handled(indexJob, (_, { signal }) => indexLeads(app(), signal), everyMinute),
    handled(
      resumeJob,
      async () => {
        await resumeChanges(app())
        await resumeImports(app())
      },
      everyMinute,
    ),
  ]
}
