import { parentPort, workerData } from 'node:worker_threads'
import { analyseFile } from './analyse-file.ts'
import { checkFile } from './check-file.ts'
import type { ImportTask, ImportTaskAnswer } from './import-tasks.ts'
import { UnreadableFile } from './table-file.ts'
import { writeFile } from './write-file.ts'

/** The entry of a worker thread: does one task and ends. */
async function run(task: ImportTask): Promise<ImportTaskAnswer> {
  try {
    if (task.task === 'analyse') return { result: await analyseFile(task.path, task.kind, task.choices) }
    if (task.task === 'check') return { result: await checkFile(task) }
    return { result: await writeFile(task) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message }
    throw error
  }
}

parentPort?.postMessage(await run(workerData as ImportTask))
