import Bowser from 'bowser'

/** A program that names no browser (a script) is shown by the name it gives itself. */
export function deviceOf(userAgent: string | null): { browser: string | null; system: string | null } {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent)
  const own = /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? null
  return { browser: browser.name || own, system: os.name || null }
}
