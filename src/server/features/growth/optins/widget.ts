import type { BodyOf } from '#contract/endpoint.ts'
import type { optinPages, WidgetAnswer, WidgetWords } from '#contract/growth/optin-pages.ts'
import { workBits } from '#contract/growth/work.ts'
import { acceptedLanguages, languageNames, pickLanguage } from '#contract/messages/language.ts'
import type { App } from '#server/app.ts'
import { callingCodes } from '#server/features/leads/leads.ts'
import { findSender } from '#server/features/onboarding/onboarding.ts'
import { inLanguage } from '#server/messages/language.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { choicesOf, labelOf } from './form/fields.ts'
import { findPublicForm, type PublicForm, takes } from './form/forms.ts'
import { wordingOf } from './form/wording.ts'
import { judgeAnswer, type Shown } from './judge.ts'
import { isFlooded } from './limits.ts'
import { fromLine } from './page.ts'
import { markPage } from './page-mark.ts'

type Site = {
  /** The `Origin` that the browser sent. */
  origin: string | undefined
  /** `Accept-Language`. */
  accept: string | undefined
}

/**
 * The open form, for a site that may show it.
 * @throws AppError `not_found`; `forbidden` for any other site; `conflict` while the form is closed.
 */
async function formFor(app: App, code: string, origin: string | undefined): Promise<PublicForm> {
  const form = await findPublicForm(app, code)
  if (!form) throw notFound('optinForm')
  if (!origin || !form.sites.includes(origin)) throw new AppError('forbidden', t('growth.siteNotAllowed'))
  if (!takes(form, 'widget')) throw closed(form)
  return form
}

const closed = ({ business }: PublicForm): AppError =>
  new AppError('conflict', t('growth.page.closedText', { business }))

/** @throws AppError as `formFor`. */
export async function showWidget(
  app: App,
  code: string,
  { origin, accept, lang }: Site & { lang: string | undefined },
  visited: (form: PublicForm) => void,
): Promise<WidgetWords> {
  const form = await formFor(app, code, origin)
  visited(form)
  const language = lang ?? pickLanguage(acceptedLanguages(accept))
  return await wordsOf(app, code, form, { language, at: app.now() })
}

async function wordsOf(
  app: App,
  code: string,
  form: PublicForm,
  shownAs: Omit<Shown, 'way'>,
): Promise<WidgetWords> {
  const work = (await isFlooded(app, form)) ? workBits : 0
  const { at } = shownAs
  const sender = (await findSender(app, form.businessId))?.phone ?? null
  const { language, heading, text, consent, button } = wordingOf(form.content, shownAs.language)
  const page = markPage(app, { code, version: form.version, language, way: 'widget', at })
  const shown = { language, business: form.business, heading, text, consent, button, page, work }
  return inLanguage(language, () => ({
    ...shown,
    ask_name: form.content.ask_name,
    fields: form.content.fields.map((field) => ({
      label: labelOf(field, language),
      kind: field.is === 'email' ? field.is : field.kind,
      required: field.required,
      choices: choicesOf(field),
    })),
    name: t('growth.page.name'),
    phone: t('growth.page.phone'),
    code: t('growth.page.code'),
    country: form.country,
    codes: callingCodes(language).map(({ country, code, name }) => ({
      value: country,
      label: `+${code} ${name}`,
    })),
    close: t('growth.page.close'),
    next: form.confirm ? t('growth.page.confirmNext', { business: form.business }) : '',
    from: fromLine(form, sender),
    privacy: { label: t('growth.page.privacy'), url: form.content.privacy_url },
    langs: t('growth.page.langs'),
    others: form.content.texts
      .filter((one) => one.language !== language)
      .map((one) => ({ language: one.language, label: languageNames[one.language] })),
    failed: t('growth.page.failed'),
  }))
}

/** @throws AppError as `formFor`. */
export async function takeWidgetAnswer(
  app: App,
  code: string,
  sent: BodyOf<typeof optinPages.answer>,
  from: Site & { address: string; userAgent: string | undefined },
): Promise<WidgetAnswer> {
  const { origin = '' } = from
  await formFor(app, code, origin)
  const judged = await judgeAnswer(app, code, sent, { ...from, site: origin })
  if (judged.outcome === 'missing') throw notFound('optinForm')
  const { form } = judged
  if (judged.outcome === 'closed') throw closed(form)
  if (judged.outcome === 'again') {
    const words = await wordsOf(app, code, form, judged)
    const faults = inLanguage(words.language, () =>
      judged.faults.map((one) => ({ ...one, sentence: t(`growth.page.${one.fault}`) })),
    )
    return { outcome: 'again', faults, words }
  }
  const of = { business: form.business }
  return inLanguage(judged.language, () => ({
    outcome: 'thanks',
    heading: t('growth.page.thanks'),
    text: t(form.confirm ? 'growth.page.confirmNext' : 'growth.page.thanksText', of),
    note: t('growth.page.stopped', of),
  }))
}
