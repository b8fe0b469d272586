import { createHash } from 'node:crypto'
import type pg from 'pg'
import { isPooled } from '../database.ts'

/** A text that comes so often in a process is prepared. */
const often = 10
/** Each plan takes memory in each connection; texts beyond these are sent as they are. */
const mostTexts = 300
/** SQLSTATEs of a text without a plan: a newer version has changed its table, or it is several statements. Nothing of it was done. */
const refusals: readonly unknown[] = ['0A000', '42601']

type Text = { times: number; name: string; isPreparable: boolean }
const texts = new Map<string, Text>()

/**
 * Asks what is asked over and over: each connection reads and plans its text once, which takes four times as long as to look
 * up a row. Not through a pooler, which may give the next statement to another session, and not in a transaction.
 */
export async function askPrepared(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult> {
  const known = texts.get(text) ?? note(text)
  if (!known?.isPreparable || ++known.times < often || isPooled(pool))
    return await pool.query(text, [...values])
  try {
    return await pool.query({ name: known.name, text, values: [...values] })
  } catch (error) {
    if (!refusals.includes((error as { code?: string }).code)) throw error
    known.isPreparable = false
    return await pool.query(text, [...values])
  }
}

function note(text: string): Text | undefined {
  if (texts.size >= mostTexts) return undefined
  const name = createHash('sha256').update(text).digest('base64url')
  const noted = { times: 0, name, isPreparable: true }
  texts.set(text, noted)
  return noted
}
