// `npm start`: sets up what is missing, then becomes the product.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { become, build, install, root } from './setup.mjs'

try {
  const node = install()
  build(node)
  const envFile = join(root, '.env')
  // A large campaign makes much garbage. Collected a little earlier it keeps the process well under 300 MB, at the
  // same speed (bench/memory.ts).
  const memory = ['--max-semi-space-size=24', '--heap-growing-percent=50']
  const flags = [...memory, ...(existsSync(envFile) ? [`--env-file=${envFile}`] : [])]
  become(node, [...flags, join(root, 'src/server/main.ts')])
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
