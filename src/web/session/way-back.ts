/** Where somebody was led to the login from, in the history of the browser: no link from outside can set it. */
export type CameFrom = { from: string; userId: number | null }

/**
 * Where a login leads: back to the page it was asked for on, unless that was somebody else's; else to the dashboard.
 * @param state of the history's entry.
 */
export function wayBack(state: unknown, userId: number): string {
  const { from, userId: whose } = (state ?? {}) as Partial<CameFrom>
  if (typeof from !== 'string' || !/^\/(?!\/)/.test(from)) return '/dashboard'
  return whose == null || whose === userId ? from : '/dashboard'
}
