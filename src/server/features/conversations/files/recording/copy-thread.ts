import { parentPort, workerData } from 'node:worker_threads'
import {
  ALL_FORMATS,
  Conversion,
  FilePathSource,
  FilePathTarget,
  Input,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
} from 'mediabunny'

/** What the thread is started with; any other thread that loads this file does nothing. */
export type CopyTask = { recording: string; to?: { path: string; format: 'ogg' | 'mp4' } }
export type Sound = { codec: string; channels: number; seconds: number; hasPicture: boolean }
export type Copied = { sound: Sound | null; copied: boolean }

/** Reads what a recording is, and puts its sound into another box as it is: nothing is decoded. */
async function copy({ recording, to }: CopyTask): Promise<Copied> {
  const input = new Input({ source: new FilePathSource(recording), formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryAudioTrack()
    if (!track) return { sound: null, copied: false }
    const [codec, channels, seconds, picture] = await Promise.all([
      track.getCodec(),
      track.getNumberOfChannels(),
      input.computeDuration(),
      input.getPrimaryVideoTrack(),
    ])
    const sound = { codec: codec ?? 'unknown', channels, seconds, hasPicture: picture !== null }
    if (!to || codec !== 'opus') return { sound, copied: false }
    const output = new Output({
      format: to.format === 'ogg' ? new OggOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' }),
      target: new FilePathTarget(to.path),
    })
    const conversion = await Conversion.init({ input, output, video: { discard: true }, tags: {} })
    if (!conversion.isValid) return { sound, copied: false }
    await conversion.execute()
    return { sound, copied: true }
  } finally {
    input.dispose()
  }
}

const task = workerData as Partial<CopyTask> | null
if (parentPort && task?.recording !== undefined) {
  parentPort.postMessage(await copy(task as CopyTask).catch((): Copied => ({ sound: null, copied: false })))
}
