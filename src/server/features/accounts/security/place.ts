import { readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { Reader } from 'mmdb-lib'
import { z } from 'zod'
import { currentLanguage } from '#contract/messages/language.ts'
import type { Place } from '#contract/security.ts'
import type { App } from '#server/app.ts'
import { isPublic } from '#server/platform/outside/public-addresses.ts'

type Places = { path: string; changedMs: number; reader: Reader<never> }

let opened: Places | undefined

const Code = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .optional()
  .catch(undefined)
const Names = z.record(z.string(), z.string()).optional().catch(undefined)
/** Of MaxMind and DB-IP; the flat ones of IPinfo and others. */
const Found = z.object({
  city: z
    .union([
      z.string().transform((en) => ({ names: { en } as Record<string, string> })),
      z.object({ names: Names }),
    ])
    .optional()
    .catch(undefined),
  country: z
    .union([z.object({ iso_code: Code }), Code.transform((iso_code) => ({ iso_code }))])
    .optional()
    .catch(undefined),
  country_code: Code,
})

/** What tells the place of an address; the file is read again after it was changed. */
export async function readPlaces(app: App): Promise<(address: string | null) => Place | null> {
  const reader = app.settings.placesFile ? await openPlaces(app, app.settings.placesFile) : undefined
  return (address) => placeOf(address, reader)
}

async function openPlaces(app: App, path: string): Promise<Reader<never> | undefined> {
  try {
    const changedMs = (await stat(path)).mtimeMs
    if (opened?.path !== path || opened.changedMs !== changedMs)
      opened = { path, changedMs, reader: new Reader(await readFile(path)) }
    return opened.reader
  } catch (error) {
    app.log.warn({ err: error }, 'PLACES_FILE could not be read: no places are shown')
    return undefined
  }
}

function placeOf(address: string | null, reader: Reader<never> | undefined): Place | null {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '') ?? ''
  if (isIP(plain) === 0) return null
  if (plain === '::1' || plain.startsWith('127.')) return { kind: 'this_machine' }
  const found = Found.safeParse(reader?.get(plain)).data
  const names = found?.city?.names
  const city = names?.[currentLanguage()] ?? names?.en ?? null
  const country = found?.country?.iso_code ?? found?.country_code ?? null
  if (city !== null || country !== null) return { kind: 'place', city, country }
  return isPublic(plain) ? null : { kind: 'local_network' }
}
