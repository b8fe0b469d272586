import type { WebhookState } from '#contract/webhooks.ts'
import type { Tone } from '#web/components/status.tsx'

/** What became of a stored webhook, by the contract's word. */
export const states: Record<WebhookState, { name: string; tone: Tone }> = {
  applied: { name: 'Applied', tone: 'delivered' },
  waiting: { name: 'Waiting', tone: 'queued' },
  unrecognised: { name: 'Not recognised', tone: 'unknown' },
  failed: { name: 'Failed', tone: 'failed' },
}

/** What can be in a webhook, as the server names it, and as a person would. The most frequent first. */
const names: Readonly<Record<string, string>> = {
  status: 'Message status',
  message: 'Message to you',
  echo: 'Message from your own app',
  preference: 'Marketing preference',
  template_status: 'Template status',
  template_quality: 'Template quality',
  template_category: 'Template category',
  template_components: 'Template text',
  phone_limit: 'Number’s limit or quality',
  phone_name: 'Number’s name',
  username: 'Username',
  capability: 'Daily limit',
  account_update: 'Account update',
  account_review: 'Account review',
  account_alert: 'Account alert',
  account_error: 'Account error',
  security: 'Security',
}

/** The choices of the filter by what was in a webhook. */
export const contents: readonly { value: string; name: string }[] = Object.entries(names).map(
  ([value, name]) => ({ value, name }),
)

/** `status, template_status` → `Message status, template status`; a kind nobody knows stands under its own name. */
export function contentWords(fields: readonly string[]): string {
  const words = fields.map((field) => names[field] ?? sentenceCase(field.replaceAll('_', ' ')))
  return words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toLowerCase() + word.slice(1)))
    .join(', ')
}

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
