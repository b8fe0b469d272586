import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createServer } from 'vite'
import { type Language, languages } from '#contract/messages/language.ts'

/**
 * Renders the landing page into the built `landing.html`, and into `landing.hi.html` and so on for the other
 * languages: it is read before any script has arrived.
 */
const root = join(import.meta.dirname, '..')
const page = (language: Language) =>
  join(root, 'dist/web', language === 'en' ? 'landing.html' : `landing.${language}.html`)
const mark = '<!--landing-->'

const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true, include: [] },
  appType: 'custom',
  logLevel: 'error',
})
try {
  const { LandingDocument, speak } = (await vite.ssrLoadModule('/features/landing/landing-document.tsx')) as {
    LandingDocument: ComponentType
    speak: (language: Language) => { title: string; description: string }
  }
  const built = await readFile(page('en'), 'utf8')
  const replaced = (html: string, part: string | RegExp, text: string): string => {
    if (html.search(part) < 0) throw new Error(`dist/web/landing.html has no ${part} to replace.`)
    return html.replace(part, () => text)
  }
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  for (const language of languages) {
    const { title, description } = speak(language)
    let html = replaced(built, mark, renderToString(createElement(LandingDocument)))
    html = replaced(html, '<html lang="en"', `<html lang="${language}"`)
    html = replaced(html, /<title>[^<]*<\/title>/, `<title>${escaped(title)}</title>`)
    html = replaced(html, /(?<=name="description"\s+content=")[^"]*/, escaped(description))
    await writeFile(page(language), html)
  }
} finally {
  await vite.close()
}
