import { allMissing, type InsightsClient } from '../insights.ts'

/** LinkedIn lets few apps read a member's posts (`r_member_social` is closed; facts: onboarding-oauth §7). Nothing is asked. */
export const linkedinInsights: InsightsClient = {
  batch: 0,
  posts: async (_, posts) => posts.map(() => allMissing('not_offered')),
  account: async () => ({}),
}
