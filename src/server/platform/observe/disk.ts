import { statfs } from 'node:fs/promises'

export type DiskSpace = { freeBytes: number; totalBytes: number }

/** What is free on the disk of a folder, for a user without special rights. */
export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

const fewBytes = 2 * 1024 ** 3
const fewShare = 0.1
/** A small disk is not full while this much is free. */
const enoughBytes = 20 * 1024 ** 3

/** Less than a tenth, and less than 20 GB; or less than 2 GB of any disk that is larger than that. */
export function isNearlyFull({ freeBytes, totalBytes }: DiskSpace): boolean {
  if (freeBytes < fewBytes && totalBytes > fewBytes) return true
  return freeBytes < totalBytes * fewShare && freeBytes < enoughBytes
}
