import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableFile } from '../file/table-file.ts'
import type { ImportTask, ImportTaskAnswer } from './import-tasks.ts'
import { performTask } from './perform-task.ts'

/** The entry of a worker thread: does one task and ends. */
async function run(task: ImportTask): Promise<ImportTaskAnswer> {
  try {
    return { result: await performTask(task) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message }
    throw error
  }
}

parentPort?.postMessage(await run(workerData as ImportTask))
