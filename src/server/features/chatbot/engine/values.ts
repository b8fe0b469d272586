import { dateFormat } from '#contract/text/formats.ts'
import type { Context, Session } from './session.ts'

/** What stands for a variable: an answer, else what is known of the person without being asked. */
export function valuesOf({
  session,
  context,
}: {
  session: Session
  context: Context
}): (name: string) => string {
  return (name) => {
    if (Object.hasOwn(session.variables, name)) return session.variables[name]!
    if (name === 'name') return context.name
    if (name === 'phone') return context.phone
    return name === 'today' ? dateFormat('en-CA', { timeZone: context.zone }).format(context.now) : ''
  }
}
