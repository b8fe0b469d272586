import { createSeries } from '#server/features/social/planning/series/series.ts'
import { composeSocialApp, type InstallFacts } from './install.ts'

/** A process that starts one recurring post, and is killed while it does. */
const given = JSON.parse(process.argv[2] ?? '') as {
  facts: InstallFacts
  caller: { businessId: number; userId: number }
  body: Parameters<typeof createSeries>[2]
}
const { app, close } = await composeSocialApp(given.facts)
process.stdout.write('begins\n')
const { id } = await createSeries(app, { ...given.caller, sessionId: 'chaos' }, given.body)
process.stdout.write(`made ${id}\n`)
await close()
