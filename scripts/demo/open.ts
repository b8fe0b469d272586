import type { Product } from './product.ts'
import { until } from './until.ts'

export const account = { email: 'demo@example.com', password: 'a demo that shows all' }
/** The one account of the sandbox, as its documentation has it. */
const number = '281074529834160'
export const portfolio = '318845561207934'

/** The word on the poster at the counter, and the tag of who bought there. */
export const keyword = 'HAMPERS'
export const boughtTag = 'Bought at the counter'

/** What the business writes. A link is counted. */
const messages = [
  {
    title: 'Festival hampers',
    message: 'Hello {{name}}, our festival hampers are ready. Order yours before they are gone.',
    type: 'marketing',
    buttons: [link('See hampers', 'https://saffron.example/hampers')],
  },
  {
    title: 'New this week',
    message: 'Hello {{name}}, new this week: millet sweets and saffron barfi. Free delivery until Sunday.',
    type: 'marketing',
    buttons: [link('Taste them', 'https://saffron.example/new')],
  },
  {
    title: 'Ten percent off',
    message: 'Hello {{name}}, ten percent off everything until Sunday evening. See you at the shop.',
    type: 'marketing',
    buttons: [link('Order now', 'https://saffron.example/offer')],
  },
  {
    title: 'Welcome',
    message: 'Welcome {{name}}! Here is our menu. Reply to this message to order.',
    type: 'marketing',
    buttons: [link('Open menu', 'https://saffron.example/menu')],
  },
] as const

function link(text: string, url: string) {
  return { type: 'URL', text, url, counts_clicks: true }
}

/** A business with an account, a number, templates, a form, sequences, segments and social accounts. */
export async function openBusiness(product: Product): Promise<void> {
  await product.control('number', { phone_number_id: number, throughput: 'HIGH' })
  await product.control('tier', { business_id: portfolio, tier: 'TIER_10K' })
  const { token } = await product.ask<{ token: string }>('POST', '/auth/signup', {
    name: 'Retno Wulandari',
    country: 'IN',
    timezone: 'Asia/Kolkata',
    ...account,
  })
  product.signedIn(token)
  await product.ask('PUT', '/account/settings', {
    name: 'Retno Wulandari',
    email: account.email,
    business_name: 'Saffron and Sesame',
  })
  await product.ask('PUT', '/conversions/settings', {
    window_days: 7,
    bought_tag: boughtTag,
  })
  const { systemUserToken } = (await import('#sandbox/world/seed.ts')).sandboxSeed
  await product.ask('POST', '/onboarding/connect-token', { token: systemUserToken })
  for (const message of messages) await product.ask('POST', '/templates/add', message)
  const welcome = await until('templates', async () => {
    const all = await templatesOf(product)
    return all.every(({ problem }) => !problem) && all.find(({ title }) => title === 'Welcome')!.id
  })
  const form = await addForm(product)
  await addSequences(product, form, welcome)
  await addSegments(product)
  await connectNetwork(product, 'facebook')
  await connectNetwork(product, 'linkedin')
}

export async function signIn(product: Product): Promise<void> {
  const { token } = await product.ask<{ token: string }>('POST', '/auth/login', account)
  product.signedIn(token)
}

type Template = { id: number; title: string; problem: unknown }

export const templatesOf = async (product: Product): Promise<Template[]> =>
  (await product.ask<{ templates: Template[] }>('GET', '/templates')).templates

async function addForm(product: Product): Promise<number> {
  const { form } = await product.ask<{ form: { id: number } }>('POST', '/optins', {
    name: 'Counter',
    keyword,
    tag: 'From the counter',
    content: {
      ask_name: true,
      texts: [
        {
          language: 'en',
          heading: 'Offers on WhatsApp',
          text: 'One message a week, no more.',
          consent: 'Yes, send me offers on WhatsApp. I can stop at any time.',
          button: 'Send me offers',
        },
      ],
    },
  })
  await product.ask('POST', `/optins/${form.id}/open`, { is_open: true })
  return form.id
}

async function addSequences(product: Product, formId: number, template: number): Promise<void> {
  const send = { kind: 'send', template_id: template, parameters: { name: { field: 'name' } } }
  const wait = (days: number) => ({ kind: 'wait', days, hours: 0, at: '11:00', weekday: null })
  const add = async (name: string, trigger: object, steps: object[]) => {
    const { sequence } = await product.ask<{ sequence: { id: number } }>('POST', '/sequences', {
      name,
      content: {
        trigger,
        again: false,
        stops: { reply: false, conversion: true, tag: null, goal_tag: null },
        quiet: { from: '21:00', to: '09:00' },
        cap: { messages: 6, days: 7 },
        steps,
      },
    })
    await product.ask('POST', `/sequences/${sequence.id}/run`, { running: true })
  }
  const clicked = { kind: 'check', test: 'clicked', tag: null, yes: 'leave', no: 'next' }
  await add('Welcome at the counter', { on: 'form', form_id: formId }, [send, wait(3), clicked, send])
  await add('After a click', { on: 'click' }, [wait(2), send, { kind: 'tag', tag: 'Interested' }])
}

async function addSegments(product: Product): Promise<void> {
  const all = (...rules: object[]) => ({ match: 'all', rules })
  const did = (about: string, more: object = {}) => ({ about, did: true, ...more })
  for (const [name, rules] of [
    ['Bought in 90 days', all(did('converted', { when: { days: 90 } }))],
    [
      'Read, but did not click',
      all(did('message', { deed: 'read', when: { days: 60 } }), {
        about: 'message',
        did: false,
        deed: 'clicked',
        when: { days: 60 },
      }),
    ],
    [
      'Weddings in Pune',
      all({ about: 'tag', is: 'all', tags: ['Wedding', 'Pune'] }, did('consent', { consent: 'opted_in' })),
    ],
    ['Wrote to us this month', all(did('wrote', { when: { days: 30 } }))],
  ] as const)
    await product.ask('POST', '/segments', { name, rules })
}

/** Logs in at a network as a browser does: its dialog, our callback, the screen. */
async function connectNetwork(product: Product, way: 'facebook' | 'linkedin'): Promise<void> {
  const { redirect_url } = await product.ask<{ redirect_url: string }>('POST', '/social/connect', { way })
  const dialog = new URL(redirect_url)
  const form = new URLSearchParams(dialog.searchParams)
  form.set('person', 'Retno one page')
  form.set('ending', 'continue')
  const page = await (
    await fetch(`${dialog.href}&${new URLSearchParams({ person: 'Retno one page' })}`)
  ).text()
  for (const [, name, value] of page.matchAll(/name="(granted|page)" value="([^"]+)"/g))
    form.append(name!, value!)
  const answer = await fetch(dialog.origin + dialog.pathname, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  const back = new URL(answer.headers.get('location') ?? '')
  const screen = await fetch(product.url + back.pathname + back.search, { redirect: 'manual' })
  const given = new URLSearchParams(new URL(screen.headers.get('location') ?? '', product.url).hash.slice(1))
  await product.ask('POST', '/social/finish', {
    way,
    code: given.get('code'),
    state: given.get('state'),
  })
}
