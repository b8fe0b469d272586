import { parentPort, workerData } from 'node:worker_threads'
import type { FileKind } from '#contract/leads/imports.ts'
import { type Analysed, type AnalysisChoices, analyseFile } from '../file/analyse-file.ts'
import { type ImportFault, UnreadableFile } from '../file/unreadable.ts'
import { type CheckTask, checkFile, type FileCheck } from './check-file.ts'
import { type WriteEnd, type WriteTask, writeFile } from './write-file.ts'

/** What a worker thread is asked to do with a file. Reading a million rows must not hold up requests. */
export type ImportTask = AnalyseTask | CheckTask | WriteTask

type AnalyseTask = { task: 'analyse'; path: string; kind: FileKind; choices: AnalysisChoices }

export type ImportTaskResult = { analyse: Analysed; check: FileCheck; write: WriteEnd }

/** What a worker thread answers. */
export type ImportTaskAnswer = { result: unknown } | { unreadable: ImportFault }

/** What a thread is started with; any other thread that loads this file does nothing. */
export type ImportThreadData = { importTask: ImportTask }

/** Does what is asked with a file, in whatever thread it is called. @throws UnreadableFile */
export async function performTask<T extends ImportTask>(task: T): Promise<ImportTaskResult[T['task']]> {
  const result =
    task.task === 'analyse'
      ? await analyseFile(task.path, task.kind, task.choices)
      : task.task === 'check'
        ? await checkFile(task)
        : await writeFile(task)
  return result as ImportTaskResult[T['task']]
}

async function answer(task: ImportTask): Promise<ImportTaskAnswer> {
  try {
    return { result: await performTask(task) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.fault }
    throw error
  }
}

const { importTask } = (workerData ?? {}) as Partial<ImportThreadData>
if (importTask) parentPort?.postMessage(await answer(importTask))
