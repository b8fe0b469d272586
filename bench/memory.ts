import { openBench } from './open-bench.ts'

export type MemoryFigures = {
  messages: number
  seconds: number
  perSecond: number
  planningSeconds: number
  /** Resident memory of the product's process, in megabytes: before, through the campaign in tenths, the highest. */
  beforeMegabytes: number
  byTenthMegabytes: number[]
  highestMegabytes: number
}

/** A campaign so large that anything that grows with it would show. */
export async function benchMemory(messages = 1_000_000): Promise<MemoryFigures> {
  const bench = await openBench()
  try {
    await bench.fill(messages)
    await bench.work()
    const rss = () => Math.round(process.memoryUsage.rss() / 1e6)
    const beforeMegabytes = rss()
    const samples: number[] = []
    const watch = setInterval(() => samples.push(rss()), 200)
    const start = performance.now()
    const campaign = await bench.plan(messages)
    const planningSeconds = (performance.now() - start) / 1000
    const seconds = await bench.drained(campaign)
    clearInterval(watch)
    const tenth = Math.max(1, Math.floor(samples.length / 10))
    return {
      messages,
      seconds,
      perSecond: messages / seconds,
      planningSeconds,
      beforeMegabytes,
      byTenthMegabytes: Array.from({ length: 10 }, (_, at) =>
        Math.max(0, ...samples.slice(at * tenth, (at + 1) * tenth)),
      ),
      highestMegabytes: Math.max(...samples),
    }
  } finally {
    await bench.close()
  }
}

if (import.meta.main) {
  process.stdout.write(`${JSON.stringify(await benchMemory(Number(process.argv[2] ?? 1_000_000)))}\n`)
}
