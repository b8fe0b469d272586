export const plan = {
  leftOutInside: {
    unusable_number: 'unusable number',
    duplicate: 'duplicate',
    opted_out: 'opted out',
    deleted: 'deleted lead',
    changed_number: 'changed number',
    unreachable: 'not on WhatsApp',
    us_marketing: 'US number',
    no_consent: 'no consent',
    missing_value: 'no value for a variable',
  },
  leftOutNotice:
    '{count, number} of {selected, plural, one {# person} other {# people}} are left out: {reasons}.',
  problem: {
    noCustomPlace:
      'This template has no place for a custom message. Choose one with {variable} in its text, or leave the custom message empty.',
    noVariable: 'This template has no {place} to fill.',
    customMissing: 'This template asks for a custom message. Write one.',
    notFilled: 'Say what fills {place} in the template.',
  },
  place: {
    header: '{variable} in the header',
    button: 'the address of button {number, number}',
  },
  audience: {
    everybody: 'everybody',
    silentReaders: 'people who read an earlier message and did not answer',
    notReached: 'people for whom an earlier message {how}',
    missed: {
      failed: 'failed',
      not_read: 'was delivered but not read',
      cancelled: 'was cancelled',
    },
    picked: '{count, plural, one {# person} other {# people}} picked by hand',
    tagged: 'everybody tagged {tags}',
    found: 'everybody found by “{search}”',
    without: '{who}, without {less}',
    lessTagged: 'those tagged {tags}',
    lessUnticked: '{count, plural, one {# person} other {# people}} unticked',
  },
  prices: {
    eachOnce: 'The list must have each market once: {problems}.',
    missing: '{market} is missing',
    unknown: '{market} is unknown',
    region: {
      northAmerica: 'North America',
      restOfAfrica: 'Rest of Africa',
      restOfAsiaPacific: 'Rest of Asia Pacific',
      restOfEasternEurope: 'Rest of Eastern Europe',
      restOfLatinAmerica: 'Rest of Latin America',
      restOfMiddleEast: 'Rest of Middle East',
      restOfWesternEurope: 'Rest of Western Europe',
      other: 'Other countries',
    },
  },
} as const
