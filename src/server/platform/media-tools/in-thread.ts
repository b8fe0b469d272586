import { Worker } from 'node:worker_threads'

/** The thread threw, ran out of memory, or took too long and was ended. */
export class ThreadFailed extends Error {}

/** Of JavaScript alone; what a decoder allocates outside of it is bounded by the size of its input. */
const heapMb = 256

/** Runs a file in a thread of its own and answers its one message: hostile content holds up no request. */
export function inThread<T>(file: URL, workerData: object, longestMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: heapMb } })
    const timer = setTimeout(() => {
      reject(new ThreadFailed('no answer in time'))
      void thread.terminate()
    }, longestMs)
    thread.once('message', resolve)
    thread.once('error', (error) => reject(new ThreadFailed('the thread failed', { cause: error })))
    thread.once('exit', () => {
      clearTimeout(timer)
      reject(new ThreadFailed('the thread ended without an answer'))
    })
  })
}
