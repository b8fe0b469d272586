/** Whether the tests run on a Citus cluster, whose tables were given to its nodes (scripts/test-citus.ts). */
export const isCluster = process.env.TEST_CITUS !== undefined

/** The variables of a process that works on this database: a server that a test starts itself is no cluster. */
export const backendOf = (databaseUrl: string): { DATABASE_BACKEND: string } => {
  const [coordinator] = process.env.TEST_CITUS?.split(' ') ?? []
  const isThere = coordinator !== undefined && new URL(coordinator).host === new URL(databaseUrl).host
  return { DATABASE_BACKEND: isThere ? 'citus' : 'postgres' }
}
