import { stat } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { tooLargeSheet, UnreadableFile } from '../file/unreadable.ts'
import {
  type ImportTask,
  type ImportTaskAnswer,
  type ImportTaskResult,
  type ImportThreadData,
  performTask,
} from './import-thread.ts'

/** Who has a thread, and who waits for one. */
type Turns = {
  most: number
  mostOfOne: number
  running: number[]
  waiting: { owner: number; go: () => void }[]
}

/**
 * Two files are written at a time: more would only take the processor away from people's requests. One business has one
 * of them, so that its many files do not hold up another's first.
 */
const writing: Turns = { most: 2, mostOfOne: 1, running: [], waiting: [] }
/** A person waits for a look into a file: it does not wait for files that are written. */
const looking: Turns = { most: 2, mostOfOne: 2, running: [], waiting: [] }

function countOf({ running }: Turns, owner: number): number {
  return running.filter((one) => one === owner).length
}

/** Gives the next turn to whoever has the fewest threads. */
function nextTurn(turns: Turns): void {
  const { waiting, mostOfOne } = turns
  const fewest = Math.min(...waiting.map(({ owner }) => countOf(turns, owner)))
  if (fewest >= mostOfOne) return
  const next = waiting.findIndex(({ owner }) => countOf(turns, owner) === fewest)
  if (next >= 0) waiting.splice(next, 1)[0]?.go()
}

/** Waits for a turn, unless the signal ends it. */
function takeTurn(turns: Turns, owner: number, signal: AbortSignal | undefined): Promise<void> {
  const { running, waiting } = turns
  if (running.length < turns.most && countOf(turns, owner) < turns.mostOfOne) {
    running.push(owner)
    return Promise.resolve()
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const leave = (): void => {
    const at = waiting.indexOf(place)
    if (at >= 0) waiting.splice(at, 1)
    reject(signal?.reason)
  }
  const place = {
    owner,
    go: () => {
      signal?.removeEventListener('abort', leave)
      running.push(owner)
      resolve()
    },
  }
  waiting.push(place)
  if (signal?.aborted) leave()
  else signal?.addEventListener('abort', leave, { once: true })
  return promise
}

/** A text of this size is read in some 30 ms; starting a thread takes ten times as long. */
const smallBytes = 200 * 1024

/**
 * Does a task with a file: a small list at once, anything larger in a worker thread of its own when its turn has
 * come, so that nobody's request waits for it.
 * @param options.onTurn called when the task begins.
 * @param options.longestSheetMs a spreadsheet that takes longer to look into is refused: a small file can be made so
 *   that unpacking it takes hours, and two of them would keep everybody's imports waiting.
 * @throws UnreadableFile when the file is at fault.
 */
export async function inThread<T extends ImportTask>(
  task: T,
  signal?: AbortSignal,
  { longestSheetMs = 120_000, onTurn }: { longestSheetMs?: number; onTurn?: () => Promise<void> } = {},
): Promise<ImportTaskResult[T['task']]> {
  const { path, kind } = 'file' in task ? task.file : task
  if ((kind === 'csv' || kind === 'vcf') && (await stat(path)).size <= smallBytes) {
    await onTurn?.()
    return await performTask(task)
  }
  const turns = task.task === 'write' ? writing : looking
  const owner = 'businessId' in task ? task.businessId : 0
  await takeTurn(turns, owner, signal)
  try {
    await onTurn?.()
    const answer = await runThread(task, signal, longestSheetMs)
    if ('unreadable' in answer) throw new UnreadableFile(answer.unreadable)
    return answer.result as ImportTaskResult[T['task']]
  } finally {
    turns.running.splice(turns.running.indexOf(owner), 1)
    nextTurn(turns)
  }
}

/** Starts a thread on a task, in as little memory as it needs. */
export function startThread(task: ImportTask): Worker {
  // A size of the young generation that was given to the process outdoes a thread's own limit: the thread would fill
  // 32 MB with rows that are read and forgotten. The process has made its own room at its start and keeps it.
  setFlagsFromString('--max-semi-space-size=0')
  return new Worker(new URL('./import-thread.ts', import.meta.url), {
    workerData: { importTask: task } satisfies ImportThreadData,
    // Text is read in pieces and stays far below; a workbook's shared texts are kept. Past the limit the thread
    // ends, and the process lives on.
    resourceLimits: { maxOldGenerationSizeMb: isSheet(task) ? 320 : 64, maxYoungGenerationSizeMb: 8 },
  })
}

function isSheet(task: ImportTask): boolean {
  return !['csv', 'vcf'].includes('kind' in task ? task.kind : task.file.kind)
}

function runThread(
  task: ImportTask,
  signal: AbortSignal | undefined,
  longestSheetMs: number,
): Promise<ImportTaskAnswer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const thread = startThread(task)
    const stop = (): void => {
      void thread.terminate()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
    const late = (): void => {
      reject(new UnreadableFile({ code: 'sheet_too_slow' }))
      void thread.terminate()
    }
    const timer = isSheet(task) && task.task !== 'write' ? setTimeout(late, longestSheetMs) : undefined
    thread.once('message', resolve)
    thread.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new UnreadableFile(isSheet(task) ? tooLargeSheet : { code: 'rows_too_large' })
          : error,
      )
    })
    thread.once('exit', () => {
      signal?.removeEventListener('abort', stop)
      clearTimeout(timer)
      reject(new Error('an import thread ended without an answer'))
    })
  })
}
