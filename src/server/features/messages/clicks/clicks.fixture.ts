import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually, type TestServer } from '#test/server.ts'

const browser =
  'Mozilla/5.0 (Linux; Android 14; SM-A146B) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36'

export type Visit = { method?: 'GET' | 'HEAD'; agent?: string; from?: string; language?: string }

/** A click that the database does not take at once is in a file until it does. */
export const allStored = (server: TestServer) =>
  eventually('clicks in the database', async () => {
    const files = await readdir(join(server.app.settings.dataDir, 'clicks'))
    return files.length === 0
  })

/** Opens a link as a phone's browser does, unless told otherwise, and waits for its click to be stored. */
export async function visitLink(
  server: TestServer,
  path: string,
  { method = 'GET', agent = browser, from, language }: Visit = {},
) {
  const answer = await server.http.inject({
    method,
    url: path,
    headers: {
      'user-agent': agent,
      ...(from && { 'x-forwarded-for': from }),
      ...(language && { 'accept-language': language }),
    },
  })
  await allStored(server)
  return answer
}
