/** Whether the tests run on a Citus cluster, whose tables were given to its nodes (scripts/test-citus.ts). */
export const isCluster = process.env.TEST_CITUS !== undefined
