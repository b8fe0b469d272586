import { expect, it } from 'vitest'
import { readCoordinates } from './coordinates.ts'

it.each([
  ['18.4914, 73.8213', 18.4914, 73.8213],
  ['-33.86 151.2', -33.86, 151.2],
  ['https://www.google.com/maps/@18.4914,73.8213,17z', 18.4914, 73.8213],
  ['https://maps.google.com/?q=18.4914%2C73.8213', 18.4914, 73.8213],
  [
    'https://www.google.com/maps/place/Kothrud/@18.4914,73.8195,17z/data=!3m1!4b1!4m6!3m5!1s0x0:0x0!8m2!3d18.4914!4d73.8213!16s',
    18.4914,
    73.8213,
  ],
  [
    'https://www.google.com/maps/dir/Pune/Mahim/@-1.5,2,9z/data=!8m2!3d18.5!4d73.8!2m2!1d2!8m2!3d-33.86!4d151.2',
    -33.86,
    151.2,
  ],
])('reads %s', (text, latitude, longitude) => {
  expect(readCoordinates(text)).toEqual({ latitude, longitude })
})

it.each(['', 'Kothrud, Pune', '91, 0', '0, 181', '18.4914', '18,4914, 73,8213'])(
  'reads nothing in %j',
  (text) => {
    expect(readCoordinates(text)).toBeUndefined()
  },
)
