import { linksIn } from '#contract/text/links.ts'
import type { Sendable } from '#server/features/templates/templates.ts'
import type { Draft } from './draft.ts'
import { fillingOf } from './variables.ts'

/** What the provider takes as one value. */
const longestValue = 1024

/**
 * What a campaign sends, with its links whose clicks are counted: buttons of the template, and addresses that the owner
 * wrote into the text. An address in a lead's data is left alone: whoever wrote it would choose where our link leads.
 */
export function sendableWithLinks(
  sendable: Sendable,
  { mapping, customMessage }: Pick<Draft, 'mapping' | 'customMessage'>,
  countClicks: boolean,
) {
  if (!countClicks) return sendable
  const written = fillingOf(sendable.variables, mapping, customMessage).flatMap(({ variable, source }) => {
    if (variable.where !== 'body' || !source) return []
    if ('text' in source) return [source.text]
    return 'field' in source && source.field === 'custom_message' && customMessage ? [customMessage] : []
  })
  const addresses = written.flatMap((text) =>
    linksIn(text.replace(/\s+/g, ' ').trim().slice(0, longestValue)),
  )
  const links = [...new Set(addresses)].map((target) => ({ target }))
  return { ...sendable, links: [...sendable.links, ...links] }
}
