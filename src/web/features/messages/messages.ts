/** What other screens show of the messages. */
export { useLogFilters } from './log-filters.ts'
export { MessageLogs } from './message-logs.tsx'
export { SendMessageForm } from './send-message-form.tsx'
export { TemplatePicker } from './single/template-picker.tsx'
export { VariableFields } from './single/variable-fields.tsx'
