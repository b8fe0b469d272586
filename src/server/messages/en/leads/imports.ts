export const imports = {
  fileMissing: 'Please choose a CSV file first',
  onlyCsv: 'Only .csv is accepted. For Excel files and contact cards, use Import.',
  anyList: 'Choose a .csv, .tsv, .txt, .xlsx, .xls, .ods or .vcf file.',
  tooLarge: 'This file is larger than {megabytes, number} MB. Split it, or remove columns.',
  fileGone: 'We no longer keep this file. Upload it again.',
  encodingUnsure: "We're not sure about the encoding of this file. Save it as UTF-8, or use Import.",
  cancelled: 'The import was cancelled.',
  started: 'This import has already started.',
  notRunning: 'This import is not running. If it is done, you can undo it.',
  notDone: 'You can only undo an import that is done.',
  tooOld: 'You can undo an import for {days, plural, one {# day} other {# days}}. This one is older.',
  undoing: 'This import is being undone already.',
  columnsChanged: 'The columns have changed. Read the file again.',
  phoneMissing: 'Choose the column with the phone numbers.',
  faults: {
    empty: '{file} is empty.',
    not_csv: '{file} is not a CSV file. Export your list as CSV and upload it again.',
    damaged: '{file} is damaged. Save it again, or as CSV, and upload it again.',
    not_table: '{file} is neither a CSV file nor an Excel workbook.',
    long_line: 'Line {line} is longer than {kilobytes, number} KB. Shorten it and upload the file again.',
    open_quote: 'A quote in line {line} is never closed. Fix or remove it, and upload the file again.',
    no_rows: 'This file has no rows.',
    sheet_unreadable: "This spreadsheet can't be read. Save it as CSV and upload that.",
    sheet_too_large: 'This spreadsheet is too large. Save it as CSV and upload that.',
    sheet_too_slow: 'This spreadsheet takes too long to read. Save it as CSV and upload that.',
    old_excel:
      "This old Excel file can't be read. If it has a password, remove it. Save the file as .xlsx or CSV.",
    rows_too_large: 'The rows of this file are too large. Check that it lists one person per row.',
    internal: 'The import failed on our side and was undone. Try again. The server log has the cause.',
  },
  notes: {
    open_quote: 'A quote in this file is never closed. We read quotes as plain characters.',
    encoding_unsure:
      "We're not sure about the encoding of this file. Check the words, and change it if they look wrong.",
    sheets:
      'This workbook has {count, number} sheets. We read "{sheet}". Choose another if it is not your list.',
    lines_above:
      '{count, plural, one {We skip the line above the table.} other {We skip the # lines above the table.}}',
    no_rows: 'There is nothing below the first row.',
    many_columns:
      'This file has {count, number} columns. We read the first {limit, number}. Remove columns you do not need.',
    unreadable_cells:
      '{count, plural, one {# cell has unreadable characters. We leave them out.} other {# cells have unreadable characters. We leave them out.}}',
  },
} as const
