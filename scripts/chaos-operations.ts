// `npm run chaos:operations [part …]`: what happens to machines, with the programs of an install; needs root for small disks, and Debian's haproxy, pgbouncer and faketime.
import { failover } from '#test/chaos/operations/failover.ts'
import { fullDatabase, fullDisk, lostFolder, movedClock } from '#test/chaos/operations/faults.ts'
import { runPart } from '#test/chaos/operations/install.ts'
import { pooler } from '#test/chaos/operations/pooler.ts'
import { rolling } from '#test/chaos/operations/rolling.ts'

const parts = { rolling, pooler, failover, lostFolder, fullDisk, fullDatabase, movedClock }
const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in parts))
if (unknown) throw new Error(`There is no part ${unknown}: ${Object.keys(parts).join(', ')}.`)
const say = (line: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
let faults = 0
for (const [name, part] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  say(part.name)
  const report = await runPart(part, say)
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  const failedRequests = 'failedRequests' in report ? (report.failedRequests as string[]).length : 0
  faults +=
    report.acceptedTwice.length + report.withoutOneEnd.length + report.differences.length + failedRequests
}
process.stdout.write(faults === 0 ? 'Every promise was kept.\n' : `${faults} promises were broken.\n`)
process.exitCode = faults === 0 ? 0 : 1
