/**
 * Templates: what the owner writes, and the mirror of what the provider holds.
 *
 * - `templates`: the owner's. One is linked to the provider's once it was submitted.
 * - `provider_templates`: the mirror. Its status is the status; it follows by webhook and by a periodic sync.
 */
export { applyTemplateEvents, type TemplateEvent } from './events.ts'
export { cardMediaFor, headerMediaFor } from './header-media.ts'
export { findRates } from './message-rates.ts'
export { sameComponents } from './same-components.ts'
export { findSendableByName, getSendable, type Sendable } from './sendable.ts'
export {
  refreshTemplate,
  templateCategoryCode,
  templateInReviewCode,
  templateResumed,
  templateStopped,
} from './templates.job-names.ts'
export {
  headerKindOf,
  previewName,
  templateValues,
  valueProblem,
  variableKey,
  variablesOf,
} from './variables.ts'
