import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Lays a `.br` and a `.gz` beside each text file of the built web app, so that the server never compresses one. */
const folder = join(import.meta.dirname, '../dist/web')
const compressible = /\.(js|css|html|svg|json|txt|webmanifest)$/
/** Below this a compressed copy saves less than its headers cost. */
const smallestBytes = 1024

for (const name of await readdir(folder, { recursive: true })) {
  if (!compressible.test(name)) continue
  const bytes = await readFile(join(folder, name))
  if (bytes.length < smallestBytes) continue
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }
  await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes, quality))
  await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }))
}
