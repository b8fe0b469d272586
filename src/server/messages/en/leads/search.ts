export const search = {
  found: 'Found {count, number} leads',
  progress: {
    country: 'Searching for {keyword} in the whole country...',
    place: 'Finding {place} on the map...',
    inPlace: 'Searching for {keyword} in {place}...',
    anything: 'Searching for businesses in {place}...',
    name: 'Searching for businesses named {name}...',
    reading: '{count, plural, one {Reading # place...} other {Reading # places...}}',
  },
  unknownPlace: "OpenStreetMap doesn't know this place. Check the spelling, or add the city.",
  unknownName: 'OpenStreetMap knows no place or business with this name. Try "bakery in Pune".',
  noneIn: 'No {keyword} with a public phone number is listed in {place}.',
  noBusinessIn: 'No business with a public phone number is listed in {place}.',
  none: 'No {keyword} with a public phone number is listed.',
  unusable:
    '{count, plural, one {# place is listed, but its number cannot be used.} other {# places are listed, but none of their numbers can be used.}}',
  firstOnly: 'These are the first {count, number} places. Search a part of the town for more.',
  blocked:
    'OpenStreetMap blocked this server. Import a file, or set another directory server with NOMINATIM_URL and OVERPASS_URL.',
  busy: 'OpenStreetMap is busy. Try again in a minute.',
  queue: 'Many searches are waiting for OpenStreetMap. Try again in a minute.',
  tooLarge: 'This search is too large for OpenStreetMap. Search a smaller place, or a narrower keyword.',
  unreachable: "OpenStreetMap can't be reached. Try again in a few minutes.",
} as const
