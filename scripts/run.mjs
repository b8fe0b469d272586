// `node scripts/run.mjs FILE …`: installs what is missing, then becomes that program on the product's own Node.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { become, install, root } from './setup.mjs'

try {
  const [file, ...rest] = process.argv.slice(2)
  const envFile = join(root, '.env')
  become(install(), [...(existsSync(envFile) ? [`--env-file=${envFile}`] : []), join(root, file), ...rest])
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
