import { createHash } from 'node:crypto'
import { type FormField, type FormLanguage, photoHeight, photoWidth } from '#contract/growth/optin-form.ts'
import type { FormFault } from '#contract/growth/optin-pages.ts'
import { flagPath, initialOf, pageFlags, stringPath } from '#contract/growth/page-look.ts'
import { languageNames } from '#contract/messages/language.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { callingCodes } from '#server/features/leads/leads.ts'
import { t } from '#server/messages/t.ts'
import { choicesOf, labelOf } from './form/fields.ts'
import type { PublicForm } from './form/forms.ts'
import { wordingOf } from './form/wording.ts'
import { workScript, workScriptHash } from './work.ts'

const style = `*{box-sizing:border-box}:root{color-scheme:light dark;--ink:#171e2c;--sheet:#fff;--desk:#f2f3f7;--line:#8b90a0;--bad:#a3261b}
@media(prefers-color-scheme:dark){:root{--ink:#f1efe9;--sheet:#171a21;--desk:#0f1117;--line:#7d8494;--bad:#ff9d92}}
body{margin:0;font:17px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--sheet);overflow-wrap:anywhere}
main{max-width:30rem;margin:0 auto;padding:0 1.25rem 2rem}.top{display:block;width:100%;height:112px}@media(min-width:31rem){body{background:var(--desk)}.sheet{max-width:30rem;margin:2.5rem auto;overflow:hidden;border-radius:16px;background:var(--sheet);box-shadow:0 8px 30px #0000001f}}img.top{height:auto;aspect-ratio:5/2;object-fit:cover}.who{display:block;width:64px;height:64px;margin:-36px 0 .75rem;position:relative}h1{font-size:1.6rem;line-height:1.2;margin:0 0 .5rem}
nav{font-size:.9rem;margin-bottom:1.5rem}a{color:inherit}nav a{margin-right:.75rem}p{margin:.5rem 0}
label{display:block;margin-top:1.25rem;font-weight:600}label.tick{display:flex;gap:.75rem;padding:1rem;border:1px solid color-mix(in srgb,var(--line) 45%,transparent);border-radius:12px;background:color-mix(in srgb,var(--line) 7%,transparent);font-weight:400}
.tel{display:flex;gap:.5rem}.tel select{width:7rem;flex:none}
input,select{font:inherit;color:inherit;background:var(--sheet)}input:not([type=checkbox]),select{display:block;width:100%;min-height:48px;padding:.5rem .75rem;margin-top:.25rem;border:1px solid var(--line);border-radius:8px}
input[type=checkbox]{width:24px;height:24px;flex:none;margin:0}button{width:100%;min-height:52px;margin-top:1.5rem;border:0;border-radius:8px;font:inherit;font-weight:600;color:var(--sheet);background:var(--ink);cursor:pointer}
:focus-visible{outline:3px solid #d98a1f;outline-offset:2px}.bad{color:var(--bad);font-weight:600}.by{font-size:.9rem;margin-bottom:.25rem}.next{font-size:.9rem;margin-top:.75rem}.from{font-size:.9rem;margin:1.5rem 0 0;padding-top:1rem;border-top:1px solid color-mix(in srgb,var(--line) 45%,transparent)}.trap{position:absolute;left:-9999px}`

/** No script but the one that works while a form is flooded, no request to anybody else, in no frame; its photo is ours. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  `script-src 'sha256-${workScriptHash}'`,
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const pageTop = (() => {
  const flags = pageFlags.map(
    ({ colour, place }) => `<path d="${flagPath}" fill="${colour}" transform="${place}"/>`,
  )
  return `<svg class="top" viewBox="0 0 800 112" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><path d="M0 0h800v112H0z" fill="#171e2c"/><path d="${stringPath}" fill="none" stroke="#8b90a0" stroke-width="2"/>${flags.join('')}</svg>`
})()

/** The photo of the form, else the flags of the house. A photo decorates: its alternative text is empty. */
const topOf = ({ photo }: PublicForm): string =>
  photo
    ? `<img class="top" src="${escapeHtml(photo)}" alt="" width="${photoWidth}" height="${photoHeight}">`
    : pageTop

