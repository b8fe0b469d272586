import { createHash } from 'node:crypto'
import { currentLanguage } from '#contract/messages/language.ts'
import { t } from '#server/messages/t.ts'

/** Why a link does not open. */
export type LinkFault = 'unknown' | 'gone' | 'busy' | 'away'

export const faultStatus: Record<LinkFault, number> = { unknown: 404, gone: 410, busy: 429, away: 503 }

const style =
  'body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:20vh 24px 0;text-align:center;color:#1b1f24;background:#fff}h1{font-size:22px;margin:0 0 8px}p{margin:0 auto;max-width:34em;color:#57606a}@media(prefers-color-scheme:dark){body{color:#f0f3f6;background:#16191d}p{color:#9ea7b3}}'

const styleHash = createHash('sha256').update(style).digest('base64')

/** No link of ours is looked into, kept, or told to the next site. */
export const redirectHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

export const linkHeaders = {
  ...redirectHeaders,
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
}

export function linkPage(fault: LinkFault): string {
  const title = escaped(t(`messages.links.${fault}.title`))
  return `<!doctype html><html lang="${currentLanguage()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head><body><h1>${title}</h1><p>${escaped(t(`messages.links.${fault}.text`))}</p></body></html>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
