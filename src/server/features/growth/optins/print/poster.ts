import type { FormLanguage } from '#contract/growth/optin-form.ts'
import type { Poster } from '#contract/growth/optins.ts'
import type { PosterBy } from '#contract/growth/poster.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import type { App } from '#server/app.ts'
import { inLanguage } from '#server/messages/language.ts'
import { t } from '#server/messages/t.ts'
import { codeFor } from '../form/codes.ts'
import { findPublicForm, getForm } from '../form/forms.ts'
import { linkToWrite } from '../form/join-text.ts'
import { wordingOf } from '../form/wording.ts'
import { missingLetters } from './pdf-text.ts'

/**
 * Scanning it prepares the message that opts in; without a connected number it opens the public page.
 * @throws AppError `not_found`
 */
export async function posterOf(
  app: App,
  businessId: number,
  id: number,
  wanted: FormLanguage | undefined,
  by: PosterBy,
): Promise<Poster> {
  const { name, content, version, url, keyword } = await getForm(app, businessId, id)
  const form = await findPublicForm(app, url.slice(url.lastIndexOf('/') + 1))
  const { language, heading, text, consent } = wordingOf(content, wanted)
  const linkOf = await linkToWrite(app, businessId)
  const join =
    by === 'keyword' && keyword
      ? linkOf.of(keyword.toUpperCase())
      : await linkOf.withCode(
          // Its sentence is printed: a name that the fonts of the file lack would leave no poster.
          missingLetters(name).length === 0 ? name : '',
          await codeFor(app, businessId, id, { version, language }),
        )
  const shown = { language, business: form?.business ?? '', heading, text, consent }
  const ways =
    join.url && join.phone
      ? ({ way: 'message', address: join.url, words: join.text, phone: formatPhone(join.phone) } as const)
      : ({ way: 'page', address: `${url}?way=qr`, words: url, phone: '' } as const)
  const { way, address, words, phone } = ways
  return inLanguage(language, () => ({
    ...shown,
    address,
    steps: [
      { title: t('growth.poster.scan'), text: t('growth.poster.scanText') },
      { title: t('growth.poster.answer', { way }), text: t('growth.poster.answerText', { way, words }) },
      { title: t('growth.poster.done'), text: t('growth.poster.doneText') },
    ],
    without: t('growth.poster.without', { way, words, phone }),
  }))
}
