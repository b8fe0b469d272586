import type { OtpChoices, TemplateButton, TemplateDraft } from '#contract/templates/draft.ts'
import { otpBody, otpFooter } from '#contract/templates/otp.ts'
import type { PredefinedUseCase } from '#contract/templates/predefined.ts'
import { suggestSample } from '#contract/templates/samples.ts'
import { variableNames } from '#contract/templates/text.ts'
import type { PredefinedTemplate } from '#contract/templates.ts'
import appointmentReminders from './appointment-reminders.json' with { type: 'json' }
import {
  Codes,
  Entries,
  type LibraryCode,
  type LibraryEntry,
  type LibraryLanguage,
  libraryLanguages,
  Samples,
} from './data.schema.ts'
import leadFollowUp from './lead-follow-up.json' with { type: 'json' }
import oneTimeCodes from './one-time-codes.json' with { type: 'json' }
import orderUpdates from './order-updates.json' with { type: 'json' }
import promotions from './promotions.json' with { type: 'json' }
import samples from './samples.json' with { type: 'json' }

const groups: readonly (readonly [useCase: PredefinedUseCase, entries: readonly LibraryEntry[]])[] = [
  ['order_updates', Entries.parse(orderUpdates)],
  ['appointment_reminders', Entries.parse(appointmentReminders)],
  ['promotions', Entries.parse(promotions)],
  ['lead_follow_up', Entries.parse(leadFollowUp)],
]

/** What the reviewers see in place of each variable of the library. */
const librarySamples = Samples.parse(samples)

/** Every predefined template, one for each language. */
export const predefinedTemplates: readonly PredefinedTemplate[] = [
  ...groups.flatMap(([useCase, entries]) =>
    entries.flatMap((entry) => libraryLanguages.map((language) => inLanguage(useCase, entry, language))),
  ),
  ...Codes.parse(oneTimeCodes).flatMap((code) =>
    libraryLanguages.map((language) => codeInLanguage(code, language)),
  ),
]

const byNameAndLanguage = new Map(
  predefinedTemplates.map((one) => [`${one.template_name} ${one.language}`, one]),
)

/** In the language itself, or another region's (`es_MX` finds `es`). */
export function findPredefined(name: string, language: string): PredefinedTemplate | undefined {
  return (
    byNameAndLanguage.get(`${name} ${language}`) ??
    predefinedTemplates.find(
      (one) => one.template_name === name && one.language.split('_')[0] === language.split('_')[0],
    )
  )
}

export function draftOfPredefined(found: PredefinedTemplate): TemplateDraft {
  const { template_name, language, category, header, body, buttons, samples, otp } = found
  return {
    name: template_name,
    language,
    category,
    header,
    body,
    // A one-time code's footer is shown, not written.
    footer: otp ? '' : found.footer,
    buttons,
    samples,
    otp,
  }
}

function inLanguage(
  useCase: PredefinedUseCase,
  entry: LibraryEntry,
  language: LibraryLanguage,
): PredefinedTemplate {
  const wording = entry.text[language]
  const samplesFor = (text: string): Record<string, string> =>
    Object.fromEntries(
      variableNames(text).map((name) => [name, librarySamples[language][name] ?? suggestSample(name)]),
    )
  const replies = (wording.replies ?? []).map(
    (text): TemplateButton => ({ type: 'QUICK_REPLY', text, value: '' }),
  )
  return {
    template_name: entry.name,
    name: entry.name,
    title: entry.title,
    use_case: useCase,
    category: entry.category,
    language,
    header: wording.header === undefined ? null : { format: 'TEXT', text: wording.header },
    body: wording.body,
    footer: wording.footer ?? '',
    buttons: [...replies, ...(wording.buttons ?? [])],
    samples: { header: samplesFor(wording.header ?? ''), body: samplesFor(wording.body) },
    otp: null,
  }
}

function codeInLanguage(code: LibraryCode, language: LibraryLanguage): PredefinedTemplate {
  const otp: OtpChoices = {
    security_advice: code.securityAdvice,
    expires_minutes: code.expiresMinutes,
    button_text: code.label[language],
  }
  return {
    template_name: code.name,
    name: code.name,
    title: code.title,
    use_case: 'one_time_codes',
    category: 'OTP',
    language,
    header: null,
    body: otpBody(language, otp),
    footer: otpFooter(language, otp),
    buttons: [],
    samples: { header: {}, body: {} },
    otp,
  }
}
