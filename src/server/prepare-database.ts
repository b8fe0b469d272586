import { handlers } from './handlers.ts'
import { migrate } from './migrations/migrate.ts'
import { awaitDatabase, missingRoleSettings, openDatabase } from './platform/database.ts'
import { grantRows, rolesOf } from './platform/embedded/roles.ts'
import { StartError } from './platform/errors.ts'
import { installQueue } from './platform/jobs.ts'
import type { Logger } from './platform/log.ts'

/**
 * Brings the database up to date, with the role that owns it.
 * @param only as far as a backup was; all by default.
 */
export async function prepareDatabase(url: string, log: Logger, only?: readonly string[]): Promise<void> {
  const { pool, db, close } = openDatabase<unknown>(url, log, { connections: 1 })
  await awaitDatabase(pool)
    .then(() => migrate(db, only).catch(explainNewer))
    .finally(close)
}

/**
 * Brings the embedded database up to date as its owner.
 * @returns the address that the product works with, whose role reads and writes rows and changes no table.
 */
export async function prepareEmbedded(server: Parameters<typeof rolesOf>[0], log: Logger): Promise<string> {
  const roles = rolesOf(server)
  await roles.make()
  await prepareDatabase(roles.ownerUrl, log)
  await prepareQueue(roles.ownerUrl, log)
  await roles.grant()
  return roles.productUrl
}

/**
 * Brings a database of the operator's own up to date as its owner, and gives the product's role its rows.
 * @throws StartError where the product's role could change tables all the same.
 */
export async function prepareDivided(urls: { owner: string; product: string }, log: Logger): Promise<void> {
  const role = await productRole(urls, log)
  await prepareDatabase(urls.owner, log)
  await prepareQueue(urls.owner, log)
  await grantRows(urls.owner, role)
}

/** The name of the product's role, which owns nothing and is no superuser. */
async function productRole(urls: { owner: string; product: string }, log: Logger): Promise<string> {
  const [owner, product] = [await whoIs(urls.owner, log), await whoIs(urls.product, log)]
  if (owner.database !== product.database) {
    throw new StartError('DATABASE_URL and DATABASE_OWNER_URL must name the same database.')
  }
  if (owner.role === product.role) {
    throw new StartError(
      `DATABASE_URL and DATABASE_OWNER_URL have the same role, ${owner.role}. Give each its own, or leave DATABASE_OWNER_URL out.`,
    )
  }
  if (product.unbound) {
    throw new StartError(
      `The role ${product.role} of DATABASE_URL is a superuser or belongs to ${owner.role}, so it could change every table. Give DATABASE_URL a plain role.`,
    )
  }
  if (product.owns) {
    throw new StartError(
      `The role ${product.role} of DATABASE_URL owns tables. Give them to the owner once, as a superuser in this database: reassign owned by "${product.role}" to "${owner.role}"`,
    )
  }
  return product.role

  async function whoIs(url: string, log: Logger) {
    const { pool, close } = openDatabase<unknown>(url, log, { connections: 1 })
    try {
      await awaitDatabase(pool)
      const { rows } = await pool.query<{ role: string; database: string; unbound: boolean; owns: boolean }>(
        `select current_user as role, current_database() as database,
           rolsuper or rolcreaterole or exists (select from pg_auth_members where member = r.oid) as unbound,
           exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
             where n.nspname in ('public', 'pgboss') and c.relowner = r.oid) as owns
         from pg_roles r where rolname = current_user`,
      )
      if (!rows[0]) throw new StartError('The database has no role for DATABASE_URL.')
      return rows[0]
    } finally {
      await close()
    }
  }
}

/**
 * Brings a database up to date that is used through a connection pooler, and looks at what the pooler's sessions begin
 * with.
 */
export async function preparePooled(urls: { direct: string; pooled: string }, log: Logger): Promise<void> {
  await prepareDatabase(urls.direct, log)
  await prepareQueue(urls.direct, log)
  await lookAtPooled(urls, log)
}

/** Says what the role should bring along, since a pooler's sessions are not ours to set. */
export async function lookAtPooled(
  { direct, pooled }: { direct: string; pooled: string },
  log: Logger,
): Promise<void> {
  const { pool, close } = openDatabase<unknown>(pooled, log, { connections: 1, directUrl: direct })
  try {
    await awaitDatabase(pool)
    const statements = await missingRoleSettings(pool)
    if (statements.length > 0) {
      log.warn(
        `Sessions behind the connection pooler lack settings. Run this as the role itself, then restart the pooler: ${statements.join('; ')}`,
      )
    }
  } finally {
    await close()
  }
}

export async function prepareQueue(ownerUrl: string, log: Logger): Promise<void> {
  const jobs = handlers(() => {
    throw new Error('no job runs while the database is prepared')
  }).map(({ job }) => job)
  await installQueue(ownerUrl, log, jobs)
}

/** The database has tables of a later version. */
export class NewerDatabase extends StartError {}

/** An older program on a newer database: the migrations it does not know say so. */
function explainNewer(error: Error): never {
  const unknown = /previously executed migration (\S+) is missing/.exec(error.message)?.[1]
  if (!unknown) throw error
  throw new NewerDatabase(
    `A newer version of Tidings has worked on this database (it made ${unknown}). Start that version or a later one, or restore the backup from before the upgrade. Nothing was changed.`,
  )
}
