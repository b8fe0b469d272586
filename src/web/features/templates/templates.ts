/** What other screens show of the templates. */
export { SubmitTemplateForm } from './form/submit-template.tsx'
