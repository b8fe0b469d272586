import { runChaos } from '#test/chaos/chaos.ts'
import { runInboxChaos } from '#test/chaos/inbox-chaos.ts'
import { runSequenceChaos } from '#test/chaos/sequence-chaos.ts'
import { runSocialChaos } from '#test/chaos/social/chaos.ts'
import { runWentBack } from '#test/chaos/went-back-chaos.ts'

// `npm run chaos [messages] [posts] [customers] [people of a sequence] [messages of a database that goes back]`: the long form. The short one is part of `npm test`. 0 leaves a part out.
const messages = Number(process.argv[2] ?? 10_000)
const posts = Number(process.argv[3] ?? 500)
const customers = Number(process.argv[4] ?? 200)
const people = Number(process.argv[5] ?? 10_000)
const lost = Number(process.argv[6] ?? 3_000)
const say = (line: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
let faults = 0

if (messages > 0) {
  const report = await runChaos({
    messages,
    workers: 4,
    kills: 10,
    killEveryMs: [2_000, 9_000],
    restartDatabase: true,
    stalls: 3,
    stallMs: 60_000,
    withinMs: 25 * 60_000,
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
    importRows: 100,
    figures: true,
    say,
  })
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  faults += report.publishedTwice.length + report.lost.length + report.differences.length
  faults += report.planning.rowsWithoutPost.length + report.planning.rowsTwice.length
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
  faults += report.wrongCalls.length
}
if (people > 0) {
  const report = await runSequenceChaos({
    people,
    steps: 6,
    workers: 3,
    kills: 12,
    killEveryMs: [3_000, 9_000],
    withinMs: 25 * 60_000,
    say,
  })
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  faults += report.wrongRows.length + report.acceptedTwice.length + report.differences.length
  faults += report.wrongSums.length
}
if (lost > 0) {
  const options = {
    messages: lost,
    workers: 3,
    how: ['promote', 'restore'],
    withinMs: 20 * 60_000,
    say,
  } as const
  const report = await runWentBack(options)
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  faults += report.acceptedTwice + report.withoutOneEnd + report.differences.length
  // The same without the guard, to see that the test would notice.
  const blind = await runWentBack({ ...options, blind: true })
  process.stdout.write(`${JSON.stringify({ ...blind, withoutTheGuard: true }, null, 2)}\n`)
  if (blind.acceptedTwice === 0) faults++
}
process.stdout.write(faults === 0 ? 'Every promise was kept.\n' : `${faults} promises were broken.\n`)
process.exitCode = faults === 0 ? 0 : 1
