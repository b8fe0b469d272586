import { type MovingDatabase, openMovingDatabase } from '../moving-database.ts'
import type { Part } from './install.ts'

const messages = 4_000
let database: MovingDatabase

/** The address names two servers; the first one stops in the middle of a campaign, and the second is promoted. */
export const failover: Part = {
  name: 'a failover between two hosts of the address',
  messages,
  async open(folder) {
    database = await openMovingDatabase(folder)
    await database.addStandby()
    await database.keepUp()
    return { url: database.bothUrl(), close: database.close }
  },
  async run({ start, webhooksTo, untilTaken, taken, say }) {
    const web = await start('web', 'web')
    webhooksTo(`http://127.0.0.1:${web.port}`)
    await Promise.all(['worker1', 'worker2'].map((name) => start(name, 'worker')))
    await untilTaken(messages * 0.2)
    say(`the first server stops at ${taken()} messages`)
    await database.failOver()
    say('the second one is promoted')
    await untilTaken(messages)
    return {}
  },
}
