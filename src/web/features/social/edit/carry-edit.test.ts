import { describe, expect, it } from 'vitest'
import { blank, type Composer } from '../compose/composer-form.ts'
import { fromPostForm, fromSeriesForm, toPostForm, toSeriesForm } from './carry-edit.ts'

const post = {
  platform: 'facebook',
  date: '2026-12-03',
  zone: 'Asia/Kolkata',
  seriesZone: 'Asia/Kolkata',
} as const
const postStart = {
  files: [],
  caption: 'Closed today',
  title: '',
  firstComment: '',
  date: post.date,
  time: '10:00',
}
const seriesStart: Composer = { ...blank, caption: 'Market', time: '09:00', weekdays: [4], textOnly: true }
const nothing = { fields: {} }

describe('an edit of a recurring post whose scope changes', () => {
  it('takes only what was changed to the series', () => {
    const carried = fromPostForm({ ...postStart, firstComment: 'Come by' }, postStart, nothing)
    expect(toSeriesForm(seriesStart, carried, post)).toEqual({ ...seriesStart, firstComment: 'Come by' })
  })

  it('takes text and time to the series, and all of it back', () => {
    const typed = { ...postStart, caption: 'With music', date: '2026-12-04', time: '11:00' }
    const carried = fromPostForm(typed, postStart, nothing)
    const form = toSeriesForm(seriesStart, carried, post)
    expect(form).toEqual({ ...seriesStart, caption: 'With music', time: '11:00' })
    expect(toPostForm(postStart, fromSeriesForm(form, seriesStart, carried, post))).toEqual(typed)
  })

  it('leaves the texts of other networks as they are', () => {
    const start = { ...seriesStart, captions: { facebook: 'Market here' } }
    const carried = fromPostForm({ ...postStart, caption: 'With music' }, postStart, nothing)
    expect(toSeriesForm(start, carried, post)).toEqual({ ...start, captions: { facebook: 'With music' } })
  })

  it('keeps what only the series has while the scope is one post', () => {
    const wider = fromSeriesForm({ ...seriesStart, weekdays: [1, 4] }, seriesStart, nothing, post)
    const carried = fromPostForm(toPostForm(postStart, wider), postStart, wider)
    expect(toPostForm(postStart, carried)).toEqual(postStart)
    expect(toSeriesForm(seriesStart, carried, post).weekdays).toEqual([1, 4])
  })

  it('forgets a text that was typed and taken back', () => {
    const typed = fromPostForm({ ...postStart, caption: 'With music' }, postStart, nothing)
    const wider = fromSeriesForm(toSeriesForm(seriesStart, typed, post), seriesStart, typed, post)
    const carried = fromPostForm(postStart, postStart, wider)
    expect(toSeriesForm(seriesStart, carried, post)).toEqual(seriesStart)
  })

  it('reads a time by the clock of the series', () => {
    const elsewhere = { ...post, seriesZone: 'UTC' }
    const carried = fromPostForm({ ...postStart, time: '11:30' }, postStart, nothing)
    const form = toSeriesForm(seriesStart, carried, elsewhere)
    expect(form.time).toBe('06:00')
    expect(fromSeriesForm(form, seriesStart, carried, elsewhere).fields.time).toBe('11:30')
  })
})
