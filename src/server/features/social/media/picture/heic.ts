import { Worker } from 'node:worker_threads'

/** Decoding takes some seconds for 50 megapixels; a file that needs longer is broken. */
const longestMs = 60_000
/** The decoder's memory is outside V8's heap. */
const heapMb = 256

/** What the thread is started with and answers; it decodes outside the event loop. */
export type HeicTask = { heic: string; decode: boolean }
export type HeicAnswer = { width: number; height: number; data?: Uint8ClampedArray<ArrayBuffer> }

export const heicSize = async (path: string): Promise<{ width: number; height: number }> => {
  const { width, height } = await inThread({ heic: path, decode: false })
  return { width, height }
}

/** The upright picture as RGBA. */
export async function decodeHeic(path: string): Promise<Required<HeicAnswer>> {
  const answer = await inThread({ heic: path, decode: true })
  if (!answer.data) throw new Error('the HEIC thread answered without a picture')
  return { ...answer, data: answer.data }
}

function inThread(workerData: HeicTask): Promise<HeicAnswer> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./heic-thread.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    const timer = setTimeout(() => {
      reject(new Error('decoding took too long'))
      void thread.terminate()
    }, longestMs)
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('the HEIC thread ended without an answer'))
    })
  })
}
