/**
 * Figures of messages, leads and consent, kept from their rows and checked against them; what people did afterwards, and
 * what they came from.
 */

export { eraseConversions } from './conversions/list.ts'
export { metaEventContext } from './meta-events/settings.ts'
export { sourceContext } from './shops/sources.ts'
