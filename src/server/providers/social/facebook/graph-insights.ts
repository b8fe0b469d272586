import { z } from 'zod'
import type { Found, Missing } from '../insights.ts'
import type { PublishAccount } from '../publishing.ts'
import { SocialError } from '../social-error.ts'
import type { FacebookGraph } from './facebook-graph.ts'
import { graphError } from './graph-error.ts'

export type GraphRequest = { path: string; query: Record<string, string> }
export type GraphAnswer = { body: unknown } | { error: SocialError }
export type AskMany = (account: PublishAccount, requests: readonly GraphRequest[]) => Promise<GraphAnswer[]>

/** Figures that are asked for together. Where the group is refused, each is asked for alone. */
export type FigureGroup<Name extends string> = {
  /** Graph's names of the figures, and ours. */
  names: Record<string, Name>
  request: (names: readonly string[]) => GraphRequest
  read: (body: unknown) => Record<string, number | undefined>
  /** What a figure that is not in the answer means. */
  absent: Missing
  /** What a refused permission means; else just that. */
  denied?: Missing
}

/** Graph takes at most 50 requests in one. */
export const mostInBatch = 50
/** A figure that was refused alone is asked for by itself for a day, so that it takes no others with it. */
const suspectMs = 86_400_000
const suspects = new Map<string, number>()

type Part<Name extends string> = { at: number; group: FigureGroup<Name>; names: string[] }

/** The figures of several groups for several objects, in their order. */
export async function askGroups<Name extends string>(
  askMany: AskMany,
  account: PublishAccount,
  objects: readonly (readonly FigureGroup<Name>[])[],
): Promise<Partial<Record<Name, Found>>[]> {
  const found = objects.map(() => ({}) as Partial<Record<Name, Found>>)
  const first = objects.flatMap((groups, at) => groups.flatMap((group) => partsOf(group, at)))
  const alone = await askParts(askMany, account, first, found)
  await askParts(askMany, account, alone, found)
  return found
}

function partsOf<Name extends string>(group: FigureGroup<Name>, at: number): Part<Name>[] {
  const names = Object.keys(group.names)
  const isSuspect = (name: string): boolean => (suspects.get(name) ?? 0) > Date.now()
  const together = names.filter((name) => !isSuspect(name))
  const parts = names.filter(isSuspect).map((name) => ({ at, group, names: [name] }))
  return together.length > 0 ? [{ at, group, names: together }, ...parts] : parts
}

/** @returns the parts to ask again, each figure alone. */
async function askParts<Name extends string>(
  askMany: AskMany,
  account: PublishAccount,
  parts: readonly Part<Name>[],
  found: Partial<Record<Name, Found>>[],
): Promise<Part<Name>[]> {
  const again: Part<Name>[] = []
  for (let from = 0; from < parts.length; from += mostInBatch) {
    const some = parts.slice(from, from + mostInBatch)
    const answers = await askMany(
      account,
      some.map(({ group, names }) => group.request(names)),
    )
    for (const [index, part] of some.entries()) {
      const answer = answers[index]
      const { at, group, names } = part
      const into = found[at]
      const set = (name: string, value: Found): void => {
        const ours = group.names[name]
        if (ours && into) into[ours] = value
      }
      if (!answer) for (const name of names) set(name, 'failed')
      else if ('body' in answer) {
        const values = group.read(answer.body)
        for (const name of names) set(name, values[name] ?? group.absent)
      } else if (mayBeOneFigure(answer.error) && names.length > 1) {
        again.push(...names.map((name) => ({ at, group, names: [name] })))
      } else {
        const why = missingBy(answer.error, group)
        const [only] = names
        if (why === 'retired' && only) suspects.set(only, Date.now() + suspectMs)
        for (const name of names) set(name, why)
      }
    }
  }
  return again
}

/** An object that does not exist, or that the token may not see. */
const goneSubcode = '33'
const mayBeOneFigure = ({ fault, subcode }: SocialError): boolean =>
  fault === 'refused' && subcode !== goneSubcode

/** Too few people saw it (facts: social-publishing §2.3). */
const tooFewCodes = new Set(['3001', '1504028'])

function missingBy({ fault, code = '', subcode = '' }: SocialError, group: { denied?: Missing }): Missing {
  if (fault === 'no_permission') return group.denied ?? 'no_permission'
  if (fault !== 'refused') return 'failed'
  if (subcode === goneSubcode) return 'gone'
  if (tooFewCodes.has(code) || tooFewCodes.has(subcode)) return 'too_few'
  return code === '100' ? 'retired' : 'failed'
}

const BatchAnswer = z.array(z.looseObject({ code: z.number(), body: z.string().nullish() }).nullable())

/** Up to 50 reads in one request, by a Page's token. What Graph had no time for comes back as null. */
export function askInBatch(graph: FacebookGraph): AskMany {
  return async ({ accessToken }, requests) => {
    if (requests.length === 0) return []
    const batch = requests.map(({ path, query }) => ({
      method: 'GET',
      relative_url: `${path.slice(1)}?${new URLSearchParams(query)}`,
    }))
    const answers = await graph.call('/', BatchAnswer, {
      method: 'POST',
      token: accessToken,
      form: { batch: JSON.stringify(batch), include_headers: 'false' },
    })
    return requests.map((_, index) => readItem(answers[index]))
  }
}

function readItem(item: z.infer<typeof BatchAnswer>[number] | undefined): GraphAnswer {
  if (!item) return { error: new SocialError('unreachable', 'The network did not get to this request.') }
  const body = parse(item.body ?? '')
  if (item.code >= 200 && item.code < 300 && body !== undefined) return { body }
  return failed(graphError({ status: item.code, body, headers: new Headers() }))
}

/** What concerns the whole account ends the run; the rest empties one figure. */
export function failed(error: unknown): GraphAnswer {
  if (!(error instanceof SocialError)) throw error
  if (error.fault === 'dead_token' || error.fault === 'rate_limited') throw error
  return { error }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const Insights = z.looseObject({
  data: z.array(
    z.looseObject({
      name: z.string(),
      values: z.array(z.looseObject({ value: z.unknown() })).optional(),
      total_value: z.looseObject({ value: z.unknown() }).optional(),
    }),
  ),
})

/** The newest value of each figure of an `insights` answer. */
export function readInsights(body: unknown): Record<string, number | undefined> {
  const read = Insights.safeParse(body)
  if (!read.success) return {}
  return Object.fromEntries(
    read.data.data.map(({ name, values, total_value }) => {
      const value = values?.at(-1)?.value ?? total_value?.value
      return [name, typeof value === 'number' ? value : undefined]
    }),
  )
}

/** Networks count a post's viewers within two days; after that a missing figure means that they were too few. */
export const absentFor = (postedAt: Date, now: Date): Missing =>
  now.getTime() - postedAt.getTime() < 2 * 86_400_000 ? 'not_yet' : 'too_few'
