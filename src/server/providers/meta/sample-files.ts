import type { MetaFiles } from './meta-files.ts'

/** Reads the files that Meta shows as examples of templates' headers. */
export type SampleFileCalls = {
  /**
   * The bytes of an example, by the address in the template.
   * @returns undefined where there is nothing to be had: the address is not Meta's or has run out, the file is too large.
   */
  get: (address: string, token: string) => Promise<Buffer | undefined>
}

/** As large as a header's picture may be. */
const mostBytes = 5 * 1024 * 1024
const timeoutMs = 10_000

export function sampleFileCalls(files: MetaFiles): SampleFileCalls {
  return {
    async get(address, token) {
      const found = await files.open(address, token, timeoutMs)
      return found && (await readUpTo(found.body))
    },
  }
}

async function readUpTo(body: ReadableStream<Uint8Array>): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    // Leaving the loop ends the request.
    if (bytes > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
