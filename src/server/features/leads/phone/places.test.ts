import { expect, it } from 'vitest'
import { placeOf } from './places.ts'
import zones from './zones.json' with { type: 'json' }

it.each([
  ['+9198', 'IN', 'Asia/Kolkata'],
  ['+1212', 'US', 'America/New_York'],
  ['+1415', 'US', 'America/Los_Angeles'],
  ['+1312', 'US', 'America/Chicago'],
  ['+1416', 'CA', 'America/Toronto'],
  ['+1604', 'CA', 'America/Vancouver'],
  ['+1876', 'JM', 'America/Jamaica'],
  ['+5511', 'BR', 'America/Sao_Paulo'],
  ['+5592', 'BR', 'America/Manaus'],
  ['+4915', 'DE', 'Europe/Berlin'],
  ['+7701', 'KZ', 'Asia/Almaty'],
  ['+7912', 'RU', 'Europe/Moscow'],
  ['+9715', 'AE', 'Asia/Dubai'],
  ['IN.24', 'IN', 'Asia/Kolkata'],
  ['erase', null, null],
  ['', null, null],
])('%s is in %s', (prefix, country, zone) => {
  expect(placeOf(prefix)).toEqual({ country, zone })
})

it('names only time zones that there are', () => {
  for (const zone of [...Object.values(zones.countries), ...Object.keys(zones.areas)])
    expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
})
