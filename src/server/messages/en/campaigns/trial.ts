export const trial = {
  variantStopped: 'Version {variant} is stopped. The other versions go on, and you decide about the rest.',
  versionHolds: 'Version {variant} cannot be sent.',
  noLink:
    'Version {variant} has no link whose clicks are counted. Choose another measure, or a template with a link.',
  noLinkPilot: 'This message has no link whose clicks are counted. Choose another measure.',
  measuring: 'The first part is sent. Results are compared {date}',
  goesOnWith: 'Sending version {variant} to the rest',
  goesOn: 'Pilot done: sending to the rest',
  choose: 'Choose the version for the rest.',
  nothingToDecide: 'Nothing is waiting for your decision now. Load the campaign again.',
  goesAt: 'Version {variant} won. The rest gets it {date}',
  goesNow: 'Sending the rest at the time of day that won',
  waitsForTime: 'The rest waits for the time of day that won.',
  waitsForVersion: 'The next version of the test waits for its time.',
  waits: 'The first part is sent. The rest waits for the results.',
  asks: {
    owner: 'The first part is sent. Look at the results, then decide about the rest.',
    bounds: 'The pilot missed your limits.',
    unclear: 'No version is clearly ahead. Choose the version for the rest.',
    stopped: 'A version was stopped during the test. Choose the version for the rest.',
  },
  missed: {
    nobody: 'Not one message of the pilot was sent.',
    read: '{percent, number}% read it ({count, number} of {of, number}): you want at least {limit, number}%.',
    clicked:
      '{percent, number}% clicked ({count, number} of {of, number}): you want at least {limit, number}%.',
    replied:
      '{percent, number}% replied ({count, number} of {of, number}): you want at least {limit, number}%.',
    converted:
      '{percent, number}% bought or converted ({count, number} of {of, number}): you want at least {limit, number}%.',
    failed: '{percent, number}% failed ({count, number} of {of, number}): your limit is {limit, number}%.',
    blocked:
      '{percent, number}% blocked you ({count, number} of {of, number}): your limit is {limit, number}%.',
    optedOut:
      '{percent, number}% opted out ({count, number} of {of, number}): your limit is {limit, number}%.',
    next: 'Look at the results, then decide about the rest.',
  },
} as const
