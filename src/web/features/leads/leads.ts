/** What other screens show of a lead. */

export { ConsentWindow } from './consent-window.tsx'
export { useLeadTags, useUpdateLead } from './leads.queries.ts'
export { messageStatusName } from './message-status.ts'
export { LeadFieldInputs } from './person/lead-field-inputs.tsx'
export { PersonRights } from './person/person-rights.tsx'
export { sourceName } from './source-name.ts'
