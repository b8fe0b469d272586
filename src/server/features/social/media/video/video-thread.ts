import { parentPort, workerData } from 'node:worker_threads'
import { readVideo } from './read-video.ts'

/** What the thread is started with; any other thread that loads this file does nothing. */
export type VideoTask = { video: string; mime: string }

const task = workerData as Partial<VideoTask> | null
if (parentPort && task?.video !== undefined) {
  parentPort.postMessage(await readVideo(task.video, task.mime ?? ''))
}
