import { needsScope } from '../graph/access.ts'
import {
  type Answer,
  type Exchange,
  jsonParam,
  page,
  requiredText,
  selected,
  textParam,
} from '../graph/exchange.ts'
import { GraphError } from '../graph/graph-errors.ts'
import type { Waba } from '../world/accounts.ts'
import { newTemplate } from '../world/seed.ts'
import type { Template } from '../world/template-store.ts'
import { templateError } from './template-errors.ts'
import { categoryFor, reportStatus, review, unpause } from './template-review.ts'
import { checkCategory, checkComponents, checkSubmission, checkTtl } from './template-rules.ts'

const dayMs = 86_400_000
const usual = ['name', 'parameter_format', 'components', 'language', 'status', 'category', 'id']
const unverifiedLimit = 250
const verifiedLimit = 6_000

function rowOf(template: Template): Record<string, unknown> {
  return {
    id: template.id,
    name: template.name,
    parameter_format: template.parameterFormat,
    components: template.components.map(toGraph),
    language: template.language,
    status: template.status,
    category: template.category,
    sub_category: undefined,
    previous_category: template.previousCategory ?? undefined,
    correct_category: template.correctCategory ?? undefined,
    rejected_reason: template.rejectedReason,
    quality_score: { score: template.quality, date: Math.floor(template.createdAt / 1000) },
    message_send_ttl_seconds: template.ttlSeconds ?? undefined,
    cta_url_link_tracking_opted_out: false,
    library_template_name: undefined,
    source: template.source,
    last_updated_time: new Date(template.edits.at(-1) ?? template.createdAt).toISOString(),
  }
}

/** An OTP button is created as OTP, and reported as the URL button that it becomes. */
const toGraph = (component: Template['components'][number]) => ({
  ...component,
  ...(component.buttons
    ? {
        buttons: component.buttons.map((button) =>
          button.type === 'OTP'
            ? {
                ...button,
                type: 'URL',
                url: 'https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}',
                example: ['https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp123456'],
              }
            : button,
        ),
      }
    : {}),
})

/** `GET /{waba}/message_templates` */
export function listTemplates(x: Exchange<'templates' | 'url'>, waba: Waba): Answer {
  needsScope(x.token!, 'whatsapp_business_management')
  const is = (name: string, value: (template: Template) => string) => {
    const wanted = textParam(x, name)
    if (wanted === undefined) return () => true
    const list = (wanted.startsWith('[') ? (jsonParam(x, name) as string[]) : wanted.split(',')).map((one) =>
      one.trim().toLowerCase(),
    )
    return (template: Template) => list.includes(value(template).toLowerCase())
  }
  const has = (name: string, value: (template: Template) => string) => {
    const wanted = textParam(x, name)?.toLowerCase()
    return (template: Template) => wanted === undefined || value(template).toLowerCase().includes(wanted)
  }
  const content = (template: Template) => template.components.map(({ text }) => text ?? '').join('\n')
  const filters = [
    is('status', ({ status }) => status),
    is('category', ({ category }) => category),
    is('language', ({ language }) => language),
    is('quality_score', ({ quality }) => quality),
    is('source', ({ source }) => source ?? ''),
    has('name', ({ name }) => name),
    has('content', content),
    has('name_or_content', (template) => `${template.name}\n${content(template)}`),
  ]
  const rows = x.world.templates
    .of(waba.id)
    .filter((template) => filters.every((filter) => filter(template)))
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  const listed = page(x, rows, `/${waba.id}/message_templates`, () => {
    // A code of its own since v24; before, a parameter like any other.
    if (x.version >= 24) return new GraphError(131059)
    return new GraphError(100, { message: '(#100) Param after is not a valid cursor.' })
  })
  return { body: { ...listed, data: listed.data.map((template) => selected(x, rowOf(template), usual)) } }
}

/** `POST /{waba}/message_templates` */
export function createTemplate(
  x: Exchange<'settings' | 'accounts' | 'templates' | 'webhooks' | 'keep' | 'later'>,
  waba: Waba,
): Answer {
  const { world } = x
  needsScope(x.token!, 'whatsapp_business_management')
  checkCreationRate(x, waba)
  const submission = checkSubmission(x.params, jsonParam(x, 'components'))
  const { name, language } = submission
  const existing = world.templates.find(waba.id, name, language)
  if (existing) {
    throw templateError(
      2388024,
      'Content in this language already exists',
      `There is already ${language} content for this template. You can create a new template and try again.`,
    )
  }
  const locked = world.templates.locks.get(`${waba.id}/${name}/${language}`) ?? 0
  if (locked > Date.now()) {
    const days = Math.ceil((locked - Date.now()) / dayMs)
    throw templateError(
      2388023,
      'Message template language is being deleted',
      `New ${language} content can't be added while the existing ${language} content is being deleted. Try again in ${days} days or create a new message template.`,
    )
  }
  const sameName = world.templates.named(waba.id, name)[0]
  if (sameName && sameName.category !== submission.category) {
    throw templateError(
      2388026,
      'Category does not match',
      `The category of this content does not match the category of the template "${name}" in its other languages.`,
    )
  }
  const business = world.accounts.businesses.get(waba.businessId)
  const limit = business?.verification === 'verified' ? verifiedLimit : unverifiedLimit
  if (world.templates.of(waba.id).length >= limit) {
    throw templateError(
      2388019,
      'Message template limit exceeded',
      `This WhatsApp Business Account has reached its limit of ${limit} message templates.`,
    )
  }
  const template: Template = {
    ...newTemplate(waba.id, name, language, submission.category, submission.components),
    parameterFormat: submission.named ? 'NAMED' : 'POSITIONAL',
    ttlSeconds: submission.ttlSeconds,
  }
  const category = categoryFor(template)
  if (category !== template.category) {
    template.previousCategory = template.category
    template.category = category
  }
  world.templates.add(template)
  world.keep()
  review(world, template)
  return { body: { id: template.id, status: template.status, category: template.category } }
}

