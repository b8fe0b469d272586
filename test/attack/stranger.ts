import { randomBytes } from 'node:crypto'

/** One kind of attempt: how often it was tried, and what should not have happened. */
export type Row = { what: string; tried: number; faults: string[]; figure?: string }

export type Account = { token: string; email: string; userId: number; cookie: string }

export const password = 'correct horse'

/** The product from outside, by its address alone. */
export type Target = { url: string }

export async function signUp({ url }: Target): Promise<Account> {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const answer = await fetch(`${url}/marketing/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Sigrid Undset', email, password, country: 'IN', timezone: 'UTC' }),
  })
  if (answer.status !== 200)
    throw new Error(`a sign-up was answered ${answer.status}: ${await answer.text()}`)
  const { token, user } = (await answer.json()) as { token: string; user: { user_id: number } }
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return { token, email, userId: user.user_id, cookie }
}

/** The statuses of a refusal: the caller's fault, and said so. */
export const isRefusal = (status: number): boolean => status >= 400 && status < 500

export class Report {
  readonly rows: Row[] = []
  begin(what: string): { try: (fault: string | undefined) => void; figure: (text: string) => void } {
    const row: Row = { what, tried: 0, faults: [] }
    this.rows.push(row)
    return {
      try: (fault) => {
        row.tried += 1
        if (fault) row.faults.push(fault)
      },
      figure: (text) => {
        row.figure = text
      },
    }
  }
}

export function table(rows: readonly Row[]): string {
  const lines = rows.map(({ what, tried, faults, figure }) =>
    [what.padEnd(46), String(tried).padStart(6), String(faults.length).padStart(7), figure ?? ''].join('  '),
  )
  const details = rows.flatMap(({ what, faults }) => faults.slice(0, 5).map((fault) => `${what}: ${fault}`))
  return [['attempt'.padEnd(46), ' tried', ' faults', ' figure'].join('  '), ...lines, ...details].join('\n')
}
