import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createServer } from 'vite'

/** Renders the landing page into the built `landing.html`: it is read before any script has arrived. */
const root = join(import.meta.dirname, '..')
const page = join(root, 'dist/web/landing.html')
const mark = '<!--landing-->'

const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true, include: [] },
  appType: 'custom',
  logLevel: 'error',
})
try {
  const { LandingDocument } = (await vite.ssrLoadModule('/features/landing/landing-document.tsx')) as {
    LandingDocument: ComponentType
  }
  const html = await readFile(page, 'utf8')
  if (!html.includes(mark)) throw new Error(`dist/web/landing.html has no ${mark} to render into.`)
  await writeFile(
    page,
    html.replace(mark, () => renderToString(createElement(LandingDocument))),
  )
} finally {
  await vite.close()
}
