import { describe, expect, it } from 'vitest'
import {
  audienceOf,
  type DraftState,
  fillingOf,
  firstDraft,
  hasCustomMessage,
  parametersOf,
  sourceOf,
  startOf,
  unsettledGaps,
  unwrittenTexts,
  withDots,
} from './draft-state.ts'

const now = new Date('2026-11-20T03:39:00Z')
const draft = (changes: Partial<DraftState> = {}): DraftState => ({
  ...firstDraft('Asia/Kolkata', now),
  ...changes,
})

describe('the audience of the form', () => {
  it('is nobody until somebody is named', () => {
    for (const way of ['hand', 'tag', 'search', 'silent'] as const)
      expect(audienceOf(draft({ way }))).toBeUndefined()
  })

  it('is only what the chosen way names', () => {
    const all = draft({ tags: ['wedding'], search: 'pune', picked: new Set([4, 2]), unticked: new Set([9]) })
    expect(audienceOf({ ...all, way: 'hand' })).toEqual({ lead_ids: [4, 2] })
    expect(audienceOf({ ...all, way: 'tag' })).toEqual({ tags: ['wedding'], exclude_lead_ids: [9] })
    expect(audienceOf({ ...all, way: 'search' })).toEqual({ search: 'pune', exclude_lead_ids: [9] })
  })
})

describe('what fills a variable', () => {
  it('goes to the server and comes back unchanged', () => {
    for (const source of [
      { text: '10% off' },
      { field: 'name', fallback: 'friend' },
      { field: 'email' },
      { attribute: 'City: home', fallback: 'Pune' },
    ]) {
      expect(sourceOf(fillingOf(source))).toEqual(source)
    }
    expect(sourceOf(fillingOf(null))).toBeNull()
  })

  it('leaves out what the template does not have and what is not filled yet', () => {
    const fillings = {
      1: fillingOf({ field: 'name' }),
      2: { choice: 'text', text: ' ', fallback: '' },
      old: fillingOf({ text: 'x' }),
    }
    expect(parametersOf(fillings, [{ key: '1' }, { key: '2' }, { key: '3' }])).toEqual({
      1: { field: 'name' },
      2: { text: '' },
    })
  })

  it('says which texts are not written yet: the server refuses them, and checks see dots', () => {
    const parameters = { 1: { field: 'name' as const }, 2: { text: '' }, 3: { text: 'x' } }
    expect(unwrittenTexts(parameters)).toEqual(['2'])
    expect(withDots(parameters)).toEqual({ 1: { field: 'name' }, 2: { text: '…' }, 3: { text: 'x' } })
  })
})

describe('a gap that somebody has no value for', () => {
  const plan = (empty: number) => ({ key: '1', suggested: { field: 'name' as const }, empty })
  const settled = (changes: object, empty = 2) =>
    unsettledGaps({ 1: { choice: 'field:name', text: '', fallback: '', ...changes } }, [plan(empty)])

  it('asks for what they read instead, or for the word that they are left out', () => {
    expect(unsettledGaps({}, [plan(2)])).toEqual(['1'])
    expect(settled({ fallback: ' ' })).toEqual(['1'])
    expect(settled({ fallback: 'friend' })).toEqual([])
    expect(settled({ leaveOut: true })).toEqual([])
  })

  it('asks nothing where everybody has one, and of what is the same for everybody', () => {
    expect(settled({}, 0)).toEqual([])
    expect(settled({ choice: 'text', text: 'Hello' })).toEqual([])
    expect(settled({ choice: 'field:custom_message' })).toEqual([])
  })
})

describe('the start', () => {
  it('is in the zone of the form', () => {
    const later = draft({ when: 'later', date: '2026-11-24', time: '09:00' })
    expect(startOf(later)).toBe('2026-11-24T09:00:00+05:30')
    expect(startOf(draft())).toBeNull()
    expect(startOf(draft({ when: 'later', date: '' }))).toBeUndefined()
  })
})

describe('the custom message', () => {
  it('has a place in a gap of its name, or in one that it was chosen for', () => {
    expect(hasCustomMessage([{ key: 'custom_message' }], {})).toBe(true)
    expect(hasCustomMessage([{ key: '1' }], { 1: { field: 'custom_message' } })).toBe(true)
    expect(hasCustomMessage([{ key: '1' }], { 1: { text: 'custom_message' } })).toBe(false)
  })
})
