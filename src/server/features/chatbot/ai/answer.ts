import { z } from 'zod'
import type { AiAnswer } from '#contract/chatbot/chatbot.ts'
import { type AnyLanguage, pickLanguage } from '#contract/messages/language.ts'
import type { App } from '#server/app.ts'
import { languageOfReply } from '#server/features/leads/leads.ts'
import { chosenLanguage, inLanguage } from '#server/messages/language.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { stepOf } from '../run/call-address.ts'
import type { At } from '../run/jobs.ts'
import { type Called, callOwnersAddress } from '../run/outside.ts'
import { standingAt } from '../run/standing.ts'
import { takeOver } from '../run/wake.ts'
import { type Counted, costOf, mostTokens, pricesOf, settleCost, tokensOf, type Usage } from './costs.ts'
import { instructions, longestQuestion, unknown } from './instructions.ts'
import { aiKeyContext, askedByPerson, type StoredAi, storedAi, takeQuestion } from './settings.ts'

type Outcome = AiAnswer['outcome']
type Answer = {
  outcome: Outcome
  text: string | null
  tokens: number | null
  counted: Counted | null
  /** Null while the owner has set no prices, and where nothing was asked. */
  cost: number | null
}

const longestMs = 20_000

const TokenCount = z.number().int().min(0).max(100_000_000).nullish().catch(null)

/** Answers of the API. Source: platform.openai.com/docs/api-reference/chat. */
const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish() }),
        finish_reason: z.string().nullish().catch(null),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: TokenCount, completion_tokens: TokenCount, total_tokens: TokenCount })
    .nullish()
    .catch(null),
})

/** Asks the AI and takes the person on with its answer; what was given and what came is logged in the same transaction. */
export async function answerByAi(app: App, at: At): Promise<void> {
  const standing = await standingAt(app, at)
  const step = standing && (await stepOf(app, at, standing))
  if (!standing || step?.kind !== 'ai') return
  const question = (standing.variables[step.question ?? 'last_message'] ?? '').slice(0, longestQuestion)
  const settings = await storedAi(app, at.business_id)
  const started = Date.now()
  const answer = await ask(app, at, question, settings)
  const ms = Date.now() - started
  const failed = answer.outcome !== 'unknown'
  const language = await languageFor(app, at.business_id, question)
  const sorry = inLanguage(language, () => t(failed ? 'chatbot.aiFailed' : 'chatbot.aiUnknown'))
  const event = { type: 'ai_result' as const, text: answer.text, failed, sorry }
  const also = async (tx: App): Promise<void> => {
    await tx.db
      .insertInto('bot_ai_answers')
      .values({
        business_id: at.business_id,
        conversation_id: at.conversation_id,
        question: question.toWellFormed(),
        answer: answer.text,
        outcome: answer.outcome,
        model: settings?.ai_model ?? '',
        given: settings?.ai_knowledge ?? '',
        tokens: answer.tokens,
        input_tokens: answer.counted?.input ?? null,
        output_tokens: answer.counted?.output ?? null,
        estimated: answer.counted?.estimated ?? null,
        cost: answer.cost,
        currency: answer.cost === null ? null : (settings?.ai_currency ?? null),
        ms,
        at: tx.now(),
      })
      .execute()
  }
  await takeOver(app, at, event, { also })
}