/** 100 creations an hour for each account. */
function checkCreationRate(x: Exchange<'settings' | 'templates'>, waba: Waba) {
  if (!x.world.settings.managementLimits) return
  const now = Date.now()
  const recent = (x.world.templates.creations.get(waba.id) ?? []).filter((at) => at > now - 3_600_000)
  if (recent.length >= 100) throw new GraphError(80008)
  recent.push(now)
  x.world.templates.creations.set(waba.id, recent)
}

/** `GET /{template}` */
export const getTemplate = (x: Exchange, template: Template): Answer => {
  needsScope(x.token!, 'whatsapp_business_management')
  return { body: selected(x, rowOf(template), usual) }
}

/** `POST /{template}`: changes category, components or time to live and submits it for review again. */
export function editTemplate(
  x: Exchange<'settings' | 'templates' | 'webhooks' | 'keep' | 'later'>,
  template: Template,
): Answer {
  needsScope(x.token!, 'whatsapp_business_management')
  if (template.source) {
    throw templateError(2388318, 'Template cannot be updated', 'Direct Send templates cannot be updated.')
  }
  if (!['APPROVED', 'REJECTED', 'PAUSED'].includes(template.status)) {
    throw templateError(
      2388025,
      'Message template cannot be edited',
      `A template with status ${template.status} can't be edited.`,
    )
  }
  const approved = template.status === 'APPROVED'
  const wanted =
    x.params.category === undefined ? (template.category as 'UTILITY') : checkCategory(x.params.category)
  if (approved && wanted !== template.category) {
    throw templateError(
      2388025,
      'Category cannot be changed',
      "The category of an approved template can't be changed.",
    )
  }
  const components =
    x.params.components === undefined
      ? null
      : checkComponents(jsonParam(x, 'components'), wanted, template.parameterFormat === 'NAMED')
  const ttl = checkTtl(x.params.message_send_ttl_seconds, wanted)
  const now = Date.now()
  const recent = template.edits.filter((at) => at > now - 30 * dayMs)
  if (approved) {
    if (recent.some((at) => at > now - dayMs))
      throw editLimit("You've reached the limit of one edit in 24 hours for an approved template.")
    if (recent.length >= 10)
      throw editLimit("You've reached the limit of 10 edits in 30 days for an approved template.")
  }
  template.edits = [...recent, now]
  template.category = wanted
  if (components) template.components = components
  if (ttl !== null) template.ttlSeconds = ttl
  template.needs = undefined
  template.category = categoryFor(template)
  template.status = 'PENDING'
  template.rejectedReason = 'NONE'
  x.world.keep()
  review(x.world, template)
  return { body: { success: true, id: template.id, name: template.name, category: template.category } }
}

const editLimit = (sentence: string) => templateError(2388050, 'Edit limit reached', sentence)

/** `POST /{template}/unpause`: only pauses by pacing need it. */
export function unpauseTemplate(x: Exchange<'webhooks' | 'keep'>, template: Template): Answer {
  needsScope(x.token!, 'whatsapp_business_management')
  if (template.status !== 'PAUSED') return { body: { success: false, reason: 'The template is not paused.' } }
  if (!template.pausedByPacing)
    return {
      body: { success: false, reason: 'The template was paused for low quality and is unpaused by itself.' },
    }
  unpause(x.world, template)
  return { body: { success: true } }
}

/** `DELETE /{waba}/message_templates?name=` and, for one language, `&hsm_id=`. */
export function deleteTemplates(x: Exchange<'templates' | 'webhooks' | 'keep'>, waba: Waba): Answer {
  const { world } = x
  needsScope(x.token!, 'whatsapp_business_management')
  const name = requiredText(x, 'name')
  const id = textParam(x, 'hsm_id')
  const found = world.templates
    .named(waba.id, name)
    .filter((template) => id === undefined || template.id === id)
  if (found.length === 0) {
    throw new GraphError(100, {
      message: 'Invalid parameter',
      subcode: 2593002,
      userTitle: 'Message template not found',
      userMessage: `There is no message template with the name ${name} in this account.`,
    })
  }
  if (found.some(({ source }) => source)) {
    throw templateError(2388330, 'Template cannot be deleted', 'Direct Send templates cannot be deleted.')
  }
  if (found.some(({ status }) => status === 'DISABLED')) {
    throw templateError(
      2388094,
      'Template cannot be deleted',
      "A disabled message template can't be deleted.",
    )
  }
  for (const template of found) {
    const wasApproved = template.status === 'APPROVED' || template.status === 'PAUSED'
    world.templates.remove(template)
    if (wasApproved)
      world.templates.locks.set(`${waba.id}/${name}/${template.language}`, Date.now() + 30 * dayMs)
    reportStatus(world, template, 'PENDING_DELETION', null)
  }
  return { body: { success: true } }
}