function initial({ business }: PublicForm): string {
  const { letter, colour } = initialOf(business)
  return `<svg class="who" viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="30" fill="${colour}" stroke="#fff" stroke-width="4"/><text x="32" y="41" text-anchor="middle" font-size="26" font-weight="600" fill="#fff">${escapeHtml(letter)}</text></svg>`
}

const whole = (language: string, title: string, body: string, form?: PublicForm): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><div class="sheet">${form ? topOf(form) : ''}<main>${form ? initial(form) : '<br>'}${body}</main></div></body></html>
`

/** What somebody sent, and all that is wrong with it, in the order of the fields. */
export type Given = {
  name: string
  phone: string
  /** The chosen country of the phone; empty: that of the business. */
  country: string
  values: Readonly<Record<string, string>>
  /** The box is as the person left it; nobody else ticks it. */
  ticked: boolean
  faults: readonly FormFault[]
}

/** Attributes and sentence of a field at fault. The first one gets the focus, also without a script. */
function faultAt(
  { faults }: Given,
  kinds: readonly FormFault['fault'][],
  field: number | null = null,
): { says: string; marks: string } {
  const found = faults.find((one) => kinds.includes(one.fault) && one.field === field)
  if (!found) return { says: '', marks: '' }
  const id = `fault-${field ?? found.fault}`
  const focus = found === faults[0] ? ' autofocus' : ''
  return {
    says: `<p class="bad" role="alert" id="${id}">${escapeHtml(t(`growth.page.${found.fault}`))}</p>`,
    marks: ` aria-invalid="true" aria-describedby="${id}"${focus}`,
  }
}

/** Who writes, and where the business is. */
export const fromLine = ({ content }: PublicForm, sender: string | null): string =>
  [
    ...(sender ? [`WhatsApp ${formatPhone(sender)}`] : []),
    ...(content.address ? [content.address] : []),
  ].join(' · ')

/** The form itself. It runs in the language of its words. `sender`: the number that will write, where one is connected. */
export function formPage(
  form: PublicForm,
  wanted: string,
  { mark, way, works, sender }: { mark: string; way: string; works: boolean; sender: string | null },
  given: Given,
): string {
  const { language, heading, text, consent, button } = wordingOf(form.content, wanted)
  const others = form.content.texts.filter((one) => one.language !== language)
  const links = others
    .map(
      (one) =>
        `<a href="?${way === 'qr' ? 'way=qr&amp;' : ''}lang=${one.language}" lang="${one.language}">${escapeHtml(languageNames[one.language])}</a>`,
    )
    .join('')
  const phone = faultAt(given, ['needPhone'])
  const tick = faultAt(given, ['needConsent'])
  const name = form.content.ask_name
    ? `<label>${escapeHtml(t('growth.page.name'))}<input type="text" name="name" autocomplete="name" maxlength="200" value="${escapeHtml(given.name)}"></label>`
    : ''
  const chosen = given.country || form.country
  const codes = callingCodes(language)
    .map(
      ({ country, code, name }) =>
        `<option value="${country}"${country === chosen ? ' selected' : ''}>+${code} ${escapeHtml(name)}</option>`,
    )
    .join('')
  const next = form.confirm
    ? `<p class="next">${escapeHtml(t('growth.page.confirmNext', { business: form.business }))}</p>`
    : ''
  const line = fromLine(form, sender)
  const from = line === '' ? '' : `<p class="from">${escapeHtml(line)}</p>`
  const { privacy_url: privacyUrl } = form.content
  const privacy =
    privacyUrl === ''
      ? ''
      : `<p class="next"><a href="${escapeHtml(privacyUrl)}" target="_blank" rel="noopener">${escapeHtml(t('growth.page.privacy'))}</a></p>`
  return whole(
    language,
    heading,
    `${links === '' ? '' : `<nav aria-label="${escapeHtml(t('growth.page.langs'))}">${links}</nav>`}
