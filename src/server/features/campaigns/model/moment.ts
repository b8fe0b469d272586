import { t } from '#server/messages/t.ts'

/** A clock that is a little wrong, or a person who was slow to press the button, does not make a time "past". */
const graceSeconds = 120
export const pastText = (): string => t('campaigns.errors.past')

export function isPast(now: Date, at: Date): boolean {
  return at.getTime() < now.getTime() - graceSeconds * 1000
}
