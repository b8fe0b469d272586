import { openBench } from '../open-bench.ts'

export type PacingFigures = {
  limit: number
  /** Accepted in each whole second of the clock, by the sandbox's own count. */
  seconds: number[]
  least: number
  most: number
  /** The fullest second wherever it begins, as the sandbox measured it. */
  highest: number
}

/** The achieved rate of a number with a limit; the first second and the end, which are not whole, stay out. */
export async function benchPacing(limit: number, forSeconds = 10): Promise<PacingFigures> {
  const bench = await openBench({ throughput: limit })
  try {
    await bench.work()
    await bench.drained(await bench.plan(limit * forSeconds))
    const rates = await bench.sandbox<{ highest: number; seconds: { second: number; accepted: number }[] }>(
      'GET',
      `rates?phone=${bench.phoneNumberId}`,
    )
    const seconds = rates.seconds
      .filter(({ accepted }) => accepted > 0)
      .slice(1, -2)
      .map(({ accepted }) => accepted)
    return {
      limit,
      seconds,
      least: Math.min(...seconds) / limit,
      most: Math.max(...seconds) / limit,
      highest: rates.highest / limit,
    }
  } finally {
    await bench.close()
  }
}

if (import.meta.main) {
  process.stdout.write(`${JSON.stringify(await benchPacing(Number(process.argv[2] ?? 80)))}\n`)
}
