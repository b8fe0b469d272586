import type { PostStatus } from '#contract/social/posts.ts'
import { heldBy } from '../accounts/held-by.ts'

type StateRow = { state: string; due_at: Date; created_at: Date }

const underWay = ['uploading', 'container_created', 'finished', 'publishing']

/** A post that was to go out at once has no time that it waits for. */
export const isPostedNow = ({ due_at, created_at }: Omit<StateRow, 'state'>): boolean => due_at <= created_at

/** The specification's status of a state. One that was to go out at once is on its way, never scheduled. */
export const statusOf = (row: StateRow): PostStatus => statusBy(row.state, isPostedNow(row))

export function statusBy(state: string, postedNow: boolean): PostStatus {
  if (underWay.includes(state)) return 'publishing'
  if (state === 'scheduled') return postedNow ? 'publishing' : 'scheduled'
  return state as PostStatus
}

/** The states that a status stands for. */
export const statesOf = (status: PostStatus): string[] =>
  status === 'publishing' ? [...underWay, 'scheduled'] : [status]

/** It waits for its time and nobody publishes it: it can be edited, moved and deleted. */
export const isFree = (
  row: { state: string; claim: string | null; claimed_until: Date | null },
  now: Date,
): boolean => row.state === 'scheduled' && !(row.claim && row.claimed_until && row.claimed_until > now)

/** Why it waits or ended. A post that waits says before its time that its account cannot be posted to. */
export const reasonOf = (row: {
  state: string
  reason: string | null
  account_status: string
  account_reason: string | null
}): string | null =>
  row.state === 'scheduled'
    ? (heldBy({ status: row.account_status, status_reason: row.account_reason }) ?? row.reason)
    : row.reason
