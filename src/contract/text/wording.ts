import { z } from 'zod'

/**
 * The message of a field that has none of its own, written for a person. Screens and
 * server share them, because both validate with the same schemas.
 */
z.config({
  customError: (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined || issue.input === null
          ? 'This is required.'
          : `This must be ${kinds[issue.expected] ?? 'of another kind'}.`
      case 'too_small':
        return tooSmall(issue.origin, Number(issue.minimum))
      case 'too_big':
        return tooBig(issue.origin, Number(issue.maximum))
      case 'invalid_value':
        return `This must be one of ${issue.values.map(String).join(', ')}.`
      case 'invalid_format':
      case 'invalid_union':
      case 'invalid_element':
      case 'invalid_key':
        return 'This is not valid.'
      case 'unrecognized_keys':
        return `These are not known here: ${issue.keys.join(', ')}.`
      default:
        return undefined
    }
  },
})

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  date: 'a date',
  record: 'an object',
}

function tooSmall(origin: string, minimum: number): string {
  if (origin === 'string') return minimum === 1 ? 'This is required.' : `Use at least ${minimum} characters.`
  if (origin === 'array') return minimum === 1 ? 'Choose at least one.' : `Choose at least ${minimum}.`
  return `This must be ${minimum} or more.`
}

function tooBig(origin: string, maximum: number): string {
  if (origin === 'string') return `Use at most ${maximum.toLocaleString('en')} characters.`
  if (origin === 'array') return `This takes at most ${maximum.toLocaleString('en')} at once.`
  return `This must be ${maximum.toLocaleString('en')} or less.`
}
