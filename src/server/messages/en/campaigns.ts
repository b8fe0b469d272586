import { history } from './campaigns/history.ts'
import { plan } from './campaigns/plan.ts'
import { trial } from './campaigns/trial.ts'

export const campaigns = {
  ...history,
  ...plan,
  trial,
  check: {
    withUs: '{text}. {us}',
    limit: {
      enough:
        '{fresh, number} of {limit, number} under the 24 h limit{used, plural, =0 {} other {, # used}}{known, plural, =0 {} one {; # person written to today does not count again} other {; # people written to today do not count again}}',
      today:
        'Only {left, number} of today’s {limit, number} are left: the other {over, number} wait and go on by themselves, over about {days, plural, one {one more day} other {# more days}}',
      daily:
        '{limit, number} people a day on this number: the other {over, number} wait and go on by themselves, over about {days, plural, one {one more day} other {# more days}}',
    },
    costListed: 'About {amount, number} {currency}, estimated from Meta’s price list of {date}',
    costOwn: 'About {amount, number} {currency}, at the prices you entered',
    approved: 'Template approved',
    quality: {
      GREEN: 'Number healthy, quality high',
      YELLOW: 'Quality of the number is falling: some people block or report it',
      RED: 'Quality of the number is low: many people block or report it',
      UNKNOWN: 'Number connected, not rated yet',
    },
    otherAccount: 'The template belongs to another WhatsApp account than this number.',
    numberStatus: 'WhatsApp says that this number is {status}',
    nobodyIn: 'Nobody is in this audience',
    usLeftOut:
      'Marketing isn’t delivered to US numbers: {count, plural, one {# person} other {# people}} left out',
    none: '{count, plural, one {This person cannot receive it} other {None of these # people can receive it}}',
    can: '{count, plural, one {# person} other {# people}} can receive it',
    noValue:
      '{count, plural, one {# person has} other {# people have}} no value for a variable: give it a fallback',
    noLimit: 'No 24 h limit on this number',
    noSpeedLimit: 'No limit on its speed',
    doneDays:
      'Done about {count, plural, one {# day} other {# days}} after the start, because of the 24 h limit',
    doneHalf: 'Done about half a minute after the start',
    doneMinutes: 'Done about {count, plural, one {# minute} other {# minutes}} after the start',
    doneHours: 'Done about {count, plural, one {# hour} other {# hours}} after the start',
    afterQuiet:
      '{count, plural, one {# person has quiet hours then and gets it when these end} other {# people have quiet hours then and get it when these end}}',
    nextDay:
      'For {count, plural, one {# person} other {# people}} this time has passed on that day: they get it on the next',
    costUnknown: 'Cost not known: your price list has no price for that day',
    costWithout:
      '{text}, without {count, plural, one {# message} other {# messages}} whose price is not known',
  },
  test: {
    noValues: 'Nobody in this audience has a value for each variable. Give each a fallback.',
    sent: 'Test sent.',
    unknown: 'WhatsApp did not say whether it took the test. Look at your phone before you send another.',
    waiting: 'The test is waiting to be sent. Look at your phone in a moment.',
  },
  errors: {
    nobody: 'Nobody can receive this campaign: {reasons}. Choose other people.',
    nobodyConsented:
      'Nobody can receive this campaign: {reasons}. Record how they gave consent, or state it for this campaign.',
    bothAudiences: 'Name the people either as leads or as an audience, not both.',
    noLeads: 'No leads selected.',
    tooManyDrafts: 'There are {count, number} drafts already. Delete some first.',
    noTime: 'Choose the date and time that each person’s own clock should show.',
    clockTrial: 'A pilot or A/B test needs a start for all at once. Choose one of the two.',
    quietTime: '{time} is within the quiet hours from {from} to {to}. Choose another time.',
    past: 'This time is in the past. Choose a later one, or send now.',
    tooFar: 'This is more than a year ahead. Choose an earlier time.',
    editedMeanwhile: 'This campaign was edited meanwhile. Reload it and make your change again.',
    startedAlready: 'This campaign has started or is over, so it cannot be changed. Duplicate it instead.',
    otherAccount:
      '{template} belongs to another WhatsApp account than {number}. Choose a number of its own account.',
    nothingToUndo: 'There is nothing to undo any more. You can pause or cancel the campaign.',
    cancelled: 'This campaign was cancelled. Schedule a new one for the people it did not reach.',
    noRetry: 'Trying again can’t help any of these people.',
    noDecision: 'No message needs your decision now. WhatsApp has answered for each, or still has time to.',
    notAgain: 'This message cannot be sent again. Load the logs again to see why.',
    otherVariables:
      'The template has other variables now. Send it as a new message with Send WhatsApp Message.',
    unknownPage: 'This page of the list is not known. Start from the first one.',
    status: {
      paused:
        'This campaign is {status, select, Scheduled {scheduled} Running {running} Paused {paused} Completed {completed} Failed {failed} other {cancelled}}, so it cannot be paused.',
      resumed:
        'This campaign is {status, select, Scheduled {scheduled} Running {running} Paused {paused} Completed {completed} Failed {failed} other {cancelled}}, so it cannot be resumed.',
      cancelled:
        'This campaign is {status, select, Scheduled {scheduled} Running {running} Paused {paused} Completed {completed} Failed {failed} other {cancelled}}, so it cannot be cancelled.',
    },
  },
  done: {
    prices: 'Prices saved',
    scheduled: 'Campaign scheduled successfully!',
    resent: 'The message is sent again.',
  },
  failures: {
    writtenOff: 'WhatsApp never said whether it took these',
    writtenOffAdvice: 'You wrote them off. Nobody knows if they arrived.',
    notSent: 'It could not be sent',
    notSentAdvice: 'Open the people to see what was wrong with each.',
  },
  waiting: {
    retryLater: 'The people who are left are tried again later, as WhatsApp asks.',
    unanswered: 'Waiting for WhatsApp to answer the last messages.',
    othersFirst: 'Other messages of this number are sent first.',
    notSending:
      'Tidings is not sending from this number right now. It tries again within a minute; if this stays, restart Tidings.',
  },
} as const
