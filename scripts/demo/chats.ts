import { keyword } from './open.ts'
import { peopleOf } from './people.ts'
import type { Product } from './product.ts'
import type { Story } from './story.ts'
import { until } from './until.ts'

const ads = [
  { source_id: '120208123456780', headline: 'Hampers for weddings' },
  { source_id: '120208123456781', headline: 'New: millet sweets' },
  { source_id: '120208123456782', headline: 'Free delivery this week' },
]

const questions = [
  'Do you deliver on Sunday?',
  'What does the large hamper cost?',
  'Can I order 40 boxes for a wedding?',
  'Is there a version without nuts?',
]

const answers = [
  'Thank you for asking! We deliver on every day but Monday.',
  'Of course. Shall we keep one for you?',
  'Yes, and it is free from 500 rupees on.',
]

/** People write, from an ad, with the word of the poster or with a question; some are answered, and some of these buy. */
export async function addChats(product: Product, story: Story, now: Date, count: number): Promise<void> {
  const { seeded, people, taken } = story
  const strangers = peopleOf(seeded, count, taken)
  for (const { phone, name } of strangers) {
    const ad = seeded.one(ads)
    await product.control('inbound', {
      from: phone,
      name,
      message: {
        type: 'text',
        text: { body: 'Hello! Can I get more information?' },
        referral: {
          source_type: 'ad',
          source_url: `https://fb.me/${ad.source_id}`,
          // Each click has an id of its own, by which Meta learns of a sale.
          ctwa_clid: `ARA${ad.source_id}${phone.replace('+', '')}`,
          ...ad,
        },
      },
    })
  }
  for (const { phone, name } of peopleOf(seeded, count, taken))
    await product.control('inbound', { from: phone, name, text: keyword })
  for (const { phone, name } of seeded.some(people, count))
    await product.control('inbound', { from: phone, name, text: seeded.one(questions) })
  await product.control('settled')
  const open = await until('conversations', async () => {
    const { conversations } = await product.ask<{
      conversations: { id: number; window_until: string | null }[]
    }>('GET', '/conversations?limit=50')
    const found = conversations.filter(({ window_until: end }) => end && Date.parse(end) > now.getTime())
    return found.length >= count && found
  })
  for (const { id } of seeded.some(open, Math.ceil(count / 2)))
    await product.ask('POST', `/conversations/${id}/messages`, {
      send_key: crypto.randomUUID(),
      message: { type: 'text', text: seeded.one(answers) },
    })
  const rows = seeded.some(strangers, Math.ceil(count / 4)).map(({ phone }) => {
    story.orders++
    return `order-${story.orders},purchase,${phone},${600 + seeded.below(40) * 50},INR,`
  })
  await product.ask('POST', '/conversions/import', {
    csv: ['key,event,phone,value,currency,time', ...rows].join('\n'),
  })
}
