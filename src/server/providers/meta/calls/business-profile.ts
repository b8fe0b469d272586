import { z } from 'zod'
import { type Graph, idPart } from '../graph/graph-call.ts'
import { isObject } from '../graph/graph-json.ts'
import { optionalText, successAnswer } from '../graph/graph-values.ts'

/** What people see of the business in WhatsApp. */
export type BusinessProfile = {
  about?: string
  address?: string
  description?: string
  email?: string
  pictureUrl?: string
  websites: string[]
  /** RETAIL, EDU, OTHER … */
  vertical?: string
}

export type BusinessProfileChange = {
  /** 1 to 139 characters. */
  about?: string
  /** Up to 256. */
  address?: string
  /** Up to 512. */
  description?: string
  /** Up to 128. */
  email?: string
  /** Up to two, with http:// or https://. */
  websites?: string[]
  vertical?: string
  /** Handle of a resumable upload. */
  pictureHandle?: string
}

/** Source: …/whatsapp/business-phone-numbers/business-profiles. */
export type BusinessProfileCalls = {
  get: (token: string, phoneNumberId: string) => Promise<BusinessProfile>
  set: (token: string, phoneNumberId: string, change: BusinessProfileChange) => Promise<void>
}

const FIELDS = 'about,address,description,email,profile_picture_url,websites,vertical'

const profileFields = z.looseObject({
  about: optionalText,
  address: optionalText,
  description: optionalText,
  email: optionalText,
  profile_picture_url: optionalText,
  websites: z.array(z.string()).nullish(),
  vertical: optionalText,
})

/** The manual shows the fields in `data[0]`, the OpenAPI file one level deeper: both are taken. */
const profileAnswer = z.looseObject({
  data: z
    .array(
      z.preprocess((entry) => (isObject(entry) ? (entry.business_profile ?? entry) : entry), profileFields),
    )
    .min(1),
})

export function businessProfileCalls(graph: Graph): BusinessProfileCalls {
  const edge = (phoneNumberId: string) => `/${idPart(phoneNumberId)}/whatsapp_business_profile`
  return {
    get: async (token, phoneNumberId) => {
      const answer = await graph.call({
        method: 'GET',
        path: edge(phoneNumberId),
        token,
        query: { fields: FIELDS },
        answer: profileAnswer,
      })
      const { about, address, description, email, profile_picture_url, websites, vertical } = answer.data[0]!
      return {
        ...(about && { about }),
        ...(address && { address }),
        ...(description && { description }),
        ...(email && { email }),
        ...(profile_picture_url && { pictureUrl: profile_picture_url }),
        websites: websites ?? [],
        ...(vertical && { vertical }),
      }
    },
    set: async (token, phoneNumberId, { pictureHandle, ...change }) => {
      await graph.call({
        method: 'POST',
        path: edge(phoneNumberId),
        token,
        json: { messaging_product: 'whatsapp', ...change, profile_picture_handle: pictureHandle },
        answer: successAnswer,
      })
    },
  }
}
