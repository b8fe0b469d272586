/**
 * The processor time of some work, in ms: the least of five runs, and of this thread alone. The whole process also
 * counts what its collector and its compiler do on threads of their own, which depends on the tests before. Linux counts
 * a thread in steps of some 4 ms: for work that takes longer than that by far.
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
