/** Titles before a name, in small letters and without a dot. */
export const titles: readonly string[] = [
  'mr mrs ms miss mx dr prof sir madam shri smt sr sra srta dra profa señor señora señorita senhor senhora',
  'herr frau mme mlle monsieur madame bpk bapak ibu श्री श्रीमती सुश्री डॉ डा',
].flatMap((words) => words.split(' '))

/** Those that begin a name, as an expression for JavaScript and PostgreSQL alike. */
export const leadingTitles = `^(?:(?:${titles.join('|')})(?:\\.\\s*|\\s+))+(?=\\S)`

/** The first of a name's words that is no title: "Dr. Asha Rao" is Asha. */
export function firstName(name: string): string {
  const [first = ''] = name.trim().replace(new RegExp(leadingTitles, 'iu'), '').split(/\s+/)
  return first
}