<p class="by">${escapeHtml(form.business)}</p><h1>${escapeHtml(heading)}</h1>${text === '' ? '' : `<p>${escapeHtml(text)}</p>`}
${faultAt(given, ['old', 'fast', 'tooMany', 'work']).says}<form method="post" novalidate>${name}
<label for="phone">${escapeHtml(t('growth.page.phone'))}</label><div class="tel"><select name="country" aria-label="${escapeHtml(t('growth.page.code'))}">${codes}</select><input type="tel" id="phone" name="phone" autocomplete="tel" maxlength="60" required${phone.marks} value="${escapeHtml(given.phone)}"></div>${phone.says}
${form.content.fields.map((field, at) => fieldHtml(field, at, language, given)).join('\n')}
<label class="tick"><input type="checkbox" name="consent" value="yes" required${given.ticked ? ' checked' : ''}${tick.marks}><span>${escapeHtml(consent)}</span></label>${tick.says}
<div class="trap" aria-hidden="true"><input type="text" name="website" tabindex="-1" autocomplete="off"></div>
<input type="hidden" name="page" value="${escapeHtml(mark)}">${works ? '<input type="hidden" name="work">' : ''}<button>${escapeHtml(button)}</button>${next}</form>${privacy}${from}${works ? `<script>${workScript}</script>` : ''}`,
    form,
  )
}

const inputs: Record<FormField['kind'], string> = {
  text: 'type="text" maxlength="300"',
  number: 'type="text" inputmode="decimal" maxlength="30"',
  date: 'type="date"',
  choice: '',
  yes_no: '',
}

/** A field of the lead, with what is wrong with it. */
function fieldHtml(field: FormField, at: number, language: FormLanguage, given: Given): string {
  const { says, marks } = faultAt(given, ['needField', 'badField'], at)
  const value = given.values[at] ?? ''
  const rest = `name="f${at}"${field.required ? ' required' : ''}${marks}`
  const choices = choicesOf(field)
  const option = (one: string, label: string): string =>
    `<option value="${escapeHtml(one)}"${one === value ? ' selected' : ''}>${escapeHtml(label)}</option>`
  const input =
    choices.length > 0
      ? `<select ${rest}>${option('', '–')}${choices.map((one) => option(one.value, one.label)).join('')}</select>`
      : `<input ${field.is === 'email' ? 'type="email" autocomplete="email" maxlength="254"' : inputs[field.kind]} ${rest} value="${escapeHtml(value)}">`
  const label = escapeHtml(labelOf(field, language))
  const optional = field.required ? '' : ` <span class="by">(${escapeHtml(t('growth.page.optional'))})</span>`
  return `<label>${label}${optional}${input}</label>${says}`
}

/** The same for everybody: it does not tell who opted out before. */
export const thanksPage = (form: PublicForm, wanted: string): string => {
  const of = { business: form.business }
  return whole(
    wordingOf(form.content, wanted).language,
    t('growth.page.thanks'),
    `<h1>${escapeHtml(t('growth.page.thanks'))}</h1><p>${escapeHtml(t(form.confirm ? 'growth.page.confirmNext' : 'growth.page.thanksText', of))}</p>
<p>${escapeHtml(t('growth.page.stopped', of))}</p>`,
    form,
  )
}

export const closedPage = (form: PublicForm, language: string): string =>
  whole(
    language,
    t('growth.page.closed'),
    `<h1>${escapeHtml(t('growth.page.closed'))}</h1><p>${escapeHtml(t('growth.page.closedText', { business: form.business }))}</p>`,
    form,
  )

export const busyPage = (language: string): string =>
  whole(
    language,
    t('growth.page.busy'),
    `<h1>${escapeHtml(t('growth.page.busy'))}</h1><p>${escapeHtml(t('growth.tooManyRequests'))}</p>`,
  )

export const missingPage = (language: string): string =>
  whole(
    language,
    t('growth.page.missing'),
    `<h1>${escapeHtml(t('growth.page.missing'))}</h1><p>${escapeHtml(t('growth.page.missingText'))}</p>`,
  )
