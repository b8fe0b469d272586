import { sandboxSeed } from '#sandbox/world/seed.ts'
import { type Bench, openBench } from '../open-bench.ts'

export type DispatchFigures = {
  messages: number
  seconds: number
  perSecond: number
  /** The same client, the same endpoint, the same texts, and no books kept. */
  rawPerSecond: number
  share: number
  highestRssMegabytes: number
}

/** A campaign at unlimited rate, statuses off, beside what the HTTP client alone reaches in the same run. */
export async function benchDispatch(messages = 50_000): Promise<DispatchFigures> {
  const bench = await openBench()
  try {
    await rawRate(bench, 5_000)
    const rawPerSecond = await rawRate(bench, 20_000)
    let highest = 0
    const watch = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage.rss())
    }, 100)
    await bench.work()
    const campaign = await bench.plan(messages)
    const seconds = await bench.drained(campaign)
    clearInterval(watch)
    const perSecond = messages / seconds
    return {
      messages,
      seconds,
      perSecond,
      rawPerSecond,
      share: perSecond / rawPerSecond,
      highestRssMegabytes: highest / 1e6,
    }
  } finally {
    await bench.close()
  }
}

/** Messages a second of the provider client alone, with as many under way as it does best with. */
export async function rawRate(
  { app, phoneNumberId }: Bench,
  messages: number,
  underWay = 64,
): Promise<number> {
  let next = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: underWay }, async () => {
      while (next < messages) {
        const n = next++
        const text = `{"messaging_product":"whatsapp","recipient_type":"individual","to":"+9197${String(n).padStart(7, '0')}144","type":"template","template":{"name":"order_shipped","language":{"code":"en_US","policy":"deterministic"},"components":[{"type":"body","parameters":[{"type":"text","text":"Asha"},{"type":"text","text":"A-${n}"}]},{"type":"button","sub_type":"url","index":"0","parameters":[{"type":"text","text":"A-${n}"}]}]},"biz_opaque_callback_data":"raw.${n}.1"}`
        await app.meta.sendPrepared(sandboxSeed.systemUserToken, phoneNumberId, text)
      }
    }),
  )
  return messages / ((performance.now() - start) / 1000)
}

if (import.meta.main) {
  process.stdout.write(`${JSON.stringify(await benchDispatch(Number(process.argv[2] ?? 50_000)), null, 2)}\n`)
}
