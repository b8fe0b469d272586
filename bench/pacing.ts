import { openHouse } from './house.ts'

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
  const house = await openHouse({ throughput: limit })
  try {
    await house.work()
    await house.drained(await house.plan(limit * forSeconds))
    const rates = await house.sandbox<{ highest: number; seconds: { second: number; accepted: number }[] }>(
      'GET',
      `rates?phone=${house.phoneNumberId}`,
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
    await house.close()
  }
}

if (import.meta.main) {
  process.stdout.write(`${JSON.stringify(await benchPacing(Number(process.argv[2] ?? 80)))}\n`)
}
