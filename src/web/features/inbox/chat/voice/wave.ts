/** Bars of a waveform; what is quieter than the loudest is shorter. */
export const bars = 46
/** A longer recording is not decoded for its picture: some hundred megabytes of sound for 46 bars. */
const largestDecoded = 2 * 1024 * 1024

/** How loud a recording is from its beginning to its end, each between 0 and 1; null where it cannot be read. */
export async function waveOf(blob: Blob): Promise<number[] | null> {
  if (blob.size > largestDecoded || !('OfflineAudioContext' in window)) return null
  try {
    const context = new OfflineAudioContext(1, 1, 16_000)
    const sound = await context.decodeAudioData(await blob.arrayBuffer())
    const samples = sound.getChannelData(0)
    const width = Math.max(1, Math.floor(samples.length / bars))
    const loud = Array.from({ length: bars }, (_, bar) => {
      let sum = 0
      for (let at = bar * width; at < (bar + 1) * width; at += 8) sum += Math.abs(samples[at] ?? 0)
      return sum
    })
    const most = Math.max(...loud)
    return most > 0 ? loud.map((one) => one / most) : loud
  } catch {
    return null
  }
}
