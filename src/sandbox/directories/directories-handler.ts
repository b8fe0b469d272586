import type { IncomingMessage, ServerResponse } from 'node:http'
import { type OtherHandler, respond } from '../http/answer.ts'
import { type Part, within } from '../world/world.ts'
import { searchPlaces } from './nominatim.ts'
import { OverpassSyntaxError, runOverpass } from './overpass.ts'

const html = 'text/html; charset=utf-8'
const secondMs = 1_000
/** Clients that do not say who they are: Nominatim refuses the names that libraries give themselves. */
const anonymous =
  /^(node|undici|axios|got|python-requests|curl|java|okhttp|go-http-client|node-fetch|mozilla\/5\.0$)/i

/** Answers `/nominatim/…` and `/overpass/…`, with the rules and the moods of the public servers. */
export function createDirectoriesHandler(world: Part<'settings'>): OtherHandler {
  let lastSearch = 0
  let slots = 0
  return async (req, res, url, raw) => {
    const isSearch = /^\/nominatim\/search(\.php)?$/.test(url.pathname)
    const isQuery = /^\/overpass(\/api)?\/interpreter$/.test(url.pathname)
    if (/^\/overpass(\/api)?\/status$/.test(url.pathname)) {
      respond(res, 200, statusPage(slots), {}, 'text/plain; charset=utf-8')
      return true
    }
    if (url.pathname === '/nominatim/status') {
      respond(res, 200, 'OK', {}, 'text/plain; charset=utf-8')
      return true
    }
    if (!isSearch && !isQuery) return false
    const { delayMs, strict } = world.settings.directories
    const wait = within(delayMs)
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    if (isSearch) {
      const now = Date.now()
      const tooSoon = strict && now - lastSearch < secondMs
      lastSearch = now
      answerSearch(world, req, res, url, tooSoon)
      return true
    }
    slots++
    try {
      await answerQuery(world, req, res, url, raw, slots)
    } finally {
      slots--
    }
    return true
  }
}

/** The mood set by tests, if it holds for this request; `times` wears it off. */
function behaviourOf(world: Part<'settings'>, name: 'nominatim' | 'overpass'): string {
  const settings = world.settings.directories
  const behaviour = settings[name]
  if (behaviour === 'ok' || settings.times === 0) return behaviour
  settings.times--
  if (settings.times === 0) settings[name] = 'ok'
  return behaviour
}

function answerSearch(
  world: Part<'settings'>,
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
  tooSoon: boolean,
) {
  const behaviour = behaviourOf(world, 'nominatim')
  const agent = req.headers['user-agent'] ?? ''
  const isAnonymous = world.settings.directories.strict && (agent === '' || anonymous.test(agent))
  if (behaviour === 'cut') {
    req.socket.destroy()
    return
  }
  if (behaviour === 'blocked' || isAnonymous) {
    respond(
      res,
      403,
      "<html><head><title>Access blocked</title></head><body><h1>Access blocked</h1><p>You have been blocked because you have violated the usage policy of OSM's Nominatim geocoding service.</p></body></html>",
      {},
      html,
    )
    return
  }
  if (behaviour === 'busy' || tooSoon) {
    respond(
      res,
      429,
      '<html><head><title>Bandwidth limit exceeded</title></head><body><h1>Bandwidth limit exceeded</h1></body></html>',
      { 'retry-after': '2' },
      html,
    )
    return
  }
  if (behaviour === 'down') {
    respond(res, 503, '<html><body><h1>Service Unavailable</h1></body></html>', {}, html)
    return
  }
  const found = searchPlaces(url.searchParams)
  if ('refusal' in found) respond(res, 400, JSON.stringify({ error: { code: 400, message: found.refusal } }))
  else respond(res, 200, JSON.stringify(found.rows))
}

const osm3s = () => ({
  timestamp_osm_base: new Date().toISOString().replace(/\.\d+Z/, 'Z'),
  timestamp_areas_base: new Date(Date.now() - 86_400_000).toISOString().replace(/\.\d+Z/, 'Z'),
  copyright:
    'The data included in this document is from www.openstreetmap.org. The data is made available under ODbL.',
})

async function answerQuery(
  world: Part<'settings'>,
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
  raw: Buffer,
  slots: number,
) {
  const behaviour = behaviourOf(world, 'overpass')
  const rate = world.settings.directories.strict && slots > 2
  if (behaviour === 'cut') {
    req.socket.destroy()
    return
  }
  if (behaviour === 'busy' || rate) {
    respond(
      res,
      429,
      overpassPage('Please check /api/status for the quota of your IP address.'),
      { 'retry-after': '5' },
      html,
    )
    return
  }
  if (behaviour === 'overloaded') {
    respond(
      res,
      504,
      overpassPage(
        'runtime error: open64: 0 Success /osm3s_osm_base Dispatcher_Client::request_read_and_idx::timeout. The server is probably too busy to handle your request.',
      ),
      {},
      html,
    )
    return
  }
  const data =
    url.searchParams.get('data') ?? new URLSearchParams(raw.toString()).get('data') ?? raw.toString()
  const head = { version: 0.6, generator: 'Overpass API 0.7.62.8 sandbox', osm3s: osm3s() }
  try {
    const { elements } = runOverpass(data)
    if (behaviour === 'timeout') {
      const remark = 'runtime error: Query timed out in "query" at line 3 after 61 seconds.'
      respond(res, 200, JSON.stringify({ ...head, elements: elements.slice(0, 3), remark }))
    } else {
      respond(res, 200, JSON.stringify({ ...head, elements }))
    }
  } catch (error) {
    if (!(error instanceof OverpassSyntaxError)) throw error
    respond(res, 400, overpassPage(error.message), {}, html)
  }
}

const overpassPage = (message: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><html><head><title>OSM3S Response</title></head><body><p>The data included in this document is from www.openstreetmap.org. The data is made available under ODbL.</p><p><strong style="color:#FF0000">Error</strong>: ${message.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p></body></html>`

const statusPage = (slots: number) =>
  `Connected as: 2130706433\nCurrent time: ${new Date().toISOString().replace(/\.\d+Z/, 'Z')}\nAnnounced endpoint: none\nRate limit: 2\n${Math.max(0, 2 - slots)} slots available now.\nCurrently running queries (pid, space limit, time limit, start time):\n`
