/** One component of a template, in Graph's own shape. */
export type TemplateComponent = {
  type: string
  format?: string
  text?: string
  example?: Record<string, unknown>
  buttons?: TemplateButton[]
  cards?: { components: TemplateComponent[] }[]
  [other: string]: unknown
}

export type TemplateButton = { type: string; text?: string; url?: string; [other: string]: unknown }

/** A message template of an account, in one language. */
export type Template = {
  id: string
  wabaId: string
  name: string
  language: string
  status: string
  category: string
  previousCategory: string | null
  correctCategory: string | null
  parameterFormat: 'POSITIONAL' | 'NAMED'
  components: TemplateComponent[]
  quality: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN'
  rejectedReason: string
  ttlSeconds: number | null
  /** When it was edited in the last 30 days. */
  edits: number[]
  pauses: number
  /** True when only `POST /{id}/unpause` lifts the pause. */
  pausedByPacing: boolean
  createdAt: number
  /** Absent: a person wrote it. */
  source?: 'AUTO_GENERATED'
  /** What a message must bring, worked out once for all sends. */
  needs?: Needs
}

/** What a message of a template must bring, worked out once for each template. */
export type Needs = {
  header:
    | { kind: 'none' }
    | { kind: 'text'; variables: Variables }
    | { kind: 'media'; format: string }
    | { kind: 'location' }
  body: Variables
  /** By index over all buttons; null where no component belongs. */
  buttons: (null | {
    kind: 'url' | 'copy_code' | 'otp' | 'quick_reply' | 'action' | 'products'
    label: string
  })[]
  cards: Needs[] | null
  /** A limited-time offer: whether a message must carry its expiration. */
  offer: 'none' | 'ends' | 'open'
  fixedBodyLength: number
}

/** Placeholders of a text: numbered or named. */
export type Variables = { named: boolean; names: string[] }

/** The templates of all accounts, found by id, or by account, name and language as a send names them. */
export type TemplateStore = {
  byId: Map<string, Template>
  find: (wabaId: string, name: string, language: string) => Template | undefined
  named: (wabaId: string, name: string) => Template[]
  of: (wabaId: string) => Template[]
  add: (template: Template) => void
  remove: (template: Template) => void
  clear: () => void
  /** Until when the name of a deleted template is reserved, by account, name and language. */
  locks: Map<string, number>
  /** When templates were created in the last hour, by account. */
  creations: Map<string, number[]>
}

export function createTemplateStore(): TemplateStore {
  const byId = new Map<string, Template>()
  const byName = new Map<string, Map<string, Map<string, Template>>>()
  const locks = new Map<string, number>()
  const creations = new Map<string, number[]>()
  const languages = (wabaId: string, name: string) => byName.get(wabaId)?.get(name)
  return {
    byId,
    locks,
    creations,
    clear: () => {
      for (const map of [byId, byName, locks, creations]) map.clear()
    },
    find: (wabaId, name, language) => languages(wabaId, name)?.get(language),
    named: (wabaId, name) => [...(languages(wabaId, name)?.values() ?? [])],
    of: (wabaId) => [...byId.values()].filter((template) => template.wabaId === wabaId),
    add: (template) => {
      byId.set(template.id, template)
      const names = byName.get(template.wabaId) ?? new Map<string, Map<string, Template>>()
      byName.set(template.wabaId, names)
      const versions = names.get(template.name) ?? new Map<string, Template>()
      names.set(template.name, versions)
      versions.set(template.language, template)
    },
    remove: (template) => {
      byId.delete(template.id)
      languages(template.wabaId, template.name)?.delete(template.language)
    },
  }
}
