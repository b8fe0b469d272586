import { sql } from 'kysely'
import { campaigns } from '#contract/campaigns.ts'
import { templates } from '#contract/templates.ts'
import type { ChaosInstall } from './install.ts'
import type { Workers } from './workers.ts'

/** An A/B test of so many people; as many get a campaign by their own clock. */
export const trialPeople = 60
const partPercent = 50

export type TrialChaos = {
  people: string[]
  /**
   * Chooses version B once the part is sent; a worker is killed before and after.
   * @param meanwhile is called while the part is on its way: a number that is held back keeps the part back with it.
   * @throws Error when the part is not sent after so many milliseconds.
   */
  decide: (workers: Workers, meanwhile: () => Promise<void>, withinMs: number) => Promise<void>
  /** People of the test by version, and those who were sent the text of another one. */
  report: () => Promise<{ versions: Record<string, number>; wrongText: string[] }>
}

const phonesOf = (start: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${start}${String(n).padStart(4, '0')}144`)

/** Schedules an A/B test and a campaign by each person's own clock, beside the campaigns of the run. */
export async function startTrials({ app, sandbox, businessId, call }: ChaosInstall): Promise<TrialChaos> {
  const tested = phonesOf('+91988', trialPeople)
  const clocked = [...phonesOf('+91989', trialPeople / 2), ...phonesOf('+97150', trialPeople / 2)]
  for (const [tag, phones] of [
    ['tested', tested],
    ['clocked', clocked],
  ] as const)
    await sql`
      insert into leads (business_id, name, phone, consent, tags)
      select ${businessId}, 'Asha', p, 'opted_in', array[${tag}::text] from unnest(${phones}::text[]) p`.execute(
      app.db,
    )
  await call(templates.sync, {})
  const { templates: all } = await call(templates.list, {})
  const offer = all.find(({ template_name }) => template_name === 'weekend_offer')
  if (!offer) throw new Error('the template was not brought here')
  const say = (text: string) => ({ template_id: offer.id, parameters: { 1: { text } } })
  const { campaign } = await call(campaigns.schedule, {
    body: {
      ...say('version A'),
      audience: { tags: ['tested'] },
      trial: {
        kind: 'test',
        percent: partPercent,
        measure: 'read',
        after_minutes: 60,
        decide: 'best',
        variants: [say('version B')],
      },
    },
  })
  // The minute that it is in India: it is past there, and an hour and a half away in Dubai.
  await call(campaigns.schedule, {
    body: {
      ...say('by your clock'),
      audience: { tags: ['clocked'] },
      scheduled_at: new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString(),
      timezone: 'Asia/Kolkata',
      by_their_clock: true,
    },
  })
  const { id } = campaign
  return {
    people: [...tested, ...clocked],
    async decide(workers, meanwhile, withinMs) {
      const start = performance.now()
      for (;;) {
        const { status, trial } = (await call(campaigns.get, { params: { id } })).campaign
        if (trial?.stage === 'measuring' || trial?.stage === 'asking') break
        if (performance.now() - start > withinMs)
          throw new Error(`The A/B test is ${status}, at ${trial?.stage}, after ${withinMs} ms`)
        await new Promise((resolve) => setTimeout(resolve, 300))
        await meanwhile()
      }
      workers.killOne()
      await call(campaigns.decide, { params: { id }, body: { variant: 2 } })
      workers.killOne()
    },
    async report() {
      const { rows } = await sql<{ phone: string; version: string }>`
        select recipient_phone as phone, coalesce(variant::text, 'rest') as version from messages
        where business_id = ${businessId} and campaign_id = ${id}`.execute(app.db)
      const versions: Record<string, number> = {}
      const texts = new Map<string, string>()
      for (const { phone, version } of rows) {
        versions[version] = (versions[version] ?? 0) + 1
        texts.set(phone, version === '1' ? 'version A' : 'version B')
      }
      const wrongText = [...sandbox.world.ledger.rows()].flatMap(({ to, content }) => {
        const wanted = texts.get(`+${to}`)
        return wanted && !JSON.stringify(content).includes(wanted) ? `+${to}` : []
      })
      return { versions, wrongText }
    },
  }
}
