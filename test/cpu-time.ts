/**
 * The processor time of some work in this thread, without what collector and compiler do beside it: the least of five.
 * @returns milliseconds, which Linux counts in steps of some 4
 */
export async function cpuTime(work: () => unknown): Promise<number> {
  const runs: number[] = []
  for (let run = 0; run < 5; run++) {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    runs.push((user + system) / 1000)
  }
  return Math.min(...runs)
}
