import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { type ApiDocument, completeApiDocument } from './api-document.ts'
import type { Http } from './server.ts'

/** Mounts routes under one noun of the API document. */
export function routesOf(http: Http, noun: string, mount: (http: Http) => void): void {
  let isOpen = true
  http.addHook('onRoute', (route) => {
    if (isOpen) route.schema = { ...route.schema, tags: [noun] }
  })
  mount(http)
  isOpen = false
}

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
      components: {
        securitySchemes: {
          session: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The token of a login. It may call everything.',
          },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'tidings_...',
            description:
              'A key from the account settings, sent like the token of a login. The named scopes are what it needs.',
          },
        },
      },
      security: [{ session: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => {
      if (!('openapiObject' in document)) throw new Error('The API document is not an OpenAPI 3 document.')
      const whole = jsonSchemaTransformObject(document) as typeof document.openapiObject
      completeApiDocument(whole as ApiDocument)
      return whole
    },
  })
  await http.register(swaggerUi, {
    routePrefix: '/marketing/api/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'none' },
  })
}
