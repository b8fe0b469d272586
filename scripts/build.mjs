// `npm run build`: installs what is missing, checks the data files and builds the web app.
import { join } from 'node:path'
import { build, install, root, run } from './setup.mjs'

const node = install()
run(node, [join(root, 'scripts', 'check-data.ts')])
build(node)
