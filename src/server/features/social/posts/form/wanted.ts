import type { PostContent, PostMedia, PostOptions, PostTarget } from '#contract/social/posts.ts'
import type { Platform, PostFormat, SocialAccount } from '#contract/social/social.ts'

/** A post as somebody asks for it, whether in a form, a series or a file. */
export type WantedPost = {
  targets: (PostTarget & {
    platform?: Platform
    /** What it was until now: it stays so where no format is asked for and the files still make one. */
    formatBefore?: PostFormat
  })[]
  caption: string
  firstComment: string | null
  link: string | null
  options: PostOptions
  media: PostMedia[]
  /** Sentences about one target name its place. */
  severalTargets: boolean
}

/** What goes to one account, judged. */
export type JudgedTarget = {
  account: SocialAccount
  format: PostTarget['format'] & string
  caption: string
  firstComment: string | null
  link: string | null
  options: PostOptions
  media: PostMedia[]
  /** The hashes of its files, in their order. */
  hashes: string[]
}

export function wantedOf(content: PostContent): WantedPost {
  return {
    targets: content.targets,
    caption: content.caption,
    firstComment: content.first_comment ?? null,
    link: content.link ?? null,
    options: content.options ?? {},
    media: content.uploaded,
    severalTargets: true,
  }
}
