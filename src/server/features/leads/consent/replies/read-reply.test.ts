import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { questionText } from '../question-texts.ts'
import { hints } from './hints.ts'
import { meaningOf } from './meaning.ts'
import { readReply } from './read-reply.ts'
import { replyLanguages } from './reply-languages.ts'
import { compileAsides, compileLanguage } from './reply-rules.ts'
import { wordsOf } from './text/reply-text.ts'
import { gateOf } from './text/word-gate.ts'
import { Weights } from './weights/data.schema.ts'
import { knownReplies } from './weights/learn-weights.ts'
import weights from './weights/weights.json' with { type: 'json' }

type Row = { language: string; label: string; text: string }

function rowsOf(file: string): Row[] {
  return readFileSync(join(import.meta.dirname, 'lists', file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([language = '', label = '', text = '']) => ({ language, label, text }))
}

const meant: Record<string, string | undefined> = { out: 'stop', ask: 'doubtful', not: undefined }

describe('replies', () => {
  it('of the list that the rules were made with are all read rightly', () => {
    const wrong = rowsOf('developed.tsv').filter(
      ({ label, text }) => readReply(text) !== (label in meant ? meant[label] : label),
    )
    expect(wrong).toEqual([])
  })

  it.each([
    ...['held-out.tsv', 'typed.tsv', 'fresh.tsv'],
    ...['teenager.tsv', 'grandmother.tsv', 'clerk.tsv', 'voice.tsv', 'shopkeeper.tsv', 'nurse.tsv'],
    ...['mixed.tsv', 'angry.tsv', 'formal.tsv', 'young.tsv'],
  ])('of %s: 98 of 100 opt-outs are found, 1 of 100 others is taken for one', (file) => {
    const rows = rowsOf(file)
    const isStop = ({ text }: Row): boolean => readReply(text) === 'stop'
    const outs = rows.filter(({ label }) => label === 'out')
    const others = rows.filter(({ label }) => label === 'not')
    expect(outs.filter(isStop).length / outs.length).toBeGreaterThanOrEqual(0.98)
    expect(others.filter(isStop).length / others.length).toBeLessThanOrEqual(0.01)
  })

  it.each(['everyday.tsv', 'gallery.tsv'])('of %s, who want no end, are neither ended nor asked', (file) => {
    const rows = rowsOf(file)
    expect(rows.filter(({ text }) => readReply(text) === 'stop')).toEqual([])
    expect(rows.filter(({ text }) => readReply(text) === 'doubtful').length / rows.length).toBeLessThan(0.02)
  })

  it.each([
    'hi',
    'Hello again',
    'bye',
    'Asha here',
    'messages',
    'marketing',
    'anything',
    'And from my number',
  ])('that say little ask nothing: %s', (text) => {
    expect(readReply(text)).toBeUndefined()
  })

  it('of wishes.tsv, which ask for messages, end none', () => {
    expect(rowsOf('wishes.tsv').filter(({ text }) => readReply(text) === 'stop')).toEqual([])
  })

  it.each([
    ...[
      'wide.tsv',
      'garage.tsv',
      'farmers.tsv',
      'patients.tsv',
      'neighbours.tsv',
      'boutique.tsv',
      'pharmacy.tsv',
      'salon.tsv',
      'market.tsv',
      'corner.tsv',
      'counter.tsv',
      'kiosk.tsv',
      'depot.tsv',
      'arcade.tsv',
      'harbour.tsv',
      'quay.tsv',
      'ferry.tsv',
      'pier.tsv',
      'bazaar.tsv',
      'jetty.tsv',
      'square.tsv',
      'lobby.tsv',
      'plaza.tsv',
      'terrace.tsv',
      'balcony.tsv',
      'veranda.tsv',
      'meadow.tsv',
    ],
  ])('of %s: 98 of 100 opt-outs are ended or asked, 1 of 100 others is ended', (file) => {
    const rows = rowsOf(file)
    const read = (label: string) =>
      rows.filter((row) => row.label === label).map(({ text }) => readReply(text))
    const outs = read('out')
    const others = read('not')
    expect(outs.filter((meaning) => meaning !== undefined).length / outs.length).toBeGreaterThanOrEqual(0.98)
    expect(others.filter((meaning) => meaning === 'stop').length / others.length).toBeLessThanOrEqual(0.01)
  })

  it('have the weights that their lists give: else run `npm run weigh-replies`', () => {
    expect(Weights.parse(weights).lists).toBe(knownReplies().lists)
  })

  it.each(['stop ', 'no mandar ', 'do not send me ', 'how do i stop ', 'मत भेजो ', 'a', '🛑', 'لا ترسل '])(
    'of 10,000 characters are read in a moment, and as quickly as a long message: %s',
    (part) => {
      // Of this thread alone: the process also collects garbage and runs other files' work at the same time.
      const msFor = (characters: number): number => {
        const text = part.repeat(Math.ceil(characters / part.length))
        const reads = Array.from({ length: 20 }, () => {
          const before = process.threadCpuUsage()
          readReply(text)
          const { user, system } = process.threadCpuUsage(before)
          return (user + system) / 1_000
        })
        return Math.min(...reads)
      }
      const huge = msFor(10_000)
      expect(huge).toBeLessThan(40)
      expect(huge).toBeLessThan(2 * msFor(1_000) + 10)
    },
  )

  it.each([
    "don't stop sending the coupons",
    'cancel my appointment',
    'stop my order',
    'the bus stop is here',
    'não pare de mandar as ofertas',
    'offer band mat karna',
    'bitte nicht aufhören mit den Angeboten',
    'not now',
    'later',
  ])('that go on, wait or are about goods are no opt-outs: %s', (text) => {
    expect(readReply(text)).not.toBe('stop')
  })

  it.each([
    '',
    ' ',
    '!!!',
    '42',
    'stop '.repeat(3000),
    '\0',
    '\ud800',
    'a'.repeat(100_000),
    '(((((',
    '$& $1',
  ])('of any kind are read without an error', (text) => {
    expect(() => readReply(text)).not.toThrow()
  })
})

describe('a refusal of messages', () => {
  it.each([
    ['Your messages never stop. Remove my number.', 'stop'],
    ["I love your shop but don't send me promotions", 'stop'],
    ["if you keep sending I'll block you", 'stop'],
    ['no no stop', 'stop'],
    ['STOP STOP STOP I never shop there', 'stop'],
    ['wrong num delete it', 'stop'],
    ['kitni baar bolu STOP STOP STOP', 'stop'],
    ['You people won’t stop texting me', 'doubtful'],
    ['the messages never stop', 'doubtful'],

    ["Don't call or text me", 'stop'],
    ['no me llamen ni me escriban', 'stop'],
    ['não me ligue nem mande mensagem', 'stop'],
    ["ne m'appelez plus et ne m'écrivez plus", 'stop'],
    ['call mat karo message bhi mat karo', 'stop'],
    ['لا تتصل ولا ترسل', 'stop'],
    ['f*** off', 'stop'],
    ['Please unsubscribe... just kidding, send me the offer', 'doubtful'],
    ['Do not text, please call me', 'doubtful'],
    ["Stop! I can't look 😂", 'doubtful'],
    ["please don't stop the weekly offers", undefined],
    ["n'arrêtez pas de m'envoyer vos promos j'adore", undefined],
    ['I saw "Reply STOP to opt out" but I want to keep getting them', undefined],
    ['text me', undefined],
    ['hello message', undefined],
    ['block B', undefined],
  ])('is told from a wish for more by who does not stop: %s', (text, meaning) => {
    expect(readReply(text)).toBe(meaning)
  })

  it.each([
    'Do not call me, text me instead',
    'call mat karo, message karo',
    'no me llamen, escríbanme por aquí',
    'me liguem não, mandem mensagem',
    'bitte nicht anrufen, lieber schreiben',
    "ne m'appelez pas, écrivez-moi plutôt",
    'कॉल मत करो, मैसेज कर दो',
    'jangan telepon, chat aja ya',
    'what is your unsubscribe rate',
    'I did not mean to unsubscribe',
    'can you stop sending the wrong size',
    'why have you stopped sending the offers',
    'offer bhejna band kyu kiya',
    'warum bekomme ich keine Angebote mehr?',
    'ليش وقفتوا ترسلوا العروض',
    "ne m'appelez pas maintenant, je suis en réunion",
    'do not call now, I am in class',
    'no manden el pedido hoy, no estoy en casa',
    'enough for 4 people?',
    'stop di depan gerbang ya pak',
    'can you remove the extra charge from my bill',
    "please don't cancel my appointment",
    'why am I not receiving your messages anymore',
    'stop charging my card twice',
    'how do I get on the waiting list',
  ])('is none where it is about something else: %s', (text) => {
    expect(readReply(text)).toBeUndefined()
  })

  it.each([
    'No, thank you',
    'nein danke',
    'sorry, wrong number',
    'salah sambung maaf',
    'Who gave you my number?',
    'stop sending Raju',
    'stop by tomorrow?',
    'de onde tiraram meu número',
    'Stop?',
    'too many messages',
    'हमें इसकी आवश्यकता नहीं है',
    'لا شكرا',
  ])('that may be one asks back: %s', (text) => {
    expect(readReply(text)).toBe('doubtful')
  })
})

describe('a reply that says no', () => {
  it.each([
    'não quero receber isso',
    'nao quero receber',
    'nao quero me inscrever',
    'I do not subscribe',
    'no start',
    'nicht anmelden',
    'Je ne veux pas m’abonner',
  ])('never asks for messages: %s', (text) => {
    expect(['subscribe', 'start']).not.toContain(readReply(text))
  })
})

describe('a slip of the finger', () => {
  it.each(['stpo', 'Sotp', 'unsubcribe', 'unsubscrieb', 'Abmeldn', 'berhneti'])(
    '%s is an opt-out',
    (text) => {
      expect(readReply(text)).toBe('stop')
    },
  )
  it.each(['cancl', 'canecl', 'remve'])('%s may be one', (text) => {
    expect(readReply(text)).toBe('doubtful')
  })
  it.each(['pasta', 'pagar', 'guitar', 'cancer', 'parent', 'crease'])('%s says nothing', (text) => {
    expect(readReply(text)).toBeUndefined()
  })
  it.each(['shop', 'step', 'top', 'anmelden', 'Anmeldung', 'subscribe', 'sari'])('%s is none', (text) => {
    expect(readReply(text)).not.toBe('stop')
  })
})

describe('an opt-out', () => {
  const words = replyLanguages.flatMap(({ alone }) => alone)

  it('counts however it is written', () => {
    for (const word of words) {
      for (const text of [word.toUpperCase(), `${word}!!!`, `  ${word}. `, `"${word}"`, `${word} 🙏`]) {
        expect([text, readReply(text)]).toEqual([text, 'stop'])
      }
    }
  })

  it('counts when it is said twice or three times', () => {
    for (const word of words) {
      for (const text of [`${word} ${word}`, `${word}, ${word}! ${word}`]) {
        expect([text, readReply(text)]).toEqual([text, 'stop'])
      }
    }
  })

  it('counts with polite words of its language on either side', () => {
    for (const { alone, polite, unspaced } of replyLanguages) {
      const between = unspaced ? '' : ' '
      for (const word of alone) {
        for (const please of polite.slice(0, 3)) {
          for (const text of [`${please}${between}${word}`, `${word}${between}${please}`]) {
            expect([text, readReply(text) === 'stop' || readReply(text) === 'doubtful']).toEqual([text, true])
          }
        }
      }
    }
  })

  it('is the title of every button that says so, and no other', () => {
    for (const { code } of replyLanguages) {
      const { stop, keep } = questionText('stop', code, 'A')
      expect([keep, readReply(keep)]).not.toEqual([keep, 'stop'])
      expect(stop.length).toBeLessThanOrEqual(20)
      expect(keep.length).toBeLessThanOrEqual(20)
    }
  })
})

describe('a button', () => {
  const press = (text: string, payload?: string) =>
    meaningOf({ phone: '+919422018894', bsuid: null, kind: 'button', text, payload, at: new Date(0) })

  it('opts out by its title or by its payload', async () => {
    expect(await press('Stop promotions', 'x')).toBe('stop')
    expect(await press('Not for me', 'STOP_PROMOTIONS')).toBe('stop')
    expect(await press('👎', 'opt-out')).toBe('stop')
  })

  it('never means by Start that somebody wants messages again', async () => {
    for (const word of replyLanguages.flatMap(({ start }) => start)) {
      expect([word, await press(word, word)]).toEqual([word, undefined])
    }
  })
})

it('every rule of every language compiles, and its words are written as replies are read', () => {
  for (const language of replyLanguages)
    expect(compileLanguage(language).rules.source).not.toContain('undefined')
})

it('every expression that matches is run, though most are left out by their words', () => {
  const spaced = replyLanguages.filter(({ unspaced }) => !unspaced)
  const asked = Object.values(hints)
  const patterns = [
    ...spaced.map((language) => compileLanguage(language).rules),
    ...asked.map((rules) => new RegExp(compileAsides({ rules }), 'u')),
  ]
  const gate = gateOf([...spaced, ...asked.map((rules) => ({ rules }))])
  const missed = rowsOf('developed.tsv').flatMap(({ text }) => {
    const words = wordsOf(text)
    const open = gate(words)
    return patterns.filter((pattern, nr) => !open.has(nr) && pattern.test(words)).map(() => text)
  })
  expect(missed).toEqual([])
  expect(gate(' parcel 4711 ').size).toBe(0)
})
