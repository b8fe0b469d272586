import { expect, it } from 'vitest'
import { cutTag, Tag } from '#contract/leads.ts'
import { leadChanges, leadFaults } from './lead-changes.ts'

const lead = {
  name: 'Ravi',
  phone: '+919822310001',
  email: null,
  tags: ['Regular', 'Old'],
  unreachable_at: null,
}
const form = { name: 'Ravi', phone: '+919822310001', email: '', tags: ['Regular', 'Old'] }

it('sends of an edited lead what was edited, and nothing that others may have changed meanwhile', () => {
  expect(leadChanges(lead, form, {})).toEqual({})
  expect(leadChanges(lead, { ...form, tags: ['Regular', 'Diwali'] }, {})).toEqual({
    add_tags: ['Diwali'],
    remove_tags: ['Old'],
  })
  expect(leadChanges(lead, { ...form, name: '', email: 'ravi@example.com' }, { Birthday: '' })).toEqual({
    name: '',
    email: 'ravi@example.com',
    set_attributes: { Birthday: '' },
  })
  expect(leadChanges(lead, { ...form, phone: ' ' }, {})).toEqual({})
  expect(leadChanges(lead, { ...form, phone: '98223 10002' }, {})).toEqual({ phone: '98223 10002' })
  const unreached = { ...lead, unreachable_at: '2026-11-24T08:00:00Z' }
  expect(leadChanges(unreached, form, {})).toEqual({ phone: '+919822310001' })
})

it('asks for a phone that was emptied, and for none of people who hide theirs', () => {
  expect(leadFaults(lead, form)).toEqual({})
  for (const phone of ['', ' ']) {
    expect(leadFaults(lead, { ...form, phone })).toEqual({ phone: 'Phone is required.' })
    expect(leadFaults({ phone: null }, { ...form, phone })).toEqual({})
  }
})

it('cuts a long tag where no half of an emoji is left, which the server would refuse', () => {
  expect(cutTag(`${'x'.repeat(59)}🪔`)).toBe('x'.repeat(59))
  expect(cutTag(`${'x'.repeat(58)}🪔y`)).toBe(`${'x'.repeat(58)}🪔`)
  expect(Tag.safeParse(cutTag('x'.repeat(80))).success).toBe(true)
})
