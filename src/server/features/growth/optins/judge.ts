import type { BodyOf } from '#contract/endpoint.ts'
import type { FormLanguage } from '#contract/growth/optin-form.ts'
import type { FormFault, optinPages } from '#contract/growth/optin-pages.ts'
import { acceptedLanguages, pickLanguage } from '#contract/messages/language.ts'
import type { App } from '#server/app.ts'
import { hasCallingCode, readPhone } from '#server/features/leads/leads.ts'
import { agree } from './agree.ts'
import { readDetails } from './form/fields.ts'
import { findPublicForm, type PublicForm, takes } from './form/forms.ts'
import { countAttempt, cutAddress } from './limits.ts'
import { type PageMark, readMark } from './page-mark.ts'
import { isWorkDone } from './work.ts'

/** Few people fill in a form in less: they are asked to send it again, which programs do not. */
const shortestMs = 1500
const longestMs = 24 * 3_600_000

/** How the form is shown again; since when the person has it. */
export type Shown = { language: string; way: PageMark['way']; at: Date }

export type Judged =
  | { outcome: 'missing' }
  | { outcome: 'closed'; form: PublicForm }
  | { outcome: 'thanks'; form: PublicForm; language: FormLanguage }
  /**
   * `form` has its words as they are now: what is sent next is judged by them. `ticked`: the person ticked the box
   * beside these very words.
   */
  | ({ outcome: 'again'; form: PublicForm; faults: FormFault[]; ticked: boolean } & Shown)

type From = {
  address: string
  userAgent: string | undefined
  /** `Accept-Language`. */
  accept: string | undefined
  /** The site that showed the form; null: our own page. */
  site: string | null
}

/** Takes an answer, from our page or from a site. It is judged by the words that were shown, which may be older ones. */
export async function judgeAnswer(
  app: App,
  code: string,
  sent: BodyOf<typeof optinPages.submit>,
  from: From,
): Promise<Judged> {
  const mark = readMark(app, sent.page)
  const isOurs = mark !== undefined && mark.code === code && (mark.way === 'widget') === (from.site !== null)
  const form = await findPublicForm(app, code, isOurs ? mark.version : undefined)
  if (!form) return { outcome: 'missing' }
  const way = from.site !== null ? 'widget' : isOurs ? mark.way : 'link'
  if (!takes(form, way)) return { outcome: 'closed', form }
  const againAt = async (faults: FormFault[]): Promise<Judged> => {
    const now = (await findPublicForm(app, code)) ?? form
    return {
      outcome: 'again',
      form: now,
      language: isOurs ? mark.language : pickLanguage(acceptedLanguages(from.accept)),
      way,
      at: isOurs && faults[0]?.fault !== 'old' ? mark.at : app.now(),
      faults,
      ticked: isOurs && mark.version === now.version && sent.consent === 'yes',
    }
  }
  const again = (fault: FormFault['fault']) => againAt([{ fault, field: null }])
  const age = isOurs ? app.now().getTime() - mark.at.getTime() : Number.POSITIVE_INFINITY
  if (!isOurs || age > longestMs || age < 0) return await again('old')
  const thanks: Judged = { outcome: 'thanks', form, language: mark.language }
  // Bots learn nothing.
  if (sent.website !== '') return thanks
  if (age < shortestMs) return await again('fast')
  const reading = readPhone(sent.phone, hasCallingCode(sent.country) ? sent.country : form.country)
  const phone = 'problem' in reading ? null : reading.phone
  const { details, faults } = readDetails(form.content, sent.values)
  if (phone === null) faults.unshift({ fault: 'needPhone', field: null })
  if (sent.consent !== 'yes') faults.push({ fault: 'needConsent', field: null })
  if (phone === null || faults.length > 0) return await againAt(faults)
  const network = cutAddress(from.address)
  const lacks = await countAttempt(app, {
    businessId: form.businessId,
    formId: form.id,
    network,
    phone,
    pageId: mark.pageId,
    ageMs: age,
    isWorked: isWorkDone(sent.page, sent.work),
  })
  if (lacks) return await again(lacks)
  const name = form.content.ask_name ? sent.name.trim() : ''
  const userAgent = from.userAgent ?? null
  await agree(app, { form, mark, phone, name, details, network, userAgent, site: from.site })
  return thanks
}
