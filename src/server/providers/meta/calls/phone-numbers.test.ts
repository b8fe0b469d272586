import { describe, expect, it } from 'vitest'
import { messagingLimit } from '../graph/messaging-limit.ts'
import { always, answering, pathOf, queryOf } from '../loopback-meta.ts'
import { json } from '../loopback-servers.ts'
import type { Meta } from '../meta.ts'

const firstOf = async (meta: Meta) => (await meta.phoneNumbers.list('t', '1'))[0]!

describe('phone numbers', () => {
  const full = {
    id: '106540352242922',
    display_phone_number: '+1 631-555-5555',
    verified_name: "Jasper's Market",
    quality_rating: 'GREEN',
    code_verification_status: 'VERIFIED',
    name_status: 'APPROVED',
    status: 'CONNECTED',
    platform_type: 'CLOUD_API',
    account_mode: 'LIVE',
    throughput: { level: 'HIGH' },
    whatsapp_business_manager_messaging_limit: 'TIER_2K',
    is_on_biz_app: false,
  }

  it('are read whole', async () => {
    const { meta } = await always({ data: [full] })
    expect(await meta.phoneNumbers.list('t', '102')).toEqual([
      {
        id: '106540352242922',
        displayPhoneNumber: '+1 631-555-5555',
        verifiedName: "Jasper's Market",
        qualityRating: 'GREEN',
        codeVerificationStatus: 'VERIFIED',
        nameStatus: 'APPROVED',
        status: 'CONNECTED',
        platformType: 'CLOUD_API',
        accountMode: 'LIVE',
        throughputLevel: 'HIGH',
        messagesPerSecond: 1_000,
        messagingTier: 'TIER_2K',
        messagingLimit: 2_000,
        onBusinessApp: false,
        officialBusinessAccount: false,
      },
    ])
  })

  it.each([
    [{ throughput: { level: 'STANDARD' } }, 80],
    [{ throughput: { level: 'HIGH' } }, 1_000],
    [{ throughput: { level: 'HIGH' }, is_on_biz_app: true, platform_type: 'CLOUD_API' }, 20],
    [{ throughput: { level: 'NOT_APPLICABLE' } }, 80],
    [{ throughput: 'ULTRA' }, 80],
    [{}, 80],
  ])('%j may send %i a second', async (fields, perSecond) => {
    const { meta } = await always({ data: [{ id: '1', ...fields }] })
    expect((await firstOf(meta)).messagesPerSecond).toBe(perSecond)
  })

  it.each([
    ['TIER_50', 50],
    ['TIER_250', 250],
    ['TIER_1K', 1_000],
    ['TIER_2K', 2_000],
    ['TIER_10K', 10_000],
    ['TIER_100K', 100_000],
    ['TIER_UNLIMITED', null],
    ['TIER_NOT_SET', undefined],
    ['TIER_5K', 5_000],
    ['TIER_WHATEVER', undefined],
    ['2000', 2_000],
    ['-1', null],
    [-1, null],
    [250, 250],
    [-7, undefined],
    ['constructor', undefined],
  ])('the tier %j is %j people a day', (tier, limit) => {
    expect(messagingLimit(tier)).toBe(limit)
  })

  it('with words Meta has invented since, nulls and missing fields are read all the same', async () => {
    const odd = {
      id: 106540352242922,
      status: 'FROZEN',
      verified_name: null,
      throughput: null,
      quality_rating: 'BLUE',
    }
    const { meta } = await always({ data: [odd] })
    expect(await firstOf(meta)).toEqual({
      id: '106540352242922',
      status: 'FROZEN',
      qualityRating: 'BLUE',
      messagesPerSecond: 80,
      onBusinessApp: false,
      officialBusinessAccount: false,
    })
  })

  it('name their problem', async () => {
    const { meta } = await always({
      id: '2',
      health_status: {
        can_send_message: 'BLOCKED',
        entities: [
          { entity_type: 'PHONE_NUMBER', id: '1', can_send_message: 'AVAILABLE' },
          {
            entity_type: 'WABA',
            id: '2',
            can_send_message: 'BLOCKED',
            errors: [{ error_code: 141006, error_description: 'No payment', possible_solution: 'Pay' }],
          },
        ],
      },
    })
    expect(await meta.waba.health('t', '2')).toEqual({
      canSend: 'BLOCKED',
      problems: [{ entity: 'WABA', code: 141006, description: 'No payment', solution: 'Pay' }],
    })
  })

  it('are registered and confirmed; no PIN and no code is kept in the record', async () => {
    const { meta, asked, records } = await always({ success: true, id: '1' })
    await meta.phoneNumbers.register('t', '1', { pin: '314159', dataLocalizationRegion: 'IN' })
    await meta.phoneNumbers.requestCode('t', '1', { method: 'SMS', language: 'en_US' })
    await meta.phoneNumbers.verifyCode('t', '1', '271-828')
    expect(asked.map(({ url, body }) => [pathOf(url), body && JSON.parse(body)])).toEqual([
      ['/v23.0/1/register', { messaging_product: 'whatsapp', pin: '314159', data_localization_region: 'IN' }],
      ['/v23.0/1/request_code', { code_method: 'SMS', language: 'en_US' }],
      ['/v23.0/1/verify_code', { code: '271828' }],
    ])
    expect(JSON.stringify(records)).not.toMatch(/314159|271828/)
    expect(records[0]?.requestBody).toContain('"data_localization_region":"IN"')
  })
})

describe('the limit of a number', () => {
  const noSuchField = { error: { code: 100, message: '(#100) Tried accessing nonexisting field (x)' } }
  const fieldsOf = (url: string) => queryOf(url).fields ?? ''

  it('is asked for by the name that the version has, then by the other, and the name is remembered', async () => {
    const { meta, asked } = await answering((request, response) =>
      fieldsOf(request.url).includes('whatsapp_business_manager_messaging_limit')
        ? json(response, 200, { data: [{ id: '1', whatsapp_business_manager_messaging_limit: 'TIER_2K' }] })
        : json(response, 400, noSuchField),
    )
    expect((await firstOf(meta)).messagingLimit).toBe(2_000)
    // v23.0 was asked for, and is older than the portfolio's limit.
    expect(fieldsOf(asked[0]!.url)).toContain('messaging_limit_tier')
    await firstOf(meta)
    expect(asked).toHaveLength(3)
  })

  it('is not known where no version has it, and nothing fails', async () => {
    const { meta } = await answering((request, response) =>
      fieldsOf(request.url).includes('limit')
        ? json(response, 400, noSuchField)
        : json(response, 200, { data: [{ id: '1', status: 'CONNECTED' }] }),
    )
    const [number] = await meta.phoneNumbers.list('t', '102')
    expect(number).toMatchObject({ id: '1', status: 'CONNECTED' })
    expect(number).not.toHaveProperty('messagingLimit')
  })

  it('is not asked for again where the number itself is unknown', async () => {
    const { meta, asked } = await answering((_, response) =>
      json(response, 400, { error: { code: 100, error_subcode: 33, message: 'Unsupported get request' } }),
    )
    await expect(firstOf(meta)).rejects.toMatchObject({ code: 100, subcode: 33 })
    expect(asked).toHaveLength(1)
  })
})
