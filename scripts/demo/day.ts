import { addChats } from './chats.ts'
import { boughtTag, templatesOf } from './open.ts'
import { cities, type DemoPerson, peopleOf } from './people.ts'
import type { Product } from './product.ts'
import type { Seeded } from './seeded.ts'
import type { Story } from './story.ts'
import { until } from './until.ts'

/** Statuses within a moment: a day of replies takes a second. */
export const delays = { answer: [1, 3], sent: [5, 20], delivered: [20, 120], read: [100, 500] }

type Day = { day: number; now: Date; newPeople: number; post: boolean }

/** One working day: new people, campaigns, clicks, sales, chats and a post. */
export async function playDay(
  product: Product,
  story: Story,
  { day, now, newPeople, post }: Day,
): Promise<void> {
  const { seeded } = story
  const added = peopleOf(seeded, newPeople, story.taken).map((person) =>
    seeded.chance(0.01) ? { ...person, tags: [...person.tags, boughtTag] } : person,
  )
  if (added.length > 0) await product.ask('POST', '/upload_leads', { leads: added })
  story.people.push(...added)
  const templates = await templatesOf(product)
  const named = (title: RegExp) => templates.find((one) => title.test(one.title))!.id
  const offers = [named(/festival/i), named(/new this/i), named(/ten percent/i), named(/weekend/i)]
  // To a city, or to those of it who marry.
  const city = cities[day % cities.length]!
  const audience = day % 5 === 3 ? { tags: ['Wedding'] } : { tags: [city] }
  const what = day % 5 === 3 ? 'Weddings' : city
  const [first, second] = [offers[day % 4]!, offers[(day + 1) % 3]!]
  const offer = { name: `Offer, ${what}`, template_id: first, audience }
  const isTest = day % 6 === 4
  await sendCampaign(product, story, isTest ? { ...offer, ...testOf(second, first) } : offer)
  if (day % 3 === 0)
    await sendCampaign(product, story, {
      name: `Order news, ${city}`,
      template_id: named(/order/i),
      audience: { tags: [cities[(day + 3) % cities.length]!] },
    })
  const readers = story.people.filter(
    ({ tags, consent }) => consent === 'opted_in' && audience.tags.every((tag) => tags.includes(tag)),
  )
  const clicked = await clickSome(product, seeded, readers)
  await sell(product, story, clicked, readers)
  if (day % 3 === 0) await addChats(product, story, now, Math.max(4, Math.round(newPeople / 30)))
  if (post) await postOnce(product, seeded, day)
  await product.control('settled')
}

/** Two versions to a part of the people; the owner chooses. */
const testOf = (other: number, own: number) =>
  other === own
    ? {}
    : {
        trial: {
          kind: 'test',
          percent: 40,
          measure: 'clicked',
          after_minutes: 60,
          decide: 'best',
          variants: [{ template_id: other, parameters: { name: { field: 'name', fallback: 'friend' } } }],
        },
      }

type Planned = { name: string; template_id: number; audience: { tags: string[] }; trial?: object }
type Campaign = {
  status: string
  status_code: string | null
  outcomes: { queued: number; sending: number; planned: number }
  trial: { stage: string } | null
}

async function sendCampaign(product: Product, story: Story, planned: Planned): Promise<void> {
  const { checks } = await product.ask<{ checks: { will_receive: number; variables: { key: string }[] } }>(
    'POST',
    '/campaigns/check',
    { template_id: planned.template_id, audience: planned.audience },
  )
  if (checks.will_receive === 0) return
  const parameters = Object.fromEntries(
    checks.variables.map(({ key }, index) => [
      key,
      index === 0
        ? { field: 'name', fallback: 'friend' }
        : { text: key.startsWith('button') ? 'order' : 'SS-2041' },
    ]),
  )
  // Two people of a version are the least that can be compared.
  const trial = checks.will_receive >= 40 ? planned.trial : undefined
  const { campaign } = await product.ask<{ campaign: { id: number } }>('POST', '/schedule-send', {
    ...planned,
    ...(trial ? { trial: { ...trial, measure: 'read', decide: 'owner' } } : { trial: null }),
    parameters,
  })
  story.campaigns++
  const get = async () =>
    (await product.ask<{ campaign: Campaign }>('GET', `/campaigns/${campaign.id}`)).campaign
  const isAsking = async () => {
    const { trial: now } = await get()
    return now?.stage === 'asking' || now?.stage === 'over'
  }
  if (trial) {
    await until(`the question of ${campaign.id}`, isAsking)
    await product.control('settled')
    const variant = story.seeded.chance(0.5) ? 1 : 2
    if ((await get()).trial?.stage === 'asking')
      await product.ask('POST', `/campaigns/${campaign.id}/decide`, { variant })
  }
  await until(`campaign ${campaign.id}`, async () => {
    const { status, outcomes } = await get()
    const { queued, sending, planned: all } = outcomes
    // Some are put off by WhatsApp for a day; they go on then.
    return status !== 'Scheduled' && sending === 0 && queued <= Math.ceil(all * 0.03)
  })
  await product.control('settled')
}

/** People do not click one after the other. */
const clicksAtOnce = 20

/** Some readers click the link of their last message. */
async function clickSome(
  product: Product,
  seeded: Seeded,
  readers: readonly DemoPerson[],
): Promise<DemoPerson[]> {
  const some = seeded.some(readers, Math.ceil(readers.length * (0.06 + seeded.below(10) / 100)))
  const click = async (person: DemoPerson): Promise<DemoPerson[]> => {
    try {
      await product.control('click', { to: person.phone, at: product.url })
      return [person]
    } catch (error) {
      // The person got nothing, or a message without a link.
      if (!/no message to|no such link/.test(String(error))) throw error
      return []
    }
  }
  const clicked: DemoPerson[] = []
  for (let from = 0; from < some.length; from += clicksAtOnce)
    clicked.push(...(await Promise.all(some.slice(from, from + clicksAtOnce).map(click))).flat())
  return clicked
}

/** Some of those who clicked buy, and a few others. */
async function sell(
  product: Product,
  story: Story,
  clicked: readonly DemoPerson[],
  others: readonly DemoPerson[],
): Promise<void> {
  const { seeded } = story
  const buyers = new Set([
    ...seeded.some(clicked, Math.ceil(clicked.length * 0.3)),
    ...seeded.some(others, Math.ceil(others.length * 0.01)),
  ])
  const rows = [...buyers].map(({ phone }) => {
    story.orders++
    return `order-${story.orders},purchase,${phone},${400 + seeded.below(60) * 50},INR,`
  })
  if (rows.length === 0) return
  await product.ask('POST', '/conversions/import', {
    csv: ['key,event,phone,value,currency,time', ...rows].join('\n'),
  })
}

const captions = [
  'Fresh from the kitchen: saffron barfi, by the box.',
  'Hampers for weddings: 40 boxes in two days.',
  'Millet sweets without sugar. Taste them at the counter.',
  'We are open on Sunday from nine to noon.',
  'Thank you for a thousand orders!',
]

async function postOnce(product: Product, seeded: Seeded, day: number): Promise<void> {
  const { accounts } = await product.ask<{ accounts: { id: number; platform: string }[] }>(
    'GET',
    '/meta/get_connected_accounts',
  )
  if (accounts.length === 0) return
  const form = new FormData()
  const account = accounts[day % accounts.length]!
  form.set('targets', JSON.stringify([{ account_id: account.id, format: 'text' }]))
  form.set('caption', `${seeded.one(captions)} #${day}`)
  await product.ask('POST', '/meta/post_now', form)
}
