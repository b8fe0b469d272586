import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { optins } from '#contract/growth/optins.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log.ts'
import { mountRoutes } from '#server/routes.ts'
import { openBench } from '../open-bench.ts'

/** In bytes: what goes over the network (gzip), and what it is without compression. */
export type PublicPageFigures = {
  widgetBytes: number
  widgetRawBytes: number
  /** The page of a form that asks for its name and an e-mail address, with all that it loads: it is one answer. */
  pageBytes: number
  pageRawBytes: number
}

/** Weighs the pages that customers open. Needs `npm run build`. */
export async function benchPublicPages(): Promise<PublicPageFigures> {
  const widget = await readFile(join(import.meta.dirname, '../../dist/web/widget.js.gz'))
  const bench = await openBench()
  const http = await createHttp({
    log: createLog('fatal'),
    authenticate: async () => ({ userId: 1, businessId: bench.businessId, sessionId: 'bench' }),
    frameOrigins: [],
  })
  mountRoutes(http, bench.app)
  const call = async (url: string, method: 'GET' | 'POST' = 'GET', payload?: object) => {
    const answer = await http.inject({ url, method, ...(payload && { payload }) })
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`)
    return answer
  }
  try {
    const texts = {
      language: 'en',
      heading: 'Sweets of the season, before everybody else',
      text: 'Once a week: what is fresh, what is new, and what costs less.',
      consent: 'I agree to get offers of Asha Sweets on WhatsApp. I can stop them at any time with STOP.',
      button: 'Join',
    }
    const content = { ask_name: true, fields: [{ is: 'email', required: false }], texts: [texts] }
    const { form } = (
      await call(optins.create.path, 'POST', { name: 'Counter', tag: 'Counter', content })
    ).json()
    await call(optins.open.path.replace('{id}', form.id), 'POST', { is_open: true })
    const { body } = await call(new URL(form.url).pathname)
    if (/<(script|img|link)[^>]+(src|href)=/.test(body))
      throw new Error('The page loads more than was weighed.')
    return {
      widgetBytes: widget.length,
      widgetRawBytes: gunzipSync(widget).length,
      pageBytes: gzipSync(body).length,
      pageRawBytes: Buffer.byteLength(body),
    }
  } finally {
    await http.close()
    await bench.close()
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await benchPublicPages())}\n`)
