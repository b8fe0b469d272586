import type { BodyOf } from '#contract/endpoint.ts'
import type { optinPages } from '#contract/growth/optins.ts'
import { acceptedLanguages, currentLanguage, pickLanguage } from '#contract/messages/language.ts'
import type { App } from '#server/app.ts'
import { readPhone } from '#server/features/leads/leads.ts'
import { inLanguage } from '#server/messages/language.ts'
import { notFound } from '#server/platform/errors.ts'
import { agree } from './agree.ts'
import { findPublicForm, type PublicForm } from './forms.ts'
import { countAttempt, cutAddress } from './limits.ts'
import { closedPage, formPage, type Given, missingPage, thanksPage } from './page.ts'
import { markPage, type PageMark, readMark } from './page-mark.ts'
import { wordingOf } from './wording.ts'

export type Answer = { status: 200 | 400 | 404 | 410 | 429; html: string }

/** What the browser says that it reads: its languages, its types. */
type Reader = { accept: string | undefined; wanted: string | undefined }

/** Nobody fills in a form in less. */
const shortestMs = 1500
const longestMs = 24 * 3_600_000

/** A page for people, a code for programs. */
function missing(wanted: string | undefined): Answer {
  if (!wanted?.includes('text/html')) throw notFound('optinForm')
  return { status: 404, html: missingPage(currentLanguage()) }
}

/** The page for somebody who opens the address. */
export async function showPage(
  app: App,
  code: string,
  from: { way: 'link' | 'qr'; lang: string | undefined } & Reader,
): Promise<Answer> {
  const form = await findPublicForm(app, code)
  if (!form) return missing(from.wanted)
  if (!form.isOpen) return { status: 410, html: closedPage(form, currentLanguage()) }
  const wanted = from.lang ?? pickLanguage(acceptedLanguages(from.accept))
  return { status: 200, html: fresh(app, code, form, { language: wanted, way: from.way }) }
}

function fresh(
  app: App,
  code: string,
  form: PublicForm,
  { language: wanted, way }: { language: string; way: PageMark['way'] },
  given: Given = { name: '', phone: '' },
): string {
  const { language } = wordingOf(form.content, wanted)
  const mark = markPage(app, { code, version: form.version, language, way, at: app.now() })
  return inLanguage(language, () => formPage(form, language, mark, given))
}

type Sent = BodyOf<typeof optinPages.submit>

/** Takes an answer. It is judged by the words that the page showed, which may be an older version. */
export async function takeAnswer(
  app: App,
  code: string,
  sent: Sent,
  from: { address: string; userAgent: string | undefined } & Reader,
): Promise<Answer> {
  const mark = readMark(app, sent.page)
  const isOurs = mark !== undefined && mark.code === code
  const form = await findPublicForm(app, code, isOurs ? mark.version : undefined)
  if (!form) return missing(from.wanted)
  if (!form.isOpen) return { status: 410, html: closedPage(form, currentLanguage()) }
  const age = isOurs ? app.now().getTime() - mark.at.getTime() : Number.POSITIVE_INFINITY
  const shown = isOurs
    ? { language: mark.language as string, way: mark.way }
    : { language: pickLanguage(acceptedLanguages(from.accept)) as string, way: 'link' as const }
  const again = async (status: 400 | 429, fault: NonNullable<Given['fault']>): Promise<Answer> => {
    // The words as they are now: what is sent next is judged by them.
    const current = (await findPublicForm(app, code)) ?? form
    const given = { name: sent.name, phone: sent.phone, fault }
    return { status, html: fresh(app, code, current, shown, given) }
  }
  if (!isOurs || age > longestMs || age < 0) return await again(400, 'old')
  const thanks = (): Answer => ({
    status: 200,
    html: inLanguage(mark.language, () => thanksPage(form, mark.language)),
  })
  // Bots learn nothing.
  if (sent.website !== '' || age < shortestMs) return thanks()
  const reading = readPhone(sent.phone, form.country)
  if ('problem' in reading) return await again(400, 'needPhone')
  if (sent.consent !== 'yes') return await again(400, 'needConsent')
  const { phone } = reading
  const network = cutAddress(from.address)
  const isWithin = await countAttempt(app, { businessId: form.businessId, formId: form.id, network, phone })
  if (!isWithin) return await again(429, 'tooMany')
  const name = form.content.ask_name ? sent.name.trim() : ''
  await agree(app, { form, mark, phone, name, network, userAgent: from.userAgent ?? null })
  return thanks()
}
