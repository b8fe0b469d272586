import { inThread } from '#server/platform/media-tools/in-thread.ts'

/** Decoding takes some seconds for 50 megapixels; a file that needs longer is broken. */
const longestMs = 60_000

/** What the thread is started with and answers. */
export type HeicTask = { heic: string; decode: boolean }
export type HeicAnswer = { width: number; height: number; data?: Uint8ClampedArray<ArrayBuffer> }

const run = (task: HeicTask) =>
  inThread<HeicAnswer>(new URL('./heic-thread.ts', import.meta.url), task, longestMs)

export async function heicSize(path: string): Promise<{ width: number; height: number }> {
  const { width, height } = await run({ heic: path, decode: false })
  return { width, height }
}

/** The upright picture as RGBA. */
export async function decodeHeic(path: string): Promise<Required<HeicAnswer>> {
  const answer = await run({ heic: path, decode: true })
  if (!answer.data) throw new Error('the HEIC thread answered without a picture')
  return { ...answer, data: answer.data }
}
