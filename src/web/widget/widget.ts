import type { WidgetAnswer, WidgetWords } from '#contract/growth/optin-pages.ts'
import { findWork } from '#contract/growth/work.ts'

/**
 * An opt-in form on a page of another site: `<script async src=".../widget.js" data-form="CODE"></script>`, with
 * `data-look="inline"` in its place, else as a button in the corner, and `data-lang` for a language. It is drawn in a
 * shadow root, keeps no cookie, and needs no inline script or style: a strict policy of the page names our origin in
 * `script-src` and `connect-src`.
 */
const script = document.currentScript as HTMLScriptElement | null

const style = `:host{all:initial;font:16px/1.45 system-ui,sans-serif;color:#171e2c;color-scheme:light}
*{box-sizing:border-box;font:inherit;color:inherit}h2{font-size:21px;line-height:1.2;font-weight:700;margin:0 0 6px;overflow-wrap:anywhere}
p{margin:6px 0;overflow-wrap:anywhere}.by{font-size:14px}label{display:block;margin-top:14px;font-weight:600}
.tel{display:flex;gap:8px}.tel select{width:7em;flex:none}
.tick{display:flex;gap:10px;font-weight:400}.tick input{width:22px;height:22px;flex:none;margin:0}
.field{display:block;width:100%;min-height:44px;padding:8px 12px;margin-top:4px;border:1px solid #8b90a0;border-radius:8px;background:#fff}
button{min-height:44px;padding:10px 18px;border:0;border-radius:8px;font-weight:600;background:#171e2c;color:#fff;cursor:pointer}
form>button{width:100%;margin-top:18px}.lang{min-height:0;padding:4px 12px 4px 0;background:none;color:inherit;text-decoration:underline;font-weight:400}button:disabled{opacity:.6;cursor:default}.bad{color:#a3261b;font-weight:600}.bad:empty{margin:0}
:focus-visible{outline:3px solid #d98a1f;outline-offset:2px}.trap{position:absolute;left:-9999px}
.open{position:fixed;right:16px;bottom:16px;z-index:2147483000;max-width:calc(100vw - 32px);border-radius:24px;box-shadow:0 4px 16px #0004}
dialog{width:min(400px,calc(100vw - 32px));padding:22px;border:1px solid #d6d9df;border-radius:12px;background:#fff}dialog::backdrop{background:#171e2c80}
.box{max-width:420px;padding:22px;border:1px solid #d6d9df;border-radius:12px;background:#fff}
.x{float:right;min-width:44px;padding:0;margin:-12px -12px 0 8px;background:none;color:inherit;font-size:24px}`

type Tag = keyof HTMLElementTagNameMap
type Again = Extract<WidgetAnswer, { outcome: 'again' }>
type Attributes = Record<string, string | boolean>

function make<T extends Tag>(
  tag: T,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (value !== false) element.setAttribute(name, value === true ? '' : value)
  element.append(...children)
  return element
}

const optionsOf = (choices: readonly { value: string; label: string }[]): HTMLOptionElement[] =>
  choices.map(({ value, label }) => make('option', { value }, label))

