import { history } from './leads/history.ts'
import { imports } from './leads/imports.ts'
import { search } from './leads/search.ts'

export const leads = {
  notFound: {
    leads:
      '{count, plural, one {# of these leads was not found. Reload the list and choose again.} other {# of these leads were not found. Reload the list and choose again.}}',
    page: 'This page of the list does not exist. Go back to the first page.',
  },
  added: '{count, plural, one {Lead added successfully} other {Leads added successfully}}',
  uploaded: 'CSV leads uploaded successfully',
  requestEmpty: 'This request has no leads.',
  phoneTaken: 'Another lead has the number {phone}. Change or delete that lead first.',
  mostTags: 'A lead has at most {most, number} tags. Remove one first.',
  erased: 'This person asked to be erased, so we do not keep their number. They can message you again.',
  fields: {
    most: 'A business has at most {most, number} fields. Delete one first.',
    nameTaken: 'There is a field or a column named {name}. Choose another name.',
    choices: 'Give at least one choice, and each choice once.',
    value:
      '{name} needs {kind, select, number {a number, such as 12.5} date {a date, such as 2026-11-24} choice {one of its choices} yes_no {yes or no} other {a text}}.',
  },
  consent: {
    howMissing: 'Say how this person agreed to receive messages.',
    howMissingMany: 'Say how these people agreed to receive messages.',
    optedOut: 'This person opted out. Record their consent if they agreed again.',
  },
  bulk: {
    nobody: 'Choose leads, or a filter.',
    tagMissing: 'Enter a tag.',
    tooOld: 'You can undo a change for {days, plural, one {# day} other {# days}}. This one is older.',
    undoing: 'This change is being undone already.',
  },
  resolve: {
    notLead: 'This is not a lead.',
    badLead: 'Give a lead as its id, or as an object with a phone.',
    notLeads: 'Some of these are not leads.',
    numbers: '{count, number} of these numbers cannot be used. The first: {problem}',
  },
  phone: {
    empty: 'No phone number.',
    rounded_by_excel:
      'Excel lost the last digits of this number. Format the column as text and export again.',
    not_a_number: 'This is not a phone number.',
    no_country: 'The country code is missing. Write the number with + and the country code.',
    no_area_code: 'The area code may be missing. Write the number with + and the country code.',
    other_country: "The number doesn't match the country of this row. Correct one of them.",
    not_valid: "This number doesn't exist. Check its digits.",
    possible: '{problem} Possible: {numbers}.',
    repeated: 'Same number twice in the file. We merged the rows.',
    blank: 'Empty row.',
  },
  history,
  search,
  imports,
} as const
