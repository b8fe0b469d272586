import { GraphError } from '../graph/graph-errors.ts'

/** A refusal of a template as Meta answers it: code 100, a subcode, and two sentences for people. */
export const templateError = (subcode: number, userTitle: string, userMessage: string): GraphError =>
  new GraphError(100, { message: 'Invalid parameter', subcode, userTitle, userMessage })

/** A component without something it needs. */
export const missingField = (what: string) =>
  templateError(
    2388043,
    'Message template "components" param is missing expected field(s)',
    `Message template "components" param is missing expected field(s): ${what}`,
  )

export const tooLong = (where: string, limit: number, length: number) =>
  templateError(
    2388040,
    'Character Limit Exceeded',
    `The ${where} field's character count is ${length}, which exceeds the limit of ${limit}.`,
  )

/** The format codes by component. */
export const formatErrors = {
  header: (why: string) =>
    templateError(2388047, 'Message Header Format Is Incorrect', `The message header can't have ${why}.`),
  body: (why: string) =>
    templateError(2388072, 'Message body format is incorrect', `The message body can't have ${why}.`),
  footer: (why: string) =>
    templateError(2388073, 'Message Footer Format Is Incorrect', `The message footer can't have ${why}.`),
  buttons: (why: string) =>
    templateError(2388060, 'Button Format Is Incorrect', `Buttons can't have ${why}.`),
}
