import { z } from 'zod'
import { t } from '../messages/t.ts'

/**
 * The message of a field that has none of its own, written for a person. Screens and
 * server share them, because both validate with the same schemas.
 */
z.config({
  customError: (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined || issue.input === null
          ? t('fields.required')
          : t('fields.kind', { kind: issue.expected })
      case 'too_small':
        return tooSmall(issue.origin, Number(issue.minimum))
      case 'too_big':
        return tooBig(issue.origin, Number(issue.maximum))
      case 'invalid_value':
        return t('fields.oneOf', { values: issue.values.map(String).join(', ') })
      case 'invalid_format':
      case 'invalid_union':
      case 'invalid_element':
      case 'invalid_key':
        return t('fields.invalid')
      case 'unrecognized_keys':
        return t('fields.unknownKeys', { names: issue.keys.join(', ') })
      default:
        return undefined
    }
  },
})

function tooSmall(origin: string, count: number): string {
  if (origin === 'string') return count === 1 ? t('fields.required') : t('fields.minCharacters', { count })
  return t(origin === 'array' ? 'fields.chooseMin' : 'fields.min', { count })
}

function tooBig(origin: string, count: number): string {
  if (origin === 'string') return t('fields.maxCharacters', { count })
  return t(origin === 'array' ? 'fields.chooseMax' : 'fields.max', { count })
}
