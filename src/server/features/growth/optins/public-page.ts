import type { BodyOf } from '#contract/endpoint.ts'
import type { optinPages } from '#contract/growth/optin-pages.ts'
import { acceptedLanguages, currentLanguage, pickLanguage } from '#contract/messages/language.ts'
import type { App } from '#server/app.ts'
import { isGoneLink } from '#server/features/accounts/accounts.ts'
import { findSender } from '#server/features/onboarding/onboarding.ts'
import { inLanguage } from '#server/messages/language.ts'
import { notFound } from '#server/platform/errors.ts'
import { findPublicForm, type PublicForm, takes } from './form/forms.ts'
import { wordingOf } from './form/wording.ts'
import { judgeAnswer, type Shown } from './judge.ts'
import { tooManyRequests } from './limits/page-limits.ts'
import { isFlooded } from './limits.ts'
import { busyPage, closedPage, formPage, type Given, missingPage, thanksPage } from './page.ts'
import { markPage } from './page-mark.ts'

export type Answer = { status: 200 | 400 | 404 | 410 | 429; html: string }

/** What the browser says that it reads: its languages, its types. */
type Reader = { accept: string | undefined; wanted: string | undefined }

/** A page for people, a code for programs; a page for both where the business was deleted. */
async function missing(app: App, code: string, wanted: string | undefined): Promise<Answer> {
  if (await isGoneLink(app, code)) return { status: 410, html: missingPage(currentLanguage()) }
  if (!wanted?.includes('text/html')) throw notFound('optinForm')
  return { status: 404, html: missingPage(currentLanguage()) }
}

/** A page for people who ask too often, a code for programs. */
export function busy(wanted: string | undefined): Answer {
  if (!wanted?.includes('text/html')) throw tooManyRequests()
  return { status: 429, html: busyPage(currentLanguage()) }
}

/** The page for somebody who opens the address. */
export async function showPage(
  app: App,
  code: string,
  from: { way: 'link' | 'qr'; lang: string | undefined } & Reader,
  visited: (form: PublicForm) => void,
): Promise<Answer> {
  const form = await findPublicForm(app, code)
  if (!form) return await missing(app, code, from.wanted)
  if (!takes(form, from.way)) return { status: 410, html: closedPage(form, currentLanguage()) }
  visited(form)
  const wanted = from.lang ?? pickLanguage(acceptedLanguages(from.accept))
  return {
    status: 200,
    html: await fresh(app, code, form, { language: wanted, way: from.way, at: app.now() }),
  }
}

async function fresh(
  app: App,
  code: string,
  form: PublicForm,
  { language: wanted, way, at }: Shown,
  given: Given = { name: '', phone: '', country: '', values: {}, ticked: false, faults: [] },
): Promise<string> {
  const { language } = wordingOf(form.content, wanted)
  const mark = markPage(app, { code, version: form.version, language, way, at })
  const works = await isFlooded(app, form)
  const sender = (await findSender(app, form.businessId))?.phone ?? null
  return inLanguage(language, () => formPage(form, language, { mark, way, works, sender }, given))
}

/** Takes an answer of the page. */
export async function takeAnswer(
  app: App,
  code: string,
  sent: BodyOf<typeof optinPages.submit>,
  from: { address: string; userAgent: string | undefined } & Reader,
): Promise<Answer> {
  const judged = await judgeAnswer(app, code, sent, { ...from, site: null })
  switch (judged.outcome) {
    case 'missing':
      return await missing(app, code, from.wanted)
    case 'closed':
      return { status: 410, html: closedPage(judged.form, currentLanguage()) }
    case 'thanks':
      return {
        status: 200,
        html: inLanguage(judged.language, () => thanksPage(judged.form, judged.language)),
      }
    case 'again': {
      const { form, ticked, faults } = judged
      const { name, phone, country, values } = sent
      const html = await fresh(app, code, form, judged, { name, phone, country, values, ticked, faults })
      return { status: faults.some(({ fault }) => fault === 'tooMany' || fault === 'work') ? 429 : 400, html }
    }
  }
}
