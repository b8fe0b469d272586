import { parentPort, workerData } from 'node:worker_threads'
import type { FileKind } from '#contract/leads/imports.ts'
import type { Analysed, AnalysisChoices } from '../file/analyse-file.ts'
import { type ImportFault, UnreadableFile } from '../file/unreadable.ts'
import type { CheckTask, FileCheck } from './check-file.ts'
import type { WriteEnd, WriteTask } from './write-file.ts'

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
  return (await perform(task)) as ImportTaskResult[T['task']]
}

/** A thread loads what its task needs: a look into a file does without the database, two thirds of all there is. */
async function perform(task: ImportTask): Promise<Analysed | FileCheck | WriteEnd> {
  if (task.task === 'analyse') {
    const { analyseFile } = await import('../file/analyse-file.ts')
    return await analyseFile(task.path, task.kind, task.choices)
  }
  if (task.task === 'check') return await (await import('./check-file.ts')).checkFile(task)
  return await (await import('./write-file.ts')).writeFile(task)
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
