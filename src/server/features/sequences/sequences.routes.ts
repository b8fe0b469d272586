import { sequences } from '#contract/growth/sequences.ts'
import type { App } from '#server/app.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { createSequence, removeSequence, runSequence, saveSequence } from './records/change.ts'
import { addPeople, listPeople, stopPerson } from './records/people.ts'
import { getSequence, listSequences } from './records/read.ts'

export function sequencesRoutes(http: Http, app: App): void {
  route(http, sequences.list, async ({ caller }) => ({
    sequences: await listSequences(app, caller.businessId),
  }))
  route(http, sequences.create, async ({ caller, body }) => ({
    sequence: await createSequence(app, caller.businessId, body),
  }))
  route(http, sequences.get, async ({ caller, params, query }) => ({
    sequence: await getSequence(app, caller.businessId, params.id, query.version),
  }))
  route(http, sequences.save, async ({ caller, params, body }) => ({
    sequence: await saveSequence(app, caller.businessId, params.id, body),
  }))
  route(http, sequences.run, async ({ caller, params, body }) => ({
    sequence: await runSequence(app, caller.businessId, params.id, body),
  }))
  route(http, sequences.remove, async ({ caller, params }) => {
    await removeSequence(app, caller.businessId, params.id)
    return {}
  })
  route(http, sequences.people, ({ caller, params, query }) =>
    listPeople(app, caller.businessId, params.id, query),
  )
  route(http, sequences.add, async ({ caller, params, body }) => {
    const added = await addPeople(app, caller.businessId, params.id, body.audience)
    return { added, sequence: await getSequence(app, caller.businessId, params.id) }
  })
  route(http, sequences.stop, async ({ caller, params }) => ({
    person: await stopPerson(app, caller.businessId, params.id, params.person_id),
  }))
}
