import type { App } from '#server/app.ts'

const longestKept = 65_536

/** PostgreSQL takes neither halves of characters nor zero bytes. */
export const cleaned = (text: string | null): string | null =>
  text?.toWellFormed().replaceAll('\0', '').slice(0, longestKept) ?? null

/** WhatsApp tells whole seconds: it was said at the end of one. A clock ahead of ours must not outrank what is next. */
export function timeOf(app: App, { at }: { at?: number }): Date {
  return new Date(Math.min((at ?? Number.POSITIVE_INFINITY) + 999, app.now().getTime()))
}
