import { currentLocale } from '#contract/messages/language.ts'
import { t } from '#server/messages/t.ts'
import type { DeletionStatus } from './withdrawal.ts'

/** A page for people without an account here: it needs neither script nor session. */
export function deletionPage(of: DeletionStatus & { network: string }): string {
  const locale = currentLocale()
  const done = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  const sentence =
    of.accounts > 0
      ? t('social.withdrawal.deleted', { network: of.network, count: of.accounts })
      : t('social.withdrawal.nothing', { network: of.network })
  return `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${escapeHtml(t('social.withdrawal.title'))}</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}
code{font-size:15px}</style></head>
<body><h1>${escapeHtml(t('social.withdrawal.title'))}</h1>
<p>${escapeHtml(sentence)}</p>
<p>${escapeHtml(t('social.withdrawal.kept'))}</p>
<dl><dt>${escapeHtml(t('social.withdrawal.code'))}</dt><dd><code>${escapeHtml(of.code)}</code></dd>
<dt>${escapeHtml(t('social.withdrawal.doneAt'))}</dt><dd>${escapeHtml(done.format(of.doneAt))}</dd></dl></body></html>
`
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