/** What a flooded form asks for before it takes an answer; the page stays responsive meanwhile. */
async function workFor({ page, work }: WidgetWords): Promise<string> {
  const step = 4000
  for (let at = 0; work > 0; at += step) {
    const found = findWork(page.slice(page.lastIndexOf('.') + 1), work, at, step)
    if (found >= 0) return String(found)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return ''
}

async function start({ src, dataset }: HTMLScriptElement): Promise<void> {
  const address = new URL(`f/${dataset.form}/widget`, src)
  if (dataset.lang) address.searchParams.set('lang', dataset.lang)
  const ask = async <T>(init?: RequestInit): Promise<T> => {
    const response = await fetch(address, { credentials: 'omit', ...init })
    if (!response.ok) throw new Error(String(response.status))
    return (await response.json()) as T
  }
  let { words } = await ask<{ words: WidgetWords }>()

  const host = make('div')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]

  const box = make('div')
  const field = (label: string, attributes: Attributes): [HTMLLabelElement, HTMLInputElement] => {
    const input = make('input', { class: 'field', ...attributes })
    return [make('label', {}, label, input), input]
  }

  const heading = make('h2', { id: 'title', tabindex: '-1' })
  const text = make('p')
  const consent = make('span')
  const button = make('button')
  const tick = make('input', { type: 'checkbox' })
  /** What is sent next is judged by the words that are shown: nobody has agreed to others yet. */
  function show(next: WidgetWords): void {
    if (next.consent !== consent.textContent) tick.checked = false
    words = next
    heading.textContent = next.heading
    text.textContent = next.text
    consent.textContent = next.consent
    button.textContent = next.button
  }

  function formOf(): HTMLFormElement {
    const [nameLabel, name] = field(words.name, { autocomplete: 'name', maxlength: '200' })
    const phone = make('input', {
      class: 'field',
      id: 'phone',
      type: 'tel',
      autocomplete: 'tel',
      maxlength: '60',
    })
    const country = make('select', { class: 'field', 'aria-label': words.code }, ...optionsOf(words.codes))
    country.value = words.country
    const more = words.fields.map((asked) => {
      const { kind, required, choices } = asked
      const shared = { class: 'field', required }
      const input =
        choices.length > 0
          ? make('select', shared, make('option', { value: '' }, '–'), ...optionsOf(choices))
          : make('input', {
              ...shared,
              type: kind === 'email' || kind === 'date' ? kind : 'text',
              inputmode: kind === 'number' && 'decimal',
              maxlength: '300',
            })
      return { input, label: make('label', {}, asked.label, input) }
    })
    const website = make('input', { tabindex: '-1', autocomplete: 'off' })
    const alertOf = (id: string): HTMLElement => make('p', { class: 'bad', role: 'alert', id })
    const spotOf = (input: HTMLElement, at: number) => ({ input, says: alertOf(`fault-${at}`) })
    const ofPhone = spotOf(phone, 0)
    const ofMore = more.map(({ input }, at) => spotOf(input, at + 1))
    const ofTick = spotOf(tick, more.length + 1)
    const whole = alertOf('fault')
    /** Says what is wrong at its field, and goes to the first. */
    const say = (faults: Again['faults']): void => {
      whole.textContent = ''
      for (const { input, says } of [ofPhone, ...ofMore, ofTick]) {
        says.textContent = ''
        for (const name of ['aria-invalid', 'aria-describedby']) input.removeAttribute(name)
      }
      let first: HTMLElement | undefined
      for (const { fault, field: at, sentence } of faults) {
        const spot = fault === 'needPhone' ? ofPhone : fault === 'needConsent' ? ofTick : ofMore[at ?? -1]
        const { input, says } = spot ?? { says: whole }
        says.textContent = sentence
        input?.setAttribute('aria-invalid', 'true')
        input?.setAttribute('aria-describedby', says.id)
        first ??= input
      }
      first?.focus()
    }
    const form = make(
      'form',
      { novalidate: true },
      ...(words.ask_name ? [nameLabel] : []),
      make('label', { for: 'phone' }, words.phone),
      make('div', { class: 'tel' }, country, phone),
      ofPhone.says,
      ...more.flatMap(({ label }, at) => [label, ofMore[at]?.says ?? '']),
      make('label', { class: 'tick' }, tick, consent),
      ofTick.says,
      make('div', { class: 'trap', 'aria-hidden': 'true' }, website),
      whole,
      button,
    )
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      button.disabled = true
      const body = new URLSearchParams({
        name: name.value,
        phone: phone.value,
        country: country.value,
        consent: tick.checked ? 'yes' : '',
        website: website.value,
      })
      for (const [at, { input }] of more.entries()) body.set(`f${at}`, input.value)
      try {
        const send = async (): Promise<WidgetAnswer> => {
          body.set('page', words.page)
          body.set('work', await workFor(words))
          return (await ask<{ answer: WidgetAnswer }>({ method: 'POST', body })).answer
        }
        let answer = await send()
        if (answer.outcome === 'again' && answer.faults[0]?.fault === 'work') {
          show(answer.words)
          answer = await send()
        }
        if (answer.outcome === 'thanks') {
          const thanks = make('h2', { id: 'title', tabindex: '-1' }, answer.heading)
          box.replaceChildren(thanks, make('p', {}, answer.text), make('p', {}, answer.note))
          thanks.focus()
        } else {
          show(answer.words)
          say(answer.faults)
        }
      } catch {
        say([{ fault: 'old', field: null, sentence: words.failed }])
      }
      button.disabled = false
    })
    return form
  }

  /** Draws the form in its language; what people entered stays. */
  function draw(entered: string[] = []): void {
    show(words)
    const form = formOf()
    for (const [at, input] of [...form.elements].entries())
      if (input !== tick && entered[at]) (input as HTMLInputElement).value = entered[at]
    const languages = words.others.map(({ language: lang, label }) => {
      const choose = make('button', { class: 'lang', type: 'button', lang }, label)
      choose.addEventListener('click', async () => {
        address.searchParams.set('lang', lang)
        try {
          words = (await ask<{ words: WidgetWords }>()).words
        } catch {
          return
        }
        draw([...form.elements].map((input) => (input as HTMLInputElement).value))
        heading.focus()
      })
      return choose
    })
    const { next, from, privacy } = words
    const link = make('a', { href: privacy.url, target: '_blank', rel: 'noopener' }, privacy.label)
    host.lang = words.language
    box.replaceChildren(
      ...(languages.length > 0 ? [make('nav', { 'aria-label': words.langs }, ...languages)] : []),
      make('p', { class: 'by' }, words.business),
      heading,
      text,
      form,
      make('p', { class: 'by' }, next),
      make('p', { class: 'by' }, ...(privacy.url ? [link] : [])),
      make('p', { class: 'by' }, from),
    )
  }

  draw()
  if (dataset.look === 'inline') {
    box.className = 'box'
    root.append(box)
    script?.after(host)
    return
  }
  const x = make('button', { class: 'x', type: 'button', 'aria-label': words.close }, '×')
  const dialog = make('dialog', { 'aria-labelledby': 'title' }, x, box)
  const open = make('button', { class: 'open', type: 'button', 'aria-haspopup': 'dialog' }, words.button)
  x.addEventListener('click', () => dialog.close())
  open.addEventListener('click', () => dialog.showModal())
  root.append(open, dialog)
  document.body.append(host)
}

function begin(): void {
  if (!script?.dataset.form) return
  start(script).catch((error: unknown) => {
    console.warn(
      `Opt-in form: not shown (${String(error)}). Add ${location.origin} to the sites of the form, and open the form.`,
    )
  })
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin)
else begin()
