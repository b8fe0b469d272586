/** What other screens use of the campaign's form. */
export { useCampaignChecks, usePreviews } from './campaigns.queries.ts'
export { type Filling, fillingOf, parametersOf, unwrittenTexts } from './form/draft-state.ts'
export { LeadPicker } from './form/lead-picker.tsx'
export { TagsField } from './form/tags-field.tsx'
export { VariableRow, VariablesTable } from './form/variables-step.tsx'
export { CountryQuiet } from './form/when/country-quiet.tsx'
export { laterText } from './trial/trial-text.ts'
