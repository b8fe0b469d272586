import { readFileSync, writeFileSync } from 'node:fs'
import { kindOf } from '#server/features/leads/import/file/table-file.ts'
import { UnreadableFile } from '#server/features/leads/import/file/unreadable.ts'
import { inThread } from '#server/features/leads/import/write/import-threads.ts'

/** The result for a file: rows found or its error, the most memory above the start, and the processor's time. */
export type Looked = { outcome: number | string; megabytes: number; seconds: number }

/** Run as a process of its own: looks into each file of its arguments, one after the other, as an upload does. */
async function openAndMeasure(path: string, before: number): Promise<Looked> {
  // Resets the kernel's peak count.
  writeFileSync('/proc/self/clear_refs', '5')
  const start = process.cpuUsage()
  let outcome: number | string
  try {
    const kind = await kindOf(path, 'people.xlsx')
    const { analysis } = await inThread({ task: 'analyse', path, kind, choices: { country: 'IN' } })
    outcome = analysis.rows
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    outcome = error.fault.code
  }
  const megabytes = resident('VmHWM') - before
  const { user, system } = process.cpuUsage(start)
  return { outcome, megabytes, seconds: (user + system) / 1_000_000 }
}

/** `VmRSS`: what the process has in memory; `VmHWM`: the most it had. */
function resident(field: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes] =
    new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

if (import.meta.main) {
  const before = resident('VmRSS')
  const looked: Looked[] = []
  for (const path of process.argv.slice(2)) looked.push(await openAndMeasure(path, before))
  process.stdout.write(JSON.stringify(looked))
}
