import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  needsSegment,
  type Sequence,
  type SequenceContent,
  type SequenceTrigger,
  type sequences,
} from '#contract/growth/sequences.ts'
import type { App } from '#server/app.ts'
import { listMembers, requireStaying } from '#server/features/accounts/accounts.ts'
import { cancelSteps, holdSteps, releaseSteps } from '#server/features/messages/messages.ts'
import { getSender } from '#server/features/onboarding/onboarding.ts'
import { findSegment } from '#server/features/segments/segments.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import { listed, readText } from '#server/stored-text/read-text.ts'
import { stepSequencesJob } from '../model/job-names.ts'
import { movedTemplates, quoted } from '../model/moved-templates.ts'
import { agreedByEdit, agreeToVariables } from '../model/other-variables.ts'
import { stepDraft } from '../model/step-draft.ts'
import { contentOf } from '../model/versions.ts'
import { judgeAgain } from '../plan/judge-again.ts'
import { getSequence } from './read.ts'

type Values = BodyOf<typeof sequences.create>
type Edit = BodyOf<typeof sequences.save>

const mostSequences = 200

/** @throws AppError `rule_broken` beyond 200 sequences, `invalid_input` where something named is not there. */
export async function createSequence(app: App, businessId: number, values: Values): Promise<Sequence> {
  await checkNames(app, businessId, values)
  const id = await app.transaction(async (tx) => {
    // Two at once would both be the last one.
    await lockOfBusiness(tx.db, businessId, 'sequences')
    const { count } = await tx.db
      .selectFrom('sequences')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('business_id', '=', businessId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= mostSequences)
      throw new AppError('rule_broken', t('sequences.tooMany', { most: mostSequences }))
    const made = await tx.db
      .insertInto('sequences')
      .values({
        business_id: businessId,
        state: 'draft',
        version: 1,
        created_at: tx.now(),
        ...columnsOf(tx, values),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addVersion(tx, businessId, made.id, values.content)
    return made.id
  })
  return await getSequence(app, businessId, id)
}

/**
 * Other steps begin a new version. People who are in it go on with theirs.
 * @throws AppError `conflict` where another edit was first.
 */
export async function saveSequence(
  app: App,
  businessId: number,
  id: number,
  values: Edit,
): Promise<Sequence> {
  await checkNames(app, businessId, values)
  await app.transaction(async (tx) => {
    const sequence = await lock(tx, businessId, id)
    if (sequence.version !== values.version) throw new AppError('conflict', t('sequences.editedMeanwhile'))
    if (sequence.state === 'running') await refuseUnsendable(tx, businessId, values)
    const current = await contentOf(tx, businessId, id, sequence.version)
    const isChanged = !isDeepStrictEqual(current, values.content)
    const version = isChanged ? sequence.version + 1 : sequence.version
    if (isChanged) await addVersion(tx, businessId, id, values.content, { ...sequence, current })
    await tx.db
      .updateTable('sequences')
      .set({
        version,
        ...columnsOf(tx, values),
        ...(isDeepStrictEqual(current.trigger, values.content.trigger) ? {} : beginsNow(tx)),
      })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .execute()
  })
  return await getSequence(app, businessId, id)
}

/**
 * @throws AppError `rule_broken` where a message of it cannot be sent now, or the business is to be deleted; `conflict`
 * where another template than those agreed to became marketing.
 */
export async function runSequence(
  app: App,
  businessId: number,
  id: number,
  { running, agreed_templates: agreed }: BodyOf<typeof sequences.run>,
): Promise<Sequence> {
  await app.transaction(async (tx) => {
    if (running) await requireStaying(tx, businessId)
    const sequence = await lock(tx, businessId, id)
    if (running === (sequence.state === 'running') || (!running && sequence.state === 'draft')) return
    const moved = running ? await movedTemplates(tx, businessId, { id, ...sequence }) : []
    if (running) {
      const content = await contentOf(tx, businessId, id, sequence.version)
      await refuseUnsendable(tx, businessId, { content, phone_number_id: sequence.phone_number_id })
      const others = moved.filter((template) => agreed?.includes(template.id) === false)
      if (others.length > 0)
        throw new AppError('conflict', t('sequences.alsoMarketing', { templates: listed(quoted(others)) }))
    }
    await tx.db
      .updateTable('sequences')
      .set({
        state: running ? 'running' : 'paused',
        started_at: sql`coalesce(started_at, ${tx.now()}::timestamptz)`,
        updated_at: tx.now(),
        wait_reason: null,
        waits_since: null,
        ...(running && { ...beginsNow(tx), agreed_at: tx.now() }),
      })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .execute()
    if (running) {
      const templateIds = moved.map((template) => template.id)
      const contentIds = await agreeToVariables(tx, businessId, id, sequence.version)
      await judgeAgain(tx, businessId, id, { templateIds, contentIds })
      await releaseSteps(tx, businessId, id)
      await tx.enqueue(stepSequencesJob, {})
    } else await holdSteps(tx, businessId, id, null)
  })
  return await getSequence(app, businessId, id)
}

/** All that run are paused: the business is to be deleted. Inside a transaction. */
export async function pauseAllSequences(tx: App, { businessId }: { businessId: number }): Promise<void> {
  const rows = await tx.db
    .updateTable('sequences')
    .set({ state: 'paused', updated_at: tx.now(), wait_reason: null, waits_since: null })
    .where('business_id', '=', businessId)
    .where('state', '=', 'running')
    .returning('id')
    .execute()
  for (const { id } of rows) await holdSteps(tx, businessId, id, null)
}

/** @throws AppError `conflict` while people are in it. */
export async function removeSequence(app: App, businessId: number, id: number): Promise<void> {
  await app.transaction(async (tx) => {
    const sequence = await lock(tx, businessId, id)
    const { rows } = await sql<{ id: number; state: string }>`
      select id, state from sequence_people where business_id = ${businessId} and sequence_id = ${id}`.execute(
      tx.db,
    )
    if (sequence.state === 'running' || rows.some(({ state }) => state === 'active'))
      throw new AppError('conflict', t('sequences.inUse'))
    await cancelSteps(
      tx,
      businessId,
      id,
      rows.map((row) => Number(row.id)),
    )
    await tx.db.deleteFrom('sequences').where('business_id', '=', businessId).where('id', '=', id).execute()
  })
}

async function lock(tx: App, businessId: number, id: number) {
  const row = await tx.db
    .selectFrom('sequences')
    .select(['state', 'version', 'phone_number_id', 'agreed_at'])
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('sequence')
  return row
}

const columnsOf = (app: App, { name, content, phone_number_id }: Values) => ({
  name,
  phone_number_id,
  trigger_on: content.trigger.on,
  trigger_tag: content.trigger.on === 'tag' ? content.trigger.tag : null,
  trigger_form_id: content.trigger.on === 'form' ? content.trigger.form_id : null,
  trigger_segment_id: content.trigger.on === 'segment' ? content.trigger.segment : null,
  trigger_value: triggerValue(content.trigger),
  again: content.again,
  updated_at: app.now(),
})

const triggerValue = (trigger: SequenceTrigger): string | null =>
  trigger.on === 'click' ? trigger.link : trigger.on === 'conversion' ? trigger.event : null

/** People enter by what happens from now on; who is in the segment already is looked up first. */
const beginsNow = (app: App) => ({ enters_from: app.now(), look_at: app.now(), members_of: null })

/** @param after the version that it comes after; it is the first one where that is left out. */
async function addVersion(
  tx: App,
  businessId: number,
  id: number,
  content: SequenceContent,
  after?: { version: number; current: SequenceContent },
): Promise<void> {
  const agreed = await agreedByEdit(tx, businessId, id, content, after)
  await tx.db
    .insertInto('sequence_versions')
    .values({
      business_id: businessId,
      sequence_id: id,
      version: after ? after.version + 1 : 1,
      content: JSON.stringify(content),
      agreed_components: JSON.stringify(agreed),
      created_at: tx.now(),
    })
    .execute()
}

/** Templates, the form, the segment and the number must be this business's. */
async function checkNames(app: App, businessId: number, values: Values): Promise<void> {
  const { content, phone_number_id } = values
  if (phone_number_id) await getSender(app, businessId, phone_number_id)
  if (content.trigger.on === 'form' && content.trigger.form_id !== null) {
    const form = await app.db
      .selectFrom('optin_forms')
      .select('id')
      .where('business_id', '=', businessId)
      .where('id', '=', content.trigger.form_id)
      .executeTakeFirst()
    if (!form) throw notFound('optinForm')
  }
  if (content.trigger.on === 'segment')
    await findSegment(app, businessId, content.trigger.segment, { deletedToo: false })
  for (const step of content.steps) {
    if (needsSegment(step) && step.segment !== undefined)
      await findSegment(app, businessId, step.segment, { deletedToo: false })
    if (step.kind === 'hand_over' && step.user_id !== null) await requireMember(app, businessId, step.user_id)
    if (step.kind !== 'send') continue
    const template = await app.db
      .selectFrom('templates')
      .select('id')
      .where('business_id', '=', businessId)
      .where('id', '=', step.template_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!template) throw notFound('template')
  }
}

/** @throws AppError `invalid_input` for somebody who is not of the team. */
async function requireMember(app: App, businessId: number, userId: number): Promise<void> {
  if ((await listMembers(app, businessId)).some(({ id }) => id === userId)) return
  throw new AppError('invalid_input', t('conversations.noMember'))
}

async function refuseUnsendable(
  app: App,
  businessId: number,
  { content, phone_number_id }: Pick<Values, 'content' | 'phone_number_id'>,
): Promise<void> {
  const sender = await getSender(app, businessId, phone_number_id ?? undefined)
  for (const [at, step] of content.steps.entries()) {
    if (step.kind !== 'send') continue
    const found = await stepDraft(app, businessId, step)
    if ('reason' in found) {
      const sentence = readText(found.reason)
      throw new AppError('rule_broken', t('sequences.step', { number: at + 1, sentence }), {
        fields: { [`content.steps.${at}.${found.field}`]: sentence },
      })
    }
    const { waba_id, title } = found.draft.sendable
    if (waba_id && waba_id !== sender.waba_id)
      throw new AppError('rule_broken', t('sequences.otherAccount', { template: title }))
  }
}
