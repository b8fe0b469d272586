import {
  type Deed,
  deeds,
  type FieldTest,
  leadTexts,
  type SegmentCondition,
} from '#contract/growth/segment-rules.ts'
import type { SegmentMenus } from '#contract/growth/segments.ts'
import { t } from '#web/messages/t.ts'

/** What a condition is about, as one choice of a menu: `tag`, `text:name`, `field:City`, `message:read`. */
export function kindOf(condition: SegmentCondition): string {
  if (condition.about === 'text') return `text:${condition.field}`
  if (condition.about === 'field') return `field:${condition.name}`
  if (condition.about === 'message') return `message:${condition.deed}`
  return condition.about
}

/** A condition of a kind as it begins. */
export function firstOf(kind: string, menus: SegmentMenus | undefined): SegmentCondition {
  const [about, rest] = [kind.split(':')[0], kind.slice(kind.indexOf(':') + 1)]
  switch (about) {
    case 'text':
      return { about, field: leadTexts.find((one) => one === rest) ?? 'name', is: 'contains', value: '' }
    case 'field': {
      const field = menus?.fields.find(({ name }) => name === rest)
      const value = field?.kind === 'yes_no' ? 'yes' : (field?.choices[0] ?? '')
      return { about, name: rest, is: testsOf(field?.kind)[0] ?? 'is', value }
    }
    case 'message': {
      const deed: Deed = deeds.find((one) => one === rest) ?? 'read'
      return { about, did: true, deed, campaign_id: null, link: null, when: { days: 90 } }
    }
    case 'consent':
      return { about, did: true, consent: 'opted_in' }
    case 'reachable':
      return { about, did: true, days: null }
    case 'source':
      return { about, did: true, sources: menus?.sources.slice(0, 1) ?? [] }
    case 'added':
      return { about, did: true, when: { days: 30 } }
    case 'ad':
      return { about, did: true, ad_id: null, when: null }
    case 'wrote':
    case 'converted':
      return { about, did: true, when: { days: 30 } }
    case 'conversation':
      return { about, did: true, state: 'open' }
    case 'optin':
      return { about, did: true, form_id: null, when: null }
    default:
      return { about: 'tag', is: 'any', tags: [] }
  }
}

const known: FieldTest[] = ['known', 'unknown']
export const textTests: FieldTest[] = ['is', 'is_not', 'contains', 'contains_not', 'starts', ...known]

/** How values of a field are tested. */
export function testsOf(kind: SegmentMenus['fields'][number]['kind'] | undefined): FieldTest[] {
  if (kind === 'number') return ['more', 'less', 'is', 'is_not', ...known]
  if (kind === 'date') return ['this_month', 'before', 'after', 'is', ...known]
  if (kind === 'choice') return ['is', 'is_not', ...known]
  return kind === 'yes_no' ? ['is', ...known] : textTests
}

type Item = { value: string; label: string }

/** The menu of kinds, by what they are about. */
export function kindMenu(
  menus: SegmentMenus | undefined,
  current: string,
): { group: string; items: Item[] }[] {
  const named = (name: string): Item => ({ value: `field:${name}`, label: name })
  const own = [...(menus?.fields.map(({ name }) => name) ?? []), ...(menus?.columns ?? [])]
  // A field that was deleted is still what the condition is about.
  const gone = current.startsWith('field:') && !own.includes(current.slice(6)) ? [current.slice(6)] : []
  const plain = (about: 'consent' | 'tag' | 'source' | 'added' | 'reachable'): Item => ({
    value: about,
    label: t(`segments.kinds.${about}`),
  })
  return [
    {
      group: t('segments.groups.person'),
      items: [
        plain('consent'),
        plain('tag'),
        ...leadTexts.map((field) => ({ value: `text:${field}`, label: t(`segments.texts.${field}`) })),
        plain('source'),
        plain('added'),
        plain('reachable'),
      ],
    },
    {
      group: t('segments.groups.activity'),
      items: [
        ...deeds.map((deed) => ({ value: `message:${deed}`, label: t(`segments.deeds.${deed}`) })),
        { value: 'converted', label: t('segments.kinds.converted') },
        { value: 'wrote', label: t('segments.kinds.wrote') },
        { value: 'conversation', label: t('segments.kinds.conversation') },
        { value: 'optin', label: t('segments.kinds.optin') },
        { value: 'ad', label: t('segments.kinds.ad') },
      ],
    },
    ...(own.length + gone.length > 0
      ? [{ group: t('segments.groups.fields'), items: [...own, ...gone].map(named) }]
      : []),
  ]
}
