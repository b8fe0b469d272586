/** A file that cannot be read as a table. The message is one sentence for the person who sent it. */
export class UnreadableFile extends Error {}

export const tooLargeSheet = 'This spreadsheet is too large. Save it as CSV and drop that.'
