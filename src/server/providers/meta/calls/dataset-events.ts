import { z } from 'zod'
import { type Graph, idPart } from '../graph/graph-call.ts'

export type DatasetEventName = 'LeadSubmitted' | 'Purchase' | 'OrderCreated'

/** One event of the Conversions API for business messaging (…/marketing-api/conversions-api/business-messaging). */
export type DatasetEvent = {
  name: DatasetEventName
  /** Meta counts events of one name and id once. */
  eventId: string
  at: Date
  wabaId: string
  /** The `ctwa_clid` of the ad's click. */
  clickId: string
  /** In the currency's own unit. */
  value: number | null
  currency: string | null
}

export type DatasetCalls = { send: (token: string, datasetId: string, event: DatasetEvent) => Promise<void> }

const eventsAnswer = z.looseObject({ events_received: z.number().int().min(1) })

export function datasetCalls(graph: Graph): DatasetCalls {
  return {
    send: async (token, datasetId, { name, eventId, at, wabaId, clickId, value, currency }) => {
      await graph.call({
        method: 'POST',
        path: `/${idPart(datasetId)}/events`,
        token,
        json: {
          data: [
            {
              event_name: name,
              event_time: Math.floor(at.getTime() / 1000),
              event_id: eventId,
              action_source: 'business_messaging',
              messaging_channel: 'whatsapp',
              user_data: { whatsapp_business_account_id: wabaId, ctwa_clid: clickId },
              ...(value !== null && { custom_data: { value, currency } }),
            },
          ],
        },
        answer: eventsAnswer,
      })
    },
  }
}
