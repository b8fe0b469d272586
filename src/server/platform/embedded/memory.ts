import { totalmem } from 'node:os'

/** Memory of this machine, or of the container that limits it, in bytes. */
export function machineMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

export const leastBuffersMb = 256
const mostBuffersMb = 2048

/**
 * PostgreSQL's own cache in MB: an eighth of the memory, between 256 MB and 2 GB. PostgreSQL's manual suggests a quarter
 * for a machine that does nothing else.
 */
export const buffersMb = (memoryBytes: number): number =>
  Math.max(leastBuffersMb, Math.min(mostBuffersMb, Math.floor(memoryBytes / 8 / 1024 ** 2)))
