import { promisify } from 'node:util'
import { deflateRaw, inflateRawSync } from 'node:zlib'

const entryStart =
  '{"object":"whatsapp_business_account","entry":[{"id":"1","changes":[{"value":{"messaging_product":"whatsapp","metadata":{"display_phone_number":"1","phone_number_id":"1"},'
const entryEnd = '},"field":"messages"}]}]}'
const pricing =
  '"pricing":{"billable":true,"pricing_model":"PMP","category":"utility","type":"regular"}}],"pricing":{"billable":true,"pricing_model":"PMP","category":"marketing","type":"regular"}}]'
const statusOf = (status: string, more: string) =>
  `"statuses":[{"id":"wamid.HBgMOTE5ODE","status":"${status}","timestamp":"17","recipient_id":"91","recipient_user_id":"IN.","biz_opaque_callback_data":"",${more}`
const contact = '"contacts":[{"profile":{"name":""},"wa_id":"91","user_id":"IN."}],'

/**
 * What webhooks repeat, the most frequent last: bodies are packed with it. It may never change, as bodies that were
 * packed with it are read with it.
 */
const dictionary = Buffer.from(
  [
    `${entryStart}${contact}"messages":[{"from":"91","from_user_id":"IN.","id":"wamid.HBgMOTE5ODE","timestamp":"17","text":{"body":""},"type":"text","context":{"from":"1","id":"wamid."}}]${entryEnd}`,
    `${entryStart}${statusOf('failed', '"errors":[{"code":13,"title":"Message undeliverable","message":"Message undeliverable","error_data":{"details":"Message Undeliverable."},"href":"https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/"}]}]')}${entryEnd}`,
    `${entryStart}${contact}${statusOf('sent', pricing)}${entryEnd}`,
    `${entryStart}${statusOf('read', pricing)}${entryEnd}`,
    `${entryStart}${statusOf('delivered', '"conversation":{"id":"","expiration_timestamp":"17","origin":{"type":"marketing"}},')}${pricing}${entryEnd}`,
  ].join(''),
)

// A window of 4 kB holds the dictionary; the usual one takes most of the time to prepare.
const settings = { dictionary, level: 6, windowBits: 12, memLevel: 5 }
const deflate = promisify(deflateRaw)

export const packBody = (body: Buffer): Promise<Buffer> => deflate(body, settings)

type StoredBody = {
  body: Buffer
  /** The length of a body that is packed. */
  packed_from: number | null
}

/** A stored body, byte for byte as it came. */
export function bodyOf({ body, packed_from }: StoredBody): Buffer {
  if (packed_from === null) return body
  return inflateRawSync(body, { dictionary, maxOutputLength: Math.max(1, packed_from) })
}