/** The language in which the customer asks, where their words tell it; else the one that the owner chose. */
async function languageFor(app: App, businessId: number, question: string): Promise<AnyLanguage> {
  const told = pickLanguage([await languageOfReply(question)])
  if (told !== 'en') return told
  const owner = await app.db
    .selectFrom('users')
    .select('language')
    .where('business_id', '=', businessId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return chosenLanguage(owner?.language ?? null)
}

async function ask(app: App, at: At, question: string, settings: StoredAi | undefined): Promise<Answer> {
  const nothing = { text: null, tokens: null, counted: null, cost: null }
  if (!settings?.ai_enabled || settings.ai_knowledge.trim() === '') return { ...nothing, outcome: 'failed' }
  if (question.trim() === '') return { ...nothing, outcome: 'unknown' }
  const asked = await askedByPerson(app, at.business_id, at.conversation_id)
  if (asked >= settings.ai_person_limit) return { ...nothing, outcome: 'limited' }
  const given = instructions(settings.ai_knowledge)
  const taken = await takeQuestion(app, at.business_id, given + question, settings)
  if (!taken) return { ...nothing, outcome: 'limited' }
  const { costId } = taken
  const settle = async (counted: Counted): Promise<number | null> => {
    const prices = pricesOf(settings)
    if (costId === null || !prices) return null
    const cost = costOf(counted, prices)
    await settleCost(app, at.business_id, costId, { cost, estimated: counted.estimated })
    return cost
  }
  const called = await callService(app, settings, keyOf(app, at.business_id, settings), [
    { role: 'system', content: given },
    { role: 'user', content: question },
  ])
  const read = called.ok ? readCompletion(called.body) : undefined
  if (!read) {
    // Nothing was answered, nothing is charged; of an answer that we could not read nobody knows.
    const isFree = !called.ok && called.fault !== 'timeout' && called.fault !== 'too_large'
    if (isFree) await settle({ input: 0, output: 0, estimated: false })
    return { ...nothing, outcome: 'failed' }
  }
  const counted = tokensOf(given + question, read.text, read.usage)
  const cost = await settle(counted)
  const answered = read.text.replaceAll('\0', '').trim()
  const text = read.isCut ? wholeSentences(answered) : answered
  // Whatever stands around the word: the text had no answer.
  const isKnown = text !== '' && !answered.includes(unknown)
  return {
    outcome: isKnown ? 'answered' : read.isCut ? 'failed' : 'unknown',
    text: isKnown ? text : null,
    tokens: read.usage.total ?? (counted.estimated ? null : counted.input + counted.output),
    counted,
    cost,
  }
}

/** Services and models that take the newer parameters alone, as this process has found. */
const newer = new Set<string>()
const mostNewer = 1000

/** Newer models refuse `max_tokens` and a temperature with 400; older services know nothing else. */
async function callService(
  app: App,
  { ai_endpoint, ai_model: model }: StoredAi,
  key: Record<string, string>,
  messages: readonly { role: string; content: string }[],
): Promise<Called> {
  const url = `${ai_endpoint.replace(/\/+$/, '')}/chat/completions`
  const ask = (limits: object) =>
    callOwnersAddress(
      app,
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...key },
        body: JSON.stringify({ model, ...limits, messages }),
      },
      longestMs,
    )
  const service = `${url} ${model}`
  if (!newer.has(service)) {
    const called = await ask({ temperature: 0, max_tokens: mostTokens })
    if (called.ok || called.status !== 400) return called
  }
  const called = await ask({ max_completion_tokens: mostTokens })
  if (newer.size >= mostNewer) newer.clear()
  if (called.ok) newer.add(service)
  else newer.delete(service)
  return called
}

/** Of an answer that ended at the most tokens: half a sentence can say another price. */
const wholeSentences = (text: string): string =>
  /^[\s\S]*(?:[.!?…][)"'»”’*]*(?=\s)|[।॥。！？؟۔])/u.exec(text)?.[0].trim() ?? ''

function readCompletion(body: string): { text: string; isCut: boolean; usage: Usage } | undefined {
  try {
    const { choices, usage } = Completion.parse(JSON.parse(body))
    const { message, finish_reason } = choices[0]!
    return {
      text: message.content ?? '',
      isCut: finish_reason === 'length',
      usage: {
        input: usage?.prompt_tokens ?? null,
        output: usage?.completion_tokens ?? null,
        total: usage?.total_tokens ?? null,
      },
    }
  } catch {
    return undefined
  }
}

function keyOf(
  app: App,
  businessId: number,
  { ai_key_ciphertext: ciphertext, ai_key_id }: StoredAi,
): Record<string, string> {
  if (!ciphertext || !ai_key_id) return {}
  const key = app.secrets.open({ ciphertext, key_id: ai_key_id }, aiKeyContext(businessId))
  return { authorization: `Bearer ${key}` }
}

/** Answers of the AI, the newest first. */
export async function listAiAnswers(
  app: App,
  businessId: number,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ answers: AiAnswer[]; next_cursor: string | null }> {
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) {
    throw new AppError('invalid_input', t('chatbot.unknownPage'))
  }
  const rows = await app.db
    .selectFrom('bot_ai_answers')
    .selectAll()
    .where('business_id', '=', businessId)
    .$if(cursor !== undefined, (query) => query.where('id', '<', Number(cursor)))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  return {
    answers: page.map(({ business_id: _, at, outcome, cost, ...row }) => ({
      ...row,
      cost: cost === null ? null : Number(cost),
      outcome: outcome as Outcome,
      id: Number(row.id),
      conversation_id: Number(row.conversation_id),
      at: at.toISOString(),
    })),
    next_cursor: rows.length > limit ? String(page.at(-1)!.id) : null,
  }
}
