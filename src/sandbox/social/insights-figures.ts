import { createHash } from 'node:crypto'
import type { SocialPost } from '../world/social-posts.ts'

const hourMs = 3_600_000
/** After so long a post has about two thirds of what it will ever have. */
const growthMs = 36 * hourMs

const most = {
  reach: [600, 7000],
  views: [900, 9800],
  likes: [20, 420],
  comments: [2, 60],
  shares: [0, 40],
  saves: [0, 55],
  clicks: [4, 130],
} as const
export type SandboxFigure = keyof typeof most

/** A figure of a post: it follows from the post's id, and grows with its age. */
export function figureOf(post: SocialPost, figure: SandboxFigure, now = Date.now()): number {
  const [low, high] = most[figure]
  const share = createHash('sha256').update(`${post.id} ${figure}`).digest().readUInt32BE() / 2 ** 32
  const age = Math.max(0, now - post.at)
  return Math.floor((low + share * (high - low)) * (1 - Math.exp(-age / growthMs)))
}
