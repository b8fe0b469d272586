import type { PartName } from './index-parts.ts'

export type Step = PartName | 'end'
/** A row of parts, each at most so many words behind the one before. */
export type Pattern = {
  steps: readonly Step[]
  gap: number
  /** What is put off or about goods is none of ours. */
  unless?: readonly PartName[]
  anyOrder?: boolean
  /** In this order in every language. */
  isFixed?: boolean
  /** Needs one of these anywhere in the sentence. */
  beside?: readonly PartName[]
  /** Begins with one of the first words. */
  latest?: number
  /** Of longer sentences nothing. */
  most?: number
  means?: 'doubtful'
}

const goods: readonly PartName[] = ['thing']
const goodsOrLater: readonly PartName[] = ['thing', 'time']
export const aboutMessages: ReadonlySet<Step> = new Set<Step>(['msgs', 'bother', 'held', 'agree'])
const talk: readonly PartName[] = ['msgs', 'bother', 'law']

export const patterns: readonly Pattern[] = [
  { steps: ['idiom'], gap: 0, unless: goods },
  { steps: ['no', 'bother'], gap: 2, unless: goodsOrLater },
  { steps: ['no', 'send', 'msgs'], gap: 3, unless: goodsOrLater },
  { steps: ['no', 'send', 'more'], gap: 2, unless: goodsOrLater },
  { steps: ['no', 'msgs', 'send'], gap: 2, unless: goodsOrLater },
  { steps: ['deed', 'no', 'act'], gap: 2, unless: goodsOrLater, isFixed: true },
  { steps: ['no', 'msgs', 'more'], gap: 1, unless: [...goodsOrLater, 'came'], isFixed: true },
  { steps: ['no', 'more', 'msgs'], gap: 0, unless: goodsOrLater },
  { steps: ['no', 'me', 'send', 'end'], gap: 1, unless: goodsOrLater },
  { steps: ['no', 'send', 'me', 'end'], gap: 1, unless: goodsOrLater },
  { steps: ['no', 'send', 'end'], gap: 0, unless: goodsOrLater },
  { steps: ['stop', 'send'], gap: 3, unless: goods },
  { steps: ['stop', 'bother'], gap: 3, unless: goods },
  { steps: ['stop', 'msgs'], gap: 3, unless: goods },
  { steps: ['stop', 'receive'], gap: 2, unless: ['thing', 'came'] },
  {
    steps: ['no', 'msgs'],
    gap: 0,
    unless: [...goodsOrLater, 'came', 'own', 'ask'],
    isFixed: true,
    latest: 2,
  },
  { steps: ['noPast', 'more', 'number'], gap: 3, unless: ['thing', 'own', 'came'], anyOrder: true },
  { steps: ['noPast', 'number', 'more'], gap: 3, unless: ['thing', 'own', 'came'], isFixed: true },
  { steps: ['remove', 'held'], gap: 3, unless: goods, anyOrder: true },
  { steps: ['remove', 'me', 'end'], gap: 1, unless: goods },
  { steps: ['no', 'want', 'msgs'], gap: 4, unless: goodsOrLater },
  { steps: ['no', 'want', 'bother'], gap: 4, unless: goodsOrLater },
  { steps: ['no', 'want', 'receive', 'msgs'], gap: 3, unless: goodsOrLater },
  { steps: ['no', 'want', 'receive', 'more'], gap: 3, unless: goodsOrLater },
  { steps: ['no', 'want', 'send', 'end'], gap: 3, unless: goodsOrLater },
  { steps: ['decline', 'msgs'], gap: 4, unless: goodsOrLater, anyOrder: true },
  { steps: ['decline', 'bother'], gap: 4, unless: goodsOrLater, anyOrder: true },
  { steps: ['decline', 'receive', 'end'], gap: 2, unless: goodsOrLater },
  { steps: ['no', 'receive', 'more'], gap: 2, unless: goodsOrLater, beside: ['want', 'decline'] },
  { steps: ['fed', 'msgs'], gap: 4, unless: goods, anyOrder: true },
  { steps: ['fed', 'bother'], gap: 4, unless: goods, anyOrder: true },
  { steps: ['halt', 'end'], gap: 0, unless: ['thing', 'halting'], most: 8 },
  { steps: ['halt', 'insult'], gap: 4, unless: ['thing', 'halting'], anyOrder: true, most: 8 },
  { steps: ['no', 'no', 'msgs'], gap: 1, unless: goodsOrLater },
  { steps: ['threat', 'complain'], gap: 3, unless: goods, anyOrder: true },
  { steps: ['threat', 'msgs'], gap: 6, unless: goods, anyOrder: true },
  { steps: ['threat', 'bother'], gap: 6, unless: goods, anyOrder: true },
  { steps: ['threat', 'you'], gap: 2, unless: goods, anyOrder: true },
  { steps: ['law', 'complain'], gap: 8, unless: goods, anyOrder: true },
  { steps: ['law', 'threat'], gap: 8, unless: goods, anyOrder: true },
  { steps: ['bother', 'complain'], gap: 6, unless: goods, anyOrder: true, means: 'doubtful' },
  { steps: ['complain', 'msgs'], gap: 6, unless: goods, anyOrder: true, means: 'doubtful' },
  { steps: ['goes', 'threat'], gap: 7, unless: ['thing', 'came'] },
  { steps: ['law', 'remove'], gap: 8, unless: goods, anyOrder: true },
  { steps: ['goes', 'law'], gap: 8, unless: ['thing'] },
  { steps: ['goes', 'complain'], gap: 8, unless: ['thing', 'came'], beside: ['msgs', 'threat'] },
  { steps: ['threat', 'goes', 'stop'], gap: 3, unless: goods },
  { steps: ['said', 'halt'], gap: 4, unless: ['thing', 'ask'], anyOrder: true, most: 14 },
  { steps: ['said', 'remove', 'held'], gap: 4, unless: ['thing', 'ask'], anyOrder: true },
  { steps: ['how', 'no', 'receive'], gap: 4, unless: ['thing', 'came'] },
  { steps: ['how', 'no', 'more'], gap: 4, unless: ['thing', 'came'], beside: talk },
  { steps: ['how', 'stop'], gap: 4, unless: goods, beside: talk, anyOrder: true },
  { steps: ['want', 'stop'], gap: 4, unless: goods, beside: talk },
  { steps: ['goes', 'complain'], gap: 8, unless: ['thing', 'came'], anyOrder: true, beside: talk },
  { steps: ['request', 'remove', 'held'], gap: 4, unless: goods },
  { steps: ['request', 'remove', 'end'], gap: 3, unless: goods, means: 'doubtful' },
  { steps: ['wrong', 'number'], gap: 1, unless: ['thing', 'own'], anyOrder: true },
  { steps: ['noPast', 'agree'], gap: 3, unless: goods, beside: [...talk, 'receive'] },
  { steps: ['withdraw', 'agree'], gap: 3, unless: goods, anyOrder: true },
  { steps: ['no', 'bother'], gap: 5, unless: ['thing', 'time', 'came'], means: 'doubtful' },
  { steps: ['no', 'msgs'], gap: 5, unless: ['thing', 'time', 'came', 'ask', 'own'], means: 'doubtful' },
  { steps: ['stop', 'msgs'], gap: 8, unless: goods, anyOrder: true, means: 'doubtful' },
  { steps: ['stop', 'me'], gap: 4, unless: goods, means: 'doubtful' },
  { steps: ['remove', 'me'], gap: 2, unless: goods, anyOrder: true, means: 'doubtful' },
  { steps: ['remove', 'held'], gap: 7, unless: goods, anyOrder: true, means: 'doubtful' },
  { steps: ['noPast', 'agree'], gap: 3, unless: goods, means: 'doubtful' },
  { steps: ['law'], gap: 0, unless: goods, beside: ['me', 'you', 'number', 'held'], means: 'doubtful' },
  { steps: ['insult', 'msgs'], gap: 3, unless: goods, anyOrder: true, means: 'doubtful' },
  { steps: ['insult', 'you'], gap: 3, unless: goods, anyOrder: true, most: 7, means: 'doubtful' },
  { steps: ['fed', 'end'], gap: 0, unless: [...goodsOrLater, 'came'], most: 6, means: 'doubtful' },
  { steps: ['much', 'send'], gap: 3, unless: goodsOrLater, anyOrder: true, most: 12, means: 'doubtful' },
  { steps: ['receive', 'much'], gap: 2, unless: goodsOrLater, most: 12, means: 'doubtful' },
  { steps: ['decline', 'end'], gap: 1, unless: [...goodsOrLater, 'came'], most: 8, means: 'doubtful' },
  { steps: ['much', 'msgs'], gap: 3, unless: goods, anyOrder: true, means: 'doubtful' },
]

/** "Not" behind its verb. */
export const behind: readonly Pattern[] = [
  { steps: ['no', 'bother'], gap: 5, unless: goodsOrLater, isFixed: true },
  { steps: ['bother', 'no'], gap: 1, unless: goodsOrLater },
  { steps: ['send', 'no', 'msgs'], gap: 2, unless: goodsOrLater },
  { steps: ['want', 'no', 'msgs'], gap: 2, unless: goodsOrLater },
  { steps: ['want', 'no', 'receive'], gap: 1, unless: goodsOrLater },
  { steps: ['want', 'no', 'bother'], gap: 3, unless: goodsOrLater },
]
