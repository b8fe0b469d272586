// `npm run build`: installs what is missing and builds the web app.
import { build, install } from './setup.mjs'

build(install())
