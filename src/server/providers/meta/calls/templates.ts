import { z } from 'zod'
import { MetaError } from '../errors/meta-error.ts'
import { type Graph, idPart, type QueryValue } from '../graph/graph-call.ts'
import { fieldFallback } from '../graph/graph-fields.ts'
import { graphId, optionalText, pageOf, successAnswer } from '../graph/graph-values.ts'

const namedExample = z.looseObject({ param_name: z.string(), example: z.string() })

/** Anything a template may be made of; unknown kinds and fields pass. */
const button = z.looseObject({
  type: z.string(),
  text: optionalText,
  url: optionalText,
  phone_number: optionalText,
  otp_type: optionalText,
  example: z.union([z.array(z.string()), z.string()]).nullish(),
})

const componentBase = z.looseObject({
  type: z.string(),
  format: optionalText,
  text: optionalText,
  example: z
    .looseObject({
      header_text: z.array(z.string()).optional(),
      header_handle: z.array(z.string()).optional(),
      body_text: z.array(z.array(z.string())).optional(),
      header_text_named_params: z.array(namedExample).optional(),
      body_text_named_params: z.array(namedExample).optional(),
    })
    .nullish(),
  buttons: z.array(button).nullish(),
  limited_time_offer: z.looseObject({ has_expiration: z.boolean().optional() }).nullish(),
})

const templateAnswer = z.looseObject({
  id: graphId,
  name: z.string(),
  language: z.string(),
  /** APPROVED, PENDING, REJECTED, PAUSED, DISABLED … and whatever Meta invents. */
  status: z.string(),
  category: z.string(),
  sub_category: optionalText,
  previous_category: optionalText,
  /** What Meta will turn the category into. */
  correct_category: optionalText,
  parameter_format: optionalText,
  components: z.array(componentBase).default([]),
  quality_score: z.looseObject({ score: z.string().optional() }).nullish(),
  rejected_reason: optionalText,
  message_send_ttl_seconds: z.number().nullish(),
  /** AUTO_GENERATED: Meta made it from messages that were sent without a template (Direct Send). */
  source: optionalText,
})

/** A template as Graph gives it, field names included. */
export type GraphTemplate = z.infer<typeof templateAnswer>
export type GraphTemplateComponent = z.infer<typeof componentBase>
export type GraphTemplateButton = z.infer<typeof button>

const createdAnswer = z.looseObject({ id: graphId, status: z.string(), category: z.string() })
type CreatedTemplate = z.infer<typeof createdAnswer>

/** What a template is created from; Meta checks the rest. */
type NewTemplate = {
  name: string
  language: string
  category: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION'
  components: readonly object[]
  parameter_format?: 'POSITIONAL' | 'NAMED'
  message_send_ttl_seconds?: number
}

type TemplateFilter = {
  name?: string
  status?: string
  language?: string
  category?: string
  /** Templates a page; Graph gives at most some hundreds. */
  pageSize?: number
}

/** Templates. Source: …/whatsapp/templates/template-management. */
export type TemplateCalls = {
  /** All templates of a WABA, page by page as they are taken. Each comes once. */
  list: (token: string, wabaId: string, filter?: TemplateFilter) => AsyncGenerator<GraphTemplate, void>
  get: (token: string, templateId: string) => Promise<GraphTemplate>
  create: (token: string, wabaId: string, template: NewTemplate) => Promise<CreatedTemplate>
  /** Replaces what is given; the template goes back into review. */
  edit: (
    token: string,
    templateId: string,
    change: Partial<Pick<NewTemplate, 'category' | 'components' | 'message_send_ttl_seconds'>>,
  ) => Promise<void>
  /** One language when `templateId` is given, else the name in all its languages. */
  delete: (token: string, wabaId: string, which: { name: string; templateId?: string }) => Promise<void>
  /** Lifts a pause set by pacing. Resolves with Meta's reason when it does not want to. */
  unpause: (token: string, templateId: string) => Promise<{ unpaused: boolean; reason?: string }>
}

const FIELDS = [
  'id',
  'name',
  'language',
  'status',
  'category',
  'sub_category',
  'previous_category',
  'correct_category',
  'parameter_format',
  'components',
  'quality_score',
  'rejected_reason',
  'message_send_ttl_seconds',
].join(',')

/** Older versions do not return a template's origin. */
const FIELD_LISTS = [`${FIELDS},source`, FIELDS]

const DEFAULT_PAGE_SIZE = 100
const STALE_CURSOR = 131_059
/** A list that changes under our hands so often is not worth more tries now. */
const MAX_RESTARTS = 3

export function templateCalls(graph: Graph): TemplateCalls {
  const withFields = fieldFallback(FIELD_LISTS)
  async function* list(token: string, wabaId: string, filter: TemplateFilter = {}) {
    const { pageSize = DEFAULT_PAGE_SIZE, ...wanted } = filter
    const seen = new Set<string>()
    let after: string | undefined
    let restarts = 0
    while (true) {
      const query: Record<string, QueryValue> = { limit: pageSize, ...wanted, after }
      const path = `/${idPart(wabaId)}/message_templates`
      let page: z.infer<typeof templatePage>
      try {
        page = await withFields((fields) =>
          graph.call({ method: 'GET', path, token, query: { fields, ...query }, answer: templatePage }),
        )
      } catch (error) {
        const stale = error instanceof MetaError && error.code === STALE_CURSOR && after !== undefined
        if (!stale || restarts === MAX_RESTARTS) throw error
        restarts += 1
        after = undefined
        continue
      }
      for (const template of page.data) {
        // After a restart the first pages come again.
        if (!seen.has(template.id)) {
          seen.add(template.id)
          yield template
        }
      }
      const following = page.paging?.cursors?.after
      if (page.paging?.next === undefined || following === undefined || following === after) return
      after = following
    }
  }

  return {
    list,
    get: (token, templateId) =>
      withFields((fields) =>
        graph.call({
          method: 'GET',
          path: `/${idPart(templateId)}`,
          token,
          query: { fields },
          answer: templateAnswer,
        }),
      ),
    create: (token, wabaId, template) =>
      graph.call({
        method: 'POST',
        path: `/${idPart(wabaId)}/message_templates`,
        token,
        json: template,
        answer: createdAnswer,
      }),
    edit: async (token, templateId, change) => {
      await graph.call({
        method: 'POST',
        path: `/${idPart(templateId)}`,
        token,
        json: change,
        answer: successAnswer,
      })
    },
    delete: async (token, wabaId, { name, templateId }) => {
      await graph.call({
        method: 'DELETE',
        path: `/${idPart(wabaId)}/message_templates`,
        token,
        query: { hsm_id: templateId, name },
        answer: successAnswer,
      })
    },
    unpause: async (token, templateId) => {
      const answer = await graph.call({
        method: 'POST',
        path: `/${idPart(templateId)}/unpause`,
        token,
        answer: unpauseAnswer,
      })
      return answer.reason === undefined
        ? { unpaused: answer.success }
        : { unpaused: answer.success, reason: answer.reason }
    },
  }
}

const templatePage = pageOf(templateAnswer)
const unpauseAnswer = z.looseObject({ success: z.boolean(), reason: optionalText })
