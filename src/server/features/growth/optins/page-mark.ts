import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { FormLanguage } from '#contract/growth/optin-form.ts'
import { FormLanguage as Language } from '#contract/growth/optin-form.ts'
import type { App } from '#server/app.ts'

/** What a page or a form on a site carries back: which words it showed, when, and how the person came to it. */
export type PageMark = {
  code: string
  version: number
  language: FormLanguage
  way: 'link' | 'qr' | 'widget'
  at: Date
  /** Of this page alone. */
  pageId: string
}

const shape =
  /^([A-Za-z0-9]{1,40})\.(\d{1,9})\.([\w-]{2,5})\.(link|qr|widget)\.(\d{1,14})\.([\w-]{16})\.([\w-]{43})$/

const Way = z.enum(['link', 'qr', 'widget'])
const purpose = 'pages of opt-in forms'
const signed = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')

export function markPage(app: Pick<App, 'secrets'>, mark: Omit<PageMark, 'pageId'>): string {
  const pageId = randomBytes(12).toString('base64url')
  const text = [mark.code, mark.version, mark.language, mark.way, mark.at.getTime(), pageId].join('.')
  return `${text}.${signed(app.secrets.keyFor(purpose), text)}`
}

/** @returns nothing where the mark is not ours. */
export function readMark(app: Pick<App, 'secrets'>, given: string): PageMark | undefined {
  const parts = shape.exec(given)
  if (!parts) return undefined
  const [, code = '', version, language, way, at, pageId = '', signature = ''] = parts
  const text = given.slice(0, given.lastIndexOf('.'))
  const isOurs = app.secrets
    .keysFor(purpose)
    .some((key) => timingSafeEqual(Buffer.from(signed(key, text)), Buffer.from(signature)))
  if (!isOurs) return undefined
  return {
    code,
    version: Number(version),
    language: Language.parse(language),
    way: Way.parse(way),
    at: new Date(Number(at)),
    pageId,
  }
}
