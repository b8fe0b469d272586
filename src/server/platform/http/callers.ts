import type { FastifyRequest } from 'fastify'

/** The person and business of an authenticated request, for lines of the log. */
export const callers = new WeakMap<FastifyRequest, { userId: number; businessId: number }>()
