import type { TemplateButton } from '#contract/templates/draft.ts'
import type { TemplateVariable } from '#contract/templates.ts'
import type { App } from '#server/app.ts'
import { buttonsOf, cardsIn } from '#server/providers/meta/calls/template-variables.ts'
import type { GraphTemplateComponent } from '#server/providers/meta/calls/templates.ts'

/** A button whose address at the provider is ours, and where it leads; on a card of a carousel, which one. */
export type TrackedButton = { button: number; target: string; card?: number }

/** Links whose clicks are counted lie under this path. */
const linkPath = '/marketing/l/'
const trackedEnd = `${linkPath}{{1}}`
/** What reviewers see in place of the code of a message. */
const sampleCode = 'Ab3dE6gH9kLm2'

/** The address of a tracked link before its code. */
export const linkBase = ({ settings }: Pick<App, 'settings'>): string => settings.publicUrl + linkPath

/** Phones of people must reach the address: without a public one their links would open nothing. */
export const canTrackLinks = ({ settings }: Pick<App, 'settings'>): boolean =>
  settings.mediaOrigin !== undefined

const isTrackedAddress = (address: string | undefined): boolean => address?.endsWith(trackedEnd) ?? false

/** WhatsApp fixes a button's address when it approves it: it is ours, and its end is the code of each message. */
export const trackedAddress = (base: string) => ({
  url: `${base}{{1}}`,
  example: [`${base}${sampleCode}`],
})

/** Our button for one that the provider holds, by its text or else by its place. */
function counterpart(
  ours: readonly TemplateButton[],
  text: string | undefined,
  place: number,
): TemplateButton | undefined {
  const tracked = ours.filter(({ type, counts_clicks }) => type === 'URL' && counts_clicks)
  return tracked.find((button) => button.text === text) ?? tracked[place]
}

/** The buttons of a template, and those of each card of its carousel. */
export type OwnButtons = {
  buttons: readonly TemplateButton[]
  cards?: readonly { buttons: readonly TemplateButton[] }[] | undefined
}

/** The provider's buttons with the targets that only we know. */
export function withTargets(
  remote: readonly TemplateButton[],
  ours: readonly TemplateButton[],
): TemplateButton[] {
  let place = 0
  return remote.map((button) => {
    if (button.type !== 'URL' || !isTrackedAddress(button.value)) return button
    const own = counterpart(ours, button.text, place++)
    return own ? { ...own, text: button.text } : button
  })
}

/** The tracked buttons of what the provider holds; one without a target leads nowhere. */
export function trackedButtons(
  components: readonly GraphTemplateComponent[],
  ours: OwnButtons,
): { links: TrackedButton[]; withoutTarget: string | undefined } {
  type List = { held: ReturnType<typeof buttonsOf>; own: readonly TemplateButton[]; card?: number }
  const lists: List[] = [
    { held: buttonsOf({ components }), own: ours.buttons },
    ...cardsIn({ components }).map((parts, card) => ({
      held: buttonsOf({ components: parts }),
      own: ours.cards?.[card]?.buttons ?? [],
      card,
    })),
  ]
  const links: TrackedButton[] = []
  let withoutTarget: string | undefined
  for (const { held, own, card } of lists) {
    let place = 0
    for (const [button, { type, url, text }] of held.entries()) {
      if (type.toUpperCase() !== 'URL' || !isTrackedAddress(url)) continue
      const target = counterpart(own, text, place++)?.value
      if (target) links.push({ button, target, ...(card !== undefined && { card }) })
      else withoutTarget ??= text ?? ''
    }
  }
  return { links, withoutTarget }
}

/** A message's code takes the place of a tracked button's variable; only the end of its target is still to be filled. */
export function withoutCodes(
  variables: readonly TemplateVariable[],
  links: readonly TrackedButton[],
  ours: OwnButtons,
): TemplateVariable[] {
  return variables.flatMap((variable) => {
    const { where, index, card } = variable
    if (where !== 'button' && where !== 'card_button') return [variable]
    const link = links.find((one) => one.button === index && one.card === card)
    if (!link) return [variable]
    if (!link.target.includes('{{')) return []
    const theirs = card === undefined ? ours.buttons : (ours.cards?.[card]?.buttons ?? [])
    const own = theirs.find(({ counts_clicks, value }) => counts_clicks && value === link.target)
    return [{ ...variable, sample: own?.sample ?? '' }]
  })
}
