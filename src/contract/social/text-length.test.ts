import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashtagsIn, mentionsIn, tagsLength, textLength, textProblems } from './text-length.ts'

describe('the length of a text', () => {
  it.each([
    ['youtube', 'aé€👩', 1 + 2 + 3 + 4],
    ['linkedin', 'a (b) #tag * c#', 15 + 4],
    ['linkedin', 'Hi @[Asha](urn:li:organization:12)!', 35],
    ['linkedin', '#', 2],
    ['instagram', 'a👩', 3],
    ['facebook', 'naïve', 5],
  ] as const)('at %s of %s is %i', (platform, text, length) => {
    expect(textLength(platform, text)).toBe(length)
  })

  it('never shrinks by what is added, and is zero for nothing', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 60 })
    fc.assert(
      fc.property(fc.constantFrom('facebook', 'instagram', 'youtube'), texts, texts, (platform, a, b) => {
        expect(textLength(platform, a + b)).toBe(textLength(platform, a) + textLength(platform, b))
        expect(textLength(platform, '')).toBe(0)
      }),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const plain = text.replaceAll(/[\\|{}@[\]()<>*_~#]/g, '')
        expect(textLength('linkedin', plain)).toBe(plain.length)
        expect(textLength('linkedin', text)).toBeGreaterThanOrEqual(text.length)
        expect(textLength('linkedin', text)).toBeLessThanOrEqual(text.length * 2)
      }),
    )
  })
})

describe('hashtags and mentions', () => {
  it('are told from addresses, entities and numbers in text', () => {
    expect(hashtagsIn('#one,#two #três a#no &#39; https://x.y/#top ##three')).toEqual(['one', 'two', 'três'])
    expect(mentionsIn('@asha, hi @ravi.k! mail me@example.com @@no')).toEqual(['asha', 'ravi.k'])
  })

  it('are counted as many as there are', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z0-9_]{1,12}$/), { maxLength: 40 }), (tags) => {
        expect(hashtagsIn(tags.map((tag) => `#${tag}`).join(' '))).toEqual(tags)
      }),
    )
  })
})

describe('what a network refuses in words', () => {
  it('is found at the limit, not before', () => {
    for (const [platform, most] of [
      ['instagram', 2_200],
      ['linkedin', 3_000],
      ['facebook', 63_206],
    ] as const) {
      expect(textProblems(platform, 'image', { caption: 'x'.repeat(most) })).toEqual([])
      expect(textProblems(platform, 'image', { caption: 'x'.repeat(most + 1) })).toEqual([
        { field: 'caption', code: 'too_long', limit: most, found: most + 1 },
      ])
    }
  })

  it('is a missing title, brackets and tags that are too long at YouTube', () => {
    const codes = (words: Parameters<typeof textProblems>[2]) =>
      textProblems('youtube', 'video', words).map(({ field, code }) => `${field} ${code}`)
    expect(codes({ caption: 'a' })).toEqual(['title title_missing'])
    expect(codes({ caption: 'a <b>', title: 'T>' })).toEqual([
      'caption refused_character',
      'title refused_character',
    ])
    expect(codes({ caption: 'a', title: 'x'.repeat(101) })).toEqual(['title too_long'])
    expect(tagsLength(['two words', 'one'])).toBe(9 + 2 + 1 + 3)
    expect(codes({ caption: 'a', title: 'T', tags: ['x'.repeat(501)] })).toEqual(['tags too_long'])
    expect(codes({ caption: '\u20ac'.repeat(1667), title: 'T' })).toEqual(['caption too_long'])
  })

  it('is no caption of a story, and a first comment where there is none', () => {
    expect(textProblems('instagram', 'story', { caption: 'x'.repeat(9000) })).toEqual([])
    expect(textProblems('linkedin', 'text', { caption: 'a', first_comment: 'b' })[0]?.code).toBe(
      'no_first_comment',
    )
  })
})
