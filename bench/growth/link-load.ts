import { Pool } from 'undici'

export type LinkOrder = {
  url: string
  /** Paths, one for each click. */
  paths: string[]
  connections: number
  /** Clicks a second; absent: as fast as they are answered. */
  perSecond?: number
  /** So many clicks come first and are not measured: until then this process itself is what is slow. */
  warmUp?: number
}
export type LinkFigures = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  worstMs: number
  /** How late this process itself was with clicks that it had time for: it shares the processors. */
  lateP99Ms: number
}

const browser =
  'Mozilla/5.0 (Linux; Android 14; SM-A146B) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36'

/** Opens links as browsers do and measures the answers; a child process that takes commands. */
process.once('message', (order: LinkOrder) => {
  run(order).then(
    (figures) => process.send?.(figures, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})

async function run({ paths, warmUp = 0, ...order }: LinkOrder): Promise<LinkFigures> {
  const pool = new Pool(order.url, { connections: order.connections, pipelining: 1 })
  if (warmUp > 0) await open(pool, { ...order, paths: paths.slice(0, warmUp) })
  const figures = await open(pool, { ...order, paths: paths.slice(warmUp) })
  await pool.close()
  return figures
}

async function open(pool: Pool, { paths, connections, perSecond }: LinkOrder): Promise<LinkFigures> {
  const took: number[] = []
  const late: number[] = []
  const start = performance.now()
  let next = 0
  const person = async (): Promise<void> => {
    for (let n = next++; n < paths.length; n = next++) {
      const due = perSecond ? start + (n / perSecond) * 1000 : 0
      const early = due - performance.now()
      if (early > 0) {
        await new Promise((resolve) => setTimeout(resolve, early))
        late.push(Math.max(0, performance.now() - due))
      }
      const at = performance.now()
      const answer = await pool.request({
        method: 'GET',
        path: paths[n]!,
        headers: { 'user-agent': browser },
      })
      await answer.body.dump()
      if (answer.statusCode !== 302) throw new Error(`answered ${answer.statusCode}`)
      took.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: connections }, person))
  const seconds = (performance.now() - start) / 1000
  const at = (times: number[], share: number): number =>
    times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    perSecond: paths.length / seconds,
    p50Ms: at(took, 0.5),
    p99Ms: at(took, 0.99),
    worstMs: at(took, 1),
    lateP99Ms: at(late, 0.99),
  }
}
