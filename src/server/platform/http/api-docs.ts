import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Http } from './server.ts'

/**
 * Publishes the OpenAPI document of every route that is mounted after this, as a page at
 * `/marketing/api/docs` and as JSON at `/marketing/api/docs/json`.
 */
export async function mountApiDocs(http: Http): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tidings API',
        version: '1',
        description:
          'Every answer carries `success`. A failure carries one sentence in `message` and `error`, and a stable `code`.',
      },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ session: [] }],
    },
    transform: jsonSchemaTransform,
  })
  await http.register(swaggerUi, {
    routePrefix: '/marketing/api/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'none' },
  })
}
