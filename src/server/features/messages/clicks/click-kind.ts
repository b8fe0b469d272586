import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { Networks } from './data.schema.ts'
import networks from './meta-networks.json' with { type: 'json' }

/** Who asked for a link: a person, the preview of a message, or another program. Only people count. */
export type ClickKind = 'person' | 'preview' | 'bot'

/** Messengers and networks that fetch a page to show what is on it. Their in-app browsers have other names. */
const previews =
  /whatsapp\/|facebookexternalhit|facebookcatalog|meta-external|facebot|twitterbot|slackbot|slack-imgproxy|telegrambot|discordbot|linkedinbot|skypeuripreview|viber|pinterestbot|redditbot|google-pagerenderer|googlemessages|iframely|embedly|applebot|vkshare|bitlybot/i
/** CUBOT makes phones. */
const bots =
  /(?<!cu)bot\b|crawl|spider|scanner|curl\/|wget|python|go-http-client|java\/|headless|lighthouse|httpclient|okhttp|axios|node-fetch|undici|libwww|postman|phantomjs|monitor|safebrowsing|virustotal|proofpoint|barracuda|mimecast/i

export function kindOf(method: string, headers: IncomingHttpHeaders): ClickKind {
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].join(' ')
  if (method === 'HEAD' || /prefetch|prerender|preview/i.test(purpose)) return 'preview'
  const agent = headers['user-agent'] ?? ''
  if (previews.test(agent)) return 'preview'
  return agent.trim() === '' || bots.test(agent) ? 'bot' : 'person'
}

const metas = new BlockList()
for (const network of Networks.parse(networks)) {
  const [address = '', bits] = network.split('/')
  metas.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Whether an address is one of Meta's, which fetches links of messages that it delivers. */
export function isProviderAddress(address: string): boolean {
  const kind = isIP(address)
  return kind !== 0 && metas.check(address, kind === 6 ? 'ipv6' : 'ipv4')
}
