import { z } from 'zod'
import type { App } from '#server/app.ts'
import { defineJob, everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { bulkJob, runChange, tendChanges } from './bulk/changes.ts'
import { importJob } from './import/imports.ts'
import { runImport, tendImports } from './import/run-import.ts'

const tend = defineJob('leads.tend-imports', z.object({}))

export function leadsJobs(app: () => App): HandledJob[] {
  return [
    handled(importJob, ({ business_id, import_id }, { signal }) =>
      runImport(app(), business_id, import_id, signal),
    ),
    handled(bulkJob, ({ business_id, change_id }, { signal }) =>
      runChange(app(), business_id, change_id, signal),
    ),
    handled(
      tend,
      async () => {
        await tendChanges(app())
        await tendImports(app())
      },
      everyMinute,
    ),
  ]
}
