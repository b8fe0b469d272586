/** A broken rule: which, at which field, and the sentence that says what to do. */
export type Problem = { rule: string; field: string; sentence: string }

/** The first sentence for each field at fault, as failures carry them. */
export function sentencesByField(problems: readonly Problem[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { field, sentence } of problems) fields[field] ??= sentence
  return fields
}

export function tooLong(what: string, length: number, limit: number): string {
  return `${what} has ${length} characters; WhatsApp allows ${limit}.`
}
