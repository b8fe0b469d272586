import { expect, it } from 'vitest'
import { readCoordinates } from './coordinates.ts'

it.each([
  ['18.4914, 73.8213', 18.4914, 73.8213],
  ['-33.86 151.2', -33.86, 151.2],
  ['https://www.google.com/maps/@18.4914,73.8213,17z', 18.4914, 73.8213],
  ['https://maps.google.com/?q=18.4914%2C73.8213', 18.4914, 73.8213],
])('reads %s', (text, latitude, longitude) => {
  expect(readCoordinates(text)).toEqual({ latitude, longitude })
})

it.each(['', 'Kothrud, Pune', '91, 0', '0, 181', '18.4914', '18,4914, 73,8213'])(
  'reads nothing in %j',
  (text) => {
    expect(readCoordinates(text)).toBeUndefined()
  },
)
