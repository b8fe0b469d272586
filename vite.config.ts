import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * A screen loads at most 12 scripts: each one more costs a slow phone a round trip. What every screen needs comes in
 * few files, the rest by feature; the webhook tester stands on the testing dashboard too and comes with it.
 */
const chunks: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|zod)\//,
    priority: 60,
  },
  // What the sign-in screens need comes first and alone; the rest is loaded with the first screen behind them.
  { name: 'start', tags: ['$initial'], priority: 50 },
  // What one screen or button alone needs (moving, cropping, QR codes, passkeys, emoji, charts, flows) comes with it.
  {
    name: 'ui',
    test: /node_modules\/(?!@dnd-kit|@simplewebauthn|qrcode|dijkstrajs|html-to-image|react-easy-crop|normalize-wheel|emoji-picker|recharts|victory-vendor|@xyflow|zustand|classcat|use-sync-external-store|d3-|@reduxjs|react-redux|redux|immer|reselect|es-toolkit|decimal|internmap|eventemitter3|tiny-invariant)/,
    priority: 40,
  },
  {
    // In one file, and only for what draws a chart, or the canvas of flows, which shares some of d3.
    name: 'charts',
    test: /node_modules\/(recharts|victory-vendor|@reduxjs|react-redux|redux|immer|reselect|es-toolkit|decimal|internmap|eventemitter3|tiny-invariant|d3-(array|scale|shape|time|time-format|path|format))/,
    priority: 35,
  },
  // Used by two features, it would be in the file of one, and the other would load all of that.
  { name: 'drag', test: /node_modules\/@dnd-kit\//, priority: 33 },
  {
    name: 'shared',
    // Not the sentences of other languages: only their readers load them.
    test: /src\/(contract(?!\/messages\/(hi|es|pt-br)\/)|web\/(messages\/(en\/|[^/]+$)|components(?!\/emoji-picker)|format|net|session|shell|[^/]+\.tsx?$))/,
    priority: 30,
  },
  {
    name: (id: string) => /src\/web\/features\/(\w+)\//.exec(id)?.[1]?.replace('webhooks', 'testing') ?? null,
    debugName: 'feature',
    // Cropping, emoji, charts and the canvas are large, and loaded where they are opened.
    test: /src\/web\/features\/(?!social\/.*(crop-window|chart)|analytics\/cards\/(save-picture|\w+-chart)|chatbot\/builder\/canvas)/,
    priority: 20,
  },
]

/** Brings the styles of a Mantine component in with the component: all of them together are 250 kB, most never used. */
const mantineStyles: Plugin = {
  name: 'mantine-styles',
  async transform(code, id) {
    const component = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1]
    if (!component) return null
    const sheet = `@mantine/core/styles/${component}.layer.css`
    return (await this.resolve(sheet, id)) ? { code: `import '${sheet}'\n${code}`, map: null } : null
  },
}

/** What of an endpoint only the server uses, and the documents made from it: the browser never builds these schemas. */
const serverParts = new Set(['summary', 'description', 'params', 'query', 'body', 'response'])

/**
 * Leaves out of the contract what the browser does not use: it has the types of calls, and their addresses. Whatever
 * else a file of the contract declares is marked as free of effects, so that schemas nobody reads are left out too.
 */
const browserContract: Plugin = {
  name: 'browser-contract',
  transform(code, id) {
    if (!/src\/contract\/(?!messages\/)[^?]*\.ts$/.test(id)) return null
    const cuts: { start: number; end: number; put: string }[] = []
    for (const statement of this.parse(code).body) {
      const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      if (declared?.type !== 'VariableDeclaration') continue
      for (const { init } of declared.declarations) {
        if (init?.type !== 'CallExpression') continue
        cuts.push({ start: init.start, end: init.start, put: '/* @__PURE__ */ (() => ' })
        cuts.push({ start: init.end, end: init.end, put: ')()' })
        const [table] = init.arguments
        if (init.callee.type !== 'Identifier' || init.callee.name !== 'endpoints') continue
        if (table?.type !== 'ObjectExpression') this.error('endpoints() takes a literal table')
        for (const endpoint of table.properties) {
          // A table of another file, which is read there.
          if (endpoint.type === 'SpreadElement') continue
          if (endpoint.value.type !== 'ObjectExpression') this.error('an endpoint is written as a literal')
          for (const part of endpoint.value.properties)
            if (part.type === 'Property' && part.key.type === 'Identifier' && serverParts.has(part.key.name))
              cuts.push({ start: part.start, end: part.end, put: `${part.key.name}: undefined` })
        }
      }
    }
    let text = code
    for (const { start, end, put } of cuts.sort((a, b) => b.start - a.start))
      text = text.slice(0, start) + put + text.slice(end)
    return { code: text, map: null }
  },
}

/** The files that the browser keeps for when the server is out of reach. Hashed names need no revision. */
function shellFiles(): { url: string; revision: string | null }[] {
  const folder = here('dist/web')
  const own = readdirSync(folder).filter((name) => /\.(svg|js)$|^index\.html$/.test(name))
  const hashed = readdirSync(join(folder, 'assets')).filter((name) => /\.(js|css|woff2)$/.test(name))
  const revision = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
      .slice(0, 16)
  return [
    ...own
      .filter((name) => name !== worker && name !== widget)
      .map((name) => ({ url: `/marketing/${name}`, revision: revision(name) })),
    ...hashed.map((name) => ({ url: `/marketing/assets/${name}`, revision: null })),
  ]
}

/** The opt-in form on other sites: one script for pages that are not ours, by `--mode widget`. */
const widget = 'widget.js'
const widgetBuild = (): UserConfig => ({
  root: here('src/web'),
  publicDir: false,
  build: {
    outDir: here('dist/web'),
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      input: here('src/web/widget/widget.ts'),
      output: { codeSplitting: false, format: 'iife', entryFileNames: widget },
    },
  },
})

/** The service worker: built last, by `--mode worker`, for it names what the app was built into. */
const worker = 'service-worker.js'
const workerBuild = (): UserConfig => ({
  root: here('src/web'),
  base: '/marketing/',
  publicDir: false,
  define: {
    builtShell: JSON.stringify(shellFiles()),
    'process.env.NODE_ENV': '"production"',
  },
  build: {
    outDir: here('dist/web'),
    emptyOutDir: false,
    target: 'es2022',
    rolldownOptions: {
      input: here('src/web/offline/service-worker.ts'),
      output: { codeSplitting: false, entryFileNames: worker },
    },
  },
})

/**
 * Builds the web app into dist/web, to be served under /marketing/; with `--mode landing`, the landing page beside it,
 * which shares no file with the app.
 * Nothing is inlined into the page: the server's content security policy allows scripts from itself only.
 */
export default defineConfig(({ mode }) =>
  mode === 'worker'
    ? workerBuild()
    : mode === 'widget'
      ? widgetBuild()
      : {
          root: here('src/web'),
          base: '/marketing/',
          plugins: [react(), mantineStyles, browserContract],
          build: {
            outDir: here('dist/web'),
            emptyOutDir: mode !== 'landing',
            assetsInlineLimit: 0,
            // Every browser that we support preloads modules by itself; the polyfill would be one more script.
            modulePreload: { polyfill: false },
            target: 'es2022',
            cssCodeSplit: mode !== 'landing',
            rolldownOptions:
              mode === 'landing'
                ? { input: here('src/web/landing.html'), output: { codeSplitting: false } }
                : { output: { codeSplitting: { groups: chunks } } },
          },
          preview: { port: 6203, strictPort: true },
        },
)
