import { z } from 'zod'
import { t } from '../messages/t.ts'

/** Sites by their origins: a scheme, a host and perhaps a port. Plain http only on one's own machine. */
export const Site = z
  .string()
  .trim()
  .max(300)
  .transform((text, context) => {
    const origin = originOf(text)
    if (origin !== undefined) return origin
    context.addIssue({ code: 'custom', message: t('fields.site') })
    return z.NEVER
  })

/** A page of a site on the web; empty: none. */
export const PageAddress = z
  .string()
  .trim()
  .max(500)
  .refine(
    (text) => text === '' || (originOf(text) !== undefined && originOf(text) === URL.parse(text)?.origin),
    {
      error: () => t('fields.page'),
    },
  )

function originOf(text: string): string | undefined {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  const isOwnMachine = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1'
  const isSite = url?.protocol === 'https:' || (url?.protocol === 'http:' && isOwnMachine)
  return url && isSite && url.username === '' && url.password === '' ? url.origin : undefined
}
