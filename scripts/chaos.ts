import { runChaos } from '#test/chaos/chaos.ts'

// `npm run chaos [messages]`: the long form. The short one is part of `npm test`.
const messages = Number(process.argv[2] ?? 10_000)
const report = await runChaos({
  messages,
  workers: 4,
  kills: 10,
  killEveryMs: [2_000, 9_000],
  restartDatabase: true,
  withinMs: 15 * 60_000,
  say: (line) => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`),
})
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
const faults =
  report.acceptedTwice.length +
  report.withoutOneEnd.length +
  report.differences.length +
  report.rates.filter(({ limit, highest }) => highest > limit).length
process.stdout.write(faults === 0 ? 'Every promise was kept.\n' : `${faults} promises were broken.\n`)
process.exitCode = faults === 0 ? 0 : 1
