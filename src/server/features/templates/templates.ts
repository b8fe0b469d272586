/**
 * Templates: what the owner writes, and the mirror of what the provider holds.
 *
 * - `templates`: the owner's. One is linked to the provider's once it was submitted.
 * - `provider_templates`: the mirror. Its status is the status; it follows by webhook and by a periodic sync.
 */

export { movedVariables } from './content/moved-variables.ts'
export { sameComponents } from './content/same-components.ts'
export { canTrackLinks, linkBase } from './content/tracked-buttons.ts'
export {
  headerKindOf,
  previewName,
  templateValues,
  valueProblem,
  variableKey,
  variablesOf,
} from './content/variables.ts'
export { applyTemplateEvents, type TemplateEvent } from './provider/events.ts'
export { cardMediaFor, headerMediaFor } from './records/header-media.ts'
export {
  refreshTemplate,
  templateCategoryCode,
  templateInReviewCode,
  templateMoved,
  templateResumed,
  templateStopped,
} from './records/job-names.ts'
export { findRates } from './records/message-rates.ts'
export { findSendableByName, getSendable, marketingSince, type Sendable } from './records/sendable.ts'
