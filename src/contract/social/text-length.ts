import type { Platform, PostFormat } from './networks.ts'
import { textRules } from './rules.ts'

const utf8 = new TextEncoder()

/** LinkedIn's mention, which stays as it is: `@[Name](urn:li:organization:123)`. */
const linkedinMention = /@\[[^\]]{1,200}\]\(urn:li:[a-zA-Z]+:[\w-]+\)/g
const linkedinHashtag = /#[\p{L}\p{N}_]+/gu
const linkedinEscaped = /[\\|{}@[\]()<>*_~#]/g

/** How much LinkedIn's escaping adds: a backslash before each reserved character that is no hashtag or mention. */
function linkedinEscapes(text: string): number {
  const rest = text.replace(linkedinMention, ' ').replace(linkedinHashtag, '')
  return (rest.match(linkedinEscaped) ?? []).length
}

/**
 * The length of a text as the network counts it: YouTube in bytes of UTF-8, LinkedIn with its escapes, the others in
 * UTF-16 units, the strictest reading of "characters".
 */
export function textLength(platform: Platform, text: string): number {
  if (textRules[platform].unit === 'bytes') return utf8.encode(text).length
  return platform === 'linkedin' ? text.length + linkedinEscapes(text) : text.length
}

/** The hashtags in a text, without `#`, in their order. */
export function hashtagsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}\p{M}_&/#])[#＃]([\p{L}\p{N}\p{M}_]+)/gu)].map(
    ([, tag]) => tag ?? '',
  )
}

/** The accounts that a text mentions, without `@`; addresses of e-mail are none. */
export function mentionsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}_.@])[@＠](\w(?:[\w.]{0,28}\w)?)/gu)].map(([, name]) => name ?? '')
}

/** YouTube's count of tags: the commas between them count, and a tag with a space counts two quotes. */
export function tagsLength(tags: readonly string[]): number {
  const lengths = tags.map((tag) => tag.length + (tag.includes(' ') ? 2 : 0))
  return lengths.reduce((sum, length) => sum + length, 0) + Math.max(0, tags.length - 1)
}

export const mostInTags = 500
/** A comment's own limit: Facebook's, and Instagram's with its hashtags. */
export const mostInComment: Partial<Record<Platform, number>> = { facebook: 8_000, instagram: 2_200 }

/** The text as it is published: networks show no link beside a file, so it is added to the text. */
export const textWithLink = (text: string, link: string | null | undefined, hasFile: boolean): string =>
  hasFile && link && !text.includes(link) ? `${text}\n\n${link}`.trim() : text

/** What is wrong with the words of a post at one network. `found` and `limit` are counted as the network counts. */
export type TextProblem = {
  field: 'caption' | 'first_comment' | 'title' | 'tags'
  code:
    | 'too_long'
    | 'too_many_hashtags'
    | 'too_many_mentions'
    | 'refused_character'
    | 'title_missing'
    | 'no_first_comment'
  limit: number
  found: number
}

export type PostText = {
  caption: string
  first_comment?: string | null | undefined
  title?: string | null | undefined
  tags?: readonly string[] | undefined
}

/** All that a network would refuse in the words of a post. A story has no text, so its caption is not looked at. */
export function textProblems(platform: Platform, format: PostFormat, words: PostText): TextProblem[] {
  const rule = textRules[platform]
  const problems: TextProblem[] = []
  const atMost = (field: TextProblem['field'], code: TextProblem['code'], found: number, limit?: number) => {
    if (limit !== undefined && found > limit) problems.push({ field, code, limit, found })
  }
  const refused = (field: TextProblem['field'], text: string) => {
    if (rule.refused?.test(text)) problems.push({ field, code: 'refused_character', limit: 0, found: 1 })
  }
  if (format !== 'story') {
    atMost('caption', 'too_long', textLength(platform, words.caption), rule.most)
    atMost('caption', 'too_many_hashtags', hashtagsIn(words.caption).length, rule.hashtags)
    atMost('caption', 'too_many_mentions', mentionsIn(words.caption).length, rule.mentions)
    refused('caption', words.caption)
  }
  const comment = words.first_comment ?? ''
  if (comment) {
    if (!rule.firstComment || format === 'story')
      problems.push({ field: 'first_comment', code: 'no_first_comment', limit: 0, found: 1 })
    atMost('first_comment', 'too_long', comment.length, mostInComment[platform])
    atMost('first_comment', 'too_many_hashtags', hashtagsIn(comment).length, rule.hashtags)
  }
  if (rule.title) {
    const title = words.title?.trim() ?? ''
    if (rule.title.required && title === '')
      problems.push({ field: 'title', code: 'title_missing', limit: rule.title.most, found: 0 })
    atMost('title', 'too_long', title.length, rule.title.most)
    refused('title', title)
    atMost('tags', 'too_long', tagsLength(words.tags ?? []), mostInTags)
    refused('tags', (words.tags ?? []).join(','))
  }
  return problems
}
