import type { App } from '#server/app.ts'
import { everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { attributeOld, attributeRecent } from './conversions/attribute.ts'
import { attributeAgain, attributeAll } from './conversions/settings.ts'
import { metaEventsJob, sendMetaEvents } from './meta-events/send.ts'
import { checkSome } from './rollups/check.ts'
import { checkFigures, keepFigures } from './rollups/job-names.ts'
import { keepForAShift } from './rollups/keep.ts'

export function analyticsJobs(app: () => App): HandledJob[] {
  return [
    handled(keepFigures, (_, context) => keepForAShift(app(), context), everyMinute),
    handled(
      checkFigures,
      async (_, context) => {
        await checkSome(app(), context)
        await attributeRecent(app())
        await attributeOld(app(), context.signal)
      },
      '*/10 * * * *',
    ),
    handled(metaEventsJob, (_, { signal }) => sendMetaEvents(app(), signal), everyMinute),
    handled(attributeAgain, ({ business_id }, { signal }) => attributeAll(app(), business_id, signal)),
  ]
}
