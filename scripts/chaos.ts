import { runChaos } from '#test/chaos/chaos.ts'
import { runInboxChaos } from '#test/chaos/inbox-chaos.ts'
import { runSocialChaos } from '#test/chaos/social-chaos.ts'

// `npm run chaos [messages] [posts] [customers]`: the long form. The short one is part of `npm test`. 0 leaves a part out.
const messages = Number(process.argv[2] ?? 10_000)
const posts = Number(process.argv[3] ?? 500)
const customers = Number(process.argv[4] ?? 200)
const say = (line: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
let faults = 0

if (messages > 0) {
  const report = await runChaos({
    messages,
    workers: 4,
    kills: 10,
    killEveryMs: [2_000, 9_000],
    restartDatabase: true,
    withinMs: 15 * 60_000,
    say,
  })
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  faults +=
    report.acceptedTwice.length +
    report.withoutOneEnd.length +
    report.differences.length +
    report.rates.filter(({ limit, highest }) => highest > limit).length
}
if (posts > 0) {
  const report = await runSocialChaos({
    posts,
    businesses: 10,
    dueWithinMs: 120_000,
    workers: 4,
    kills: 30,
    killEveryMs: [2_000, 6_000],
    cutAfter: 0.1,
    withinMs: 15 * 60_000,
    say,
  })
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  faults += report.publishedTwice.length + report.lost.length + report.differences.length
}
if (customers > 0) {
  const report = await runInboxChaos({
    customers,
    steps: 10,
    workers: 4,
    kills: 15,
    killEveryMs: [1_500, 5_000],
    withinMs: 15 * 60_000,
    say,
  })
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  faults += report.wrongChats.length + report.wrongTimelines.length + report.wrongSteps.length
}
process.stdout.write(faults === 0 ? 'Every promise was kept.\n' : `${faults} promises were broken.\n`)
process.exitCode = faults === 0 ? 0 : 1
