import { describe, expect, it } from 'vitest'
import { providers } from '#server/messages/en/providers.ts'
import { inLanguage } from '#server/messages/language.ts'
import { errorCatalogue, explainError, findCatalogueRow } from './error-catalogue.ts'
import { adviceOf, type FailureAction, type LeadEffect, sentenceOf } from './error-explanation.ts'

/** Copied from Meta's error page independently of the table in the code: the two must agree. */
type Expected = [
  code: number,
  action: FailureAction,
  more?: { lead?: LeadEffect; waits?: number[]; afterwards?: string; again?: number },
]

const expected: Expected[] = [
  [0, 'stop_account'],
  [1, 'retry', { waits: [2, 10, 60], afterwards: 'fail' }],
  [2, 'retry', { waits: [5, 10, 20, 40, 80, 160, 300], afterwards: 'repeat' }],
  [3, 'stop_account'],
  [4, 'pause_account', { waits: [60, 300, 900, 3600], afterwards: 'repeat' }],
  [10, 'stop_account'],
  [33, 'stop_number'],
  [100, 'fail'],
  [104, 'stop_account'],
  [190, 'stop_account'],
  [200, 'stop_account'],
  [250, 'stop_account'],
  [299, 'stop_account'],
  [368, 'stop_account'],
  [613, 'pause_number', { waits: [60, 120, 300, 600], afterwards: 'repeat' }],
  [803, 'fail'],
  [80007, 'pause_account', { waits: [60, 300, 900, 3600], afterwards: 'repeat' }],
  [80008, 'pause_management', { waits: [60, 300, 900, 3600], afterwards: 'repeat' }],
  [130403, 'fail', { lead: 'opted_out' }],
  [130429, 'pause_number', { waits: [1, 2, 4, 8, 16, 32, 60], afterwards: 'repeat' }],
  [130472, 'fail'],
  [130497, 'fail'],
  [131000, 'retry', { waits: [10, 60, 300], afterwards: 'fail' }],
  [131005, 'stop_account'],
  [131008, 'fail'],
  [131009, 'fail'],
  [131016, 'retry', { waits: [5, 10, 20, 40, 80, 160, 300], afterwards: 'repeat' }],
  [131021, 'fail'],
  [131026, 'fail', { lead: 'unreachable' }],
  [131030, 'fail'],
  [131031, 'stop_account'],
  [131036, 'fail', { again: 86_400 }],
  [131037, 'stop_number'],
  [131042, 'stop_account'],
  [131045, 'stop_number'],
  [131047, 'fail'],
  [131048, 'pause_number', { waits: [86_400], afterwards: 'repeat' }],
  [131049, 'fail', { again: 86_400 }],
  [131050, 'fail', { lead: 'opted_out' }],
  [131051, 'fail'],
  [131052, 'fail'],
  [131053, 'retry', { waits: [10], afterwards: 'stop_campaign' }],
  [131055, 'fail'],
  [131056, 'retry', { waits: [1, 4, 16, 64, 256], afterwards: 'repeat' }],
  [131057, 'pause_number', { waits: [60, 60, 120, 300], afterwards: 'repeat' }],
  [131059, 'retry', { waits: [0], afterwards: 'fail' }],
  [131062, 'fail'],
  [131063, 'stop_campaign'],
  [131064, 'stop_campaign'],
  [132000, 'stop_campaign'],
  [132001, 'stop_campaign'],
  [132005, 'fail'],
  [132007, 'stop_campaign'],
  [132008, 'fail'],
  [132012, 'fail'],
  [132015, 'stop_campaign'],
  [132016, 'stop_campaign'],
  [132018, 'fail'],
  [132068, 'stop_campaign'],
  [132069, 'stop_campaign'],
  [133000, 'fail'],
  [133004, 'retry', { waits: [5, 10, 20, 40, 80, 160, 300], afterwards: 'repeat' }],
  [133005, 'fail'],
  [133006, 'fail'],
  [133008, 'fail'],
  [133009, 'fail'],
  [133010, 'stop_number'],
  [133015, 'fail', { again: 300 }],
  [133016, 'fail', { again: 259_200 }],
  [134011, 'stop_account'],
  [134100, 'fail'],
  [134101, 'retry', { waits: [600], afterwards: 'repeat' }],
  [134102, 'stop_account'],
  [135000, 'fail'],
  [137000, 'fail'],
  [138000, 'fail'],
  [138018, 'fail'],
  [139000, 'fail'],
  [139004, 'fail'],
  [139100, 'fail'],
  [139101, 'fail'],
  [139102, 'retry', { waits: [2, 10, 60], afterwards: 'fail' }],
  [139103, 'retry', { waits: [2, 10, 60], afterwards: 'fail' }],
  [139200, 'fail'],
  [141002, 'stop_campaign'],
  [147001, 'fail'],
  [147004, 'fail'],
  [1752041, 'fail'],
  [200005, 'fail'],
  [200006, 'fail'],
  [200007, 'fail'],
  [2388001, 'fail'],
  [2388012, 'fail'],
  [2388019, 'fail'],
  [2388024, 'fail'],
  [2388039, 'fail'],
  [2388040, 'fail'],
  [2388047, 'fail'],
  [2388072, 'fail'],
  [2388073, 'fail'],
  [2388091, 'fail'],
  [2388093, 'fail'],
  [2388103, 'fail'],
  [2388293, 'fail'],
  [2388299, 'fail'],
  [2388318, 'fail'],
  [2388330, 'fail'],
  [2494100, 'retry', { waits: [120, 300, 600], afterwards: 'fail' }],
  [2593079, 'fail'],
  [2593085, 'fail'],
  [2593107, 'fail'],
  [2593108, 'fail'],
]

