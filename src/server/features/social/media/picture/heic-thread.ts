import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import decode from 'heic-decode'
import type { HeicAnswer, HeicTask } from './heic.ts'

async function answer({ heic, decode: wanted }: HeicTask): Promise<HeicAnswer> {
  const images = await decode.all({ buffer: await readFile(heic) })
  try {
    const [first] = images
    if (!first) throw new Error('the file has no picture')
    return wanted ? await first.decode() : { width: first.width, height: first.height }
  } finally {
    images.dispose()
  }
}

const task = workerData as Partial<HeicTask> | null
if (parentPort && task?.heic !== undefined) {
  const result = await answer(task as HeicTask)
  parentPort.postMessage(result, result.data ? [result.data.buffer] : [])
}
