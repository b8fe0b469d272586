// `npm run demo [leads] [months]`: builds what is missing, then makes the demo on the product's own Node.
import { join } from 'node:path'
import { become, build, install, root } from './setup.mjs'

try {
  const node = install()
  build(node)
  become(node, [join(root, 'scripts/demo/demo.ts'), ...process.argv.slice(2)])
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
