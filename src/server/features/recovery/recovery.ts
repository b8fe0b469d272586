import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { isDatabaseOutage } from '#server/platform/database.ts'
import { advanceCheck, lacksClaims, lastSeen } from './check.ts'
import { beatOnce, beginCheck, type Cause, type Guard, isBefore, readGuard } from './guard-row.ts'
import { type ServerSettings, serverWarnings } from './server-warnings.ts'

export { type Recovery, recentRecovery } from './recent.ts'

const beatEveryMs = 2_000
const checkEveryMs = 500
/** A start without a journal is usual where machines come and go, and none where nothing ran for so long. */
const restoredAfterMs = 10 * 60_000

/**
 * Watches for a database that went back: a standby that was behind and was promoted, a dump or a backup that was
 * restored. It knows by the server's identity, and by a count that stands in the database and in the journal. Lanes
 * claim nothing until the journals were compared.
 */
export async function openGuard(app: App): Promise<{ close: () => Promise<void> }> {
  const machine = hostname()
  const journal = { id: app.journal.id, machine }
  let seen = lastSeen(app)
  let isFirst = true
  let hasFile = false
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const causeOf = (guard: Guard): Cause | undefined => {
    if (isBefore(guard, seen)) return 'behind'
    if (guard.is_new) return undefined
    if (guard.is_other) return 'moved'
    if (!isFirst) return undefined
    const isUnknownFolder = app.journal.isNew && guard.beat_age_ms > restoredAfterMs
    return app.journal.isCopy || isUnknownFolder ? 'folder' : undefined
  }

  /** @returns whether the database is what it was. */
  const note = async (): Promise<boolean> => {
    const beat = await beatOnce(app, journal, seen)
    if (!beat) return false
    seen = beat
    const line = `beat ${beat.beat} ${beat.us} ${beat.epoch}`
    app.journal.mark(line)
    // Notes need a file, which the first kept line makes.
    if (!hasFile) await app.journal.keep([line])
    hasFile = true
    return true
  }

  const look = async (): Promise<boolean> => {
    const guard = await readGuard(app)
    const isRestarted = guard.state === 'checking' && guard.is_other
    const mayBegin = guard.state === 'steady' || isRestarted
    let cause = mayBegin ? causeOf(guard) : undefined
    if (mayBegin && isFirst && !guard.is_new && (await lacksClaims(app, guard))) cause ??= 'behind'
    isFirst = false
    if (cause && (await beginCheck(app, guard, cause, seen))) {
      app.log.warn({ cause }, 'the database is not the one it was; lanes wait while it is compared')
    }
    if (cause || guard.state === 'checking') {
      const now = await readGuard(app)
      if (now.state === 'checking' && !(await advanceCheck(app, now, machine))) return false
    }
    return await note()
  }

  const turn = async (): Promise<void> => {
    let isSteady = false
    try {
      isSteady = (!isFirst && (await note())) || (await look())
    } catch (error) {
      if (isDatabaseOutage(error)) app.log.debug({ err: error }, 'the database could not be looked at')
      else app.log.error({ err: error }, 'the database could not be compared with what was sent')
    }
    if (!closed) {
      timer = setTimeout(
        () => {
          working = turn()
        },
        isSteady ? beatEveryMs : checkEveryMs,
      )
      timer.unref()
    }
  }
  let working = turn()
  await working
  await warnOfServer(app)
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await working
    },
  }
}

/** A standby that is behind loses what was sent last when it is promoted. */
async function warnOfServer(app: App): Promise<void> {
  const { rows } = await sql<ServerSettings>`
    select current_setting('server_version_num')::int as version, count(pid)::int as standbys,
      case when bool_and(sync_state is not null) then count(pid) filter (where sync_state = 'async') end::int as asynchronous,
      current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as commit
    from pg_stat_replication`.execute(app.db)
  for (const warning of serverWarnings(rows[0]!)) app.log.warn(warning)
}