describe('the catalogue', () => {
  it.each(expected)('says of code %i: %s', (code, action, more = {}) => {
    // The status must not matter to a code that is known.
    for (const httpStatus of [undefined, 400, 500, 429]) {
      const row = explainError({ code, httpStatus })
      expect(row.action).toBe(action)
      expect(row.lead).toBe(more.lead)
      expect(row.waits?.seconds).toEqual(more.waits)
      expect(row.waits?.afterwards).toBe(more.afterwards)
      expect(row.againAfterSeconds).toBe(more.again)
    }
  })

  it('has no row that is not in the list above', () => {
    const listed = new Set(expected.map(([code]) => code))
    expect(errorCatalogue.filter((row) => !listed.has(row.code))).toEqual([])
  })

  it.each([131036, 131063, 139200, 2388318, 2388330])(
    'tells the owner what %i means and what to do',
    (code) => {
      const explained = explainError({ code })
      const words = (text = '') => text.split(/\s+/).filter(Boolean).length
      expect(findCatalogueRow(code)?.code).toBe(code)
      for (const text of [sentenceOf(explained), adviceOf(explained)]) {
        expect(words(text)).toBeGreaterThan(4)
        expect(words(text)).toBeLessThanOrEqual(20)
        expect(text).toMatch(/[.]$/)
      }
    },
  )

  it('has one row for a code and subcode', () => {
    const keys = errorCatalogue.map((row) => `${row.code}/${row.subcode ?? ''}`)
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  it.each(errorCatalogue.map((row) => [row.code, row] as const))(
    'speaks of %i in plain words',
    (_code, row) => {
      for (const text of [sentenceOf(row), adviceOf(row)]) {
        expect(text).toMatch(/^[A-Z].*[.]$/)
        expect(text).not.toMatch(/\d{3,}/)
        expect(text).not.toMatch(
          /token|parameter|API|HTTP|webhook|oops|!|user|contact(?!s and history)|quota|WABA/i,
        )
        expect(text.length).toBeLessThanOrEqual(140)
      }
      expect(row.title).not.toBe('')
    },
  )

  it('has a text for each code, and each text has a row', () => {
    for (const { code, subcode, text } of errorCatalogue) {
      const own = `code${code}${subcode === undefined ? '' : `_${subcode}`}`
      // A code that means the same as an earlier one shares its text.
      if (Object.hasOwn(providers.errors, own)) expect(text).toBe(own)
    }
    const used = new Set<string>(errorCatalogue.map(({ text }) => text))
    const written = Object.keys(providers.errors).filter((key) => key.startsWith('code'))
    expect(written.filter((key) => !used.has(key))).toEqual([])
  })

  it('is read in the language of the reader', () => {
    const row = explainError({ code: 131042 })
    expect(sentenceOf(row)).toBe('WhatsApp cannot charge you for messages.')
    expect(inLanguage('pt-BR', () => sentenceOf(row))).toBe(
      'O WhatsApp não consegue cobrar as mensagens de você.',
    )
  })

  it('makes every retry and pause say how long, and nothing else', () => {
    for (const row of errorCatalogue) {
      const waits = row.action === 'retry' || row.action.startsWith('pause_')
      expect([row.code, row.waits !== undefined]).toEqual([row.code, waits])
    }
  })

  it('never lets throttling become failure', () => {
    const throttling = errorCatalogue.filter((row) => row.action.startsWith('pause_') || row.code === 131056)
    expect(throttling.length).toBeGreaterThan(6)
    for (const row of throttling) expect(row.waits?.afterwards).toBe('repeat')
  })
})

describe('a subcode', () => {
  it.each([
    [190, 458, 'removed'],
    [190, 460, 'password'],
    [190, 463, 'time is over'],
    [100, 33, 'does not let us use it'],
  ])('of %i/%i refines the sentence', (code, subcode, words) => {
    expect(sentenceOf(explainError({ code, subcode, httpStatus: 400 }))).toContain(words)
  })

  it('of 100 names what is wrong with a new template', () => {
    expect(sentenceOf(explainError({ code: 100, subcode: 2388299 }))).toContain(
      'begin or end with a variable',
    )
    expect(explainError({ code: 100, subcode: 2494010 }).title).toBe('Invalid parameter')
    expect(explainError({ code: 131026, subcode: 2388299 }).lead).toBe('unreachable')
  })

  it('that says nothing leaves the code its meaning', () => {
    expect(findCatalogueRow(190, 999)).toBe(findCatalogueRow(190))
  })
})

describe('an unknown code', () => {
  it.each([
    [429, 'pause_number'],
    [500, 'retry'],
    [503, 'retry'],
    [401, 'stop_account'],
    [403, 'fail'],
    [400, 'fail'],
    [404, 'fail'],
    [undefined, 'fail'],
  ] as const)('is judged by its status: %s → %s', (httpStatus, action) => {
    expect(explainError({ code: 9_999_999, httpStatus }).action).toBe(action)
    expect(explainError({ httpStatus }).action).toBe(action)
  })

  it('is tried again when Meta calls it transient', () => {
    expect(explainError({ code: 9_999_999, httpStatus: 400, transient: true }).action).toBe('retry')
  })

  it('keeps what Meta calls it', () => {
    expect(explainError({ code: 9_999_999, title: 'New trouble' }).title).toBe('New trouble')
  })
})
