import { z } from 'zod'

/** Address ranges that Meta announces (AS32934, AS54115, AS63293). */
export const Networks = z.array(z.union([z.cidrv4(), z.cidrv6()])).min(1)

/** Checked by `npm run build` and by a test. */
export const schemas = { 'meta-networks.json': Networks }
