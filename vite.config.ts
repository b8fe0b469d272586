import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Builds the web app into dist/web, to be served under /marketing/.
 * Nothing is inlined into the page: the server's content security policy allows scripts from itself only.
 */
export default defineConfig({
  root: here('src/web'),
  base: '/marketing/',
  plugins: [react()],
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Every browser that we support preloads modules by itself; the polyfill would be one more script.
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  preview: { port: 6203, strictPort: true },
})
