import { list } from '../languages/reply-language.ts'
import type { ReplyParts } from './reply-parts.ts'

export const english: ReplyParts = {
  code: 'en',
  stop: list`
    stop, stopping, quit, cease, discontinue, halt, knock it off with, cut it out with, cut out, pack it in, lay off,
    be done with, give it a rest with, enough, enough of, no more, no further, put an end to, refrain from, abstain from, desist from, desist, put a stop to`,
  no: list`
    dont, do not, donot, don t, dnt, dont ever, never, not, doesnt, no need to, nt,
    should not, shouldnt, must not, stop to, cannot be, prefer you not, ask you not, ask that you not, ought not, wish you wouldnt, wouldnt, would not, wont, asked you not, told you not, told u not, said not, aint`,
  send: list`send, sends, sending, sendin, snd, sendng, forward, forwarding, post, posting, share, give me, sent, send me any, mail, mailing, push, pushing, circulate, circulating, be sent`,
  bother: list`
    text, texting, textin, txt, txting, txtin, message, messaging, messagin, msg, msging, contact, contacting, bother*, disturb*,
    harass*, annoy*, pester*, bug, bugging, spam, spamming, spammin, ping, pinging, blast*, bombard*, blow up, blowing up,
    whatsapp, write to, writing to, hit me up, dm, dming, hassle, hassling, reach out, reaching out, solicit*, flood*, call me, calling me, call us, blowin up, blow up my, hitting up, hittin up, troubl*, upsetting, inconvenienc*, wasting my, waste my, interrupt*, nagging, nag, texted, contacted, messaged, called again, emailing, approaching, approach us, approach me, intrud*, be sending, be texting, correspond*, bugging us, telling me, nagging me`,
  msgs: list`texts, text, offers, offer, deals, updates, alerts, mails, emails, stuff, crap, junk, rubbish, garbage, shit, nonsense,
    campaigns, sales pitch*, communication*, reminders, mailing*, pings, bs, bullshit, notices, notice, advertis*, solicitation*, circulars, pitches, nonsense, mailers, promotional, commercials, pamphlets, chats, correspondence, brochures, flyers, blasts, greetings, forwarded`,
  more: list`again, anymore, any more, any longer, more, ever, further, no longer, future`,
  me: list`me, us, my number, my phone, my cell, this number, this phone, here, my wife, my husband, my mother, my mom, my son, my daughter, my inbox`,
  remove: list`
    remove, remov, removing, delete, deleting, erase, take me, take us, take my number, take my name, take this number, take my no, get me, get us, get my number, drop me, drop my number, exclude, scrub, wipe, purge,
    strike, unlist, deregister, unenroll, clear my, cross me, cross my, removed, removal, deleted, deletion, erased, erasing, excluded, exclusion, taken me, taken us, take our, took me, unenrolled, taking me, taking my, be taken, be removed, struck, opt me, opt us, cancel my, purged, unsubscribe, get off, unregister, withdraw my, withdraw us`,
  held: list`
    off your, off the, off this, from your list, from the list, list, lists, database, my number, my contact, my name, my data, my details, my info*, my no,
    my mobile, my cell, my phone, contacts, mailing, my phone number, this number, out of your system, your records, my contact details, this list, all data, personal data, our number, our office, our company, our details, our data, our contact, our name, our business, this contact, this address, this line, this mobile, this telephone, your mailing, your system, your database, your contacts, your records, from here, our records, your group, your broadcast, all your lists, future mailing*, my telephone, my personal, of everything, your marketing, your promotions, your messages, these messages, these texts, my whatsapp`,
  want: list`want, wanna, wish, need, like, interested, appreciate, care, consent, agree, prefer, time for, patience, interest`,
  receive: list`receive, receiving, recieve, get, getting, gettin, hear, hearing, see, seeing, be contacted, be messaged, be texted, be on, be part of, have, receiving`,
  fed: list`sick of, tired of, fed up, had enough, sick n tired of, sick and tired of, done with, bored of, drowning in, over it with, hate, hating, annoying, annoyed, irritat*, bugging me, ridiculous, no time for, zero interest in, no interest in, could not care less`,
  threat: list`report, reporting, reported, sue, suing, block, blocking, blocked, flag, flagging, legal action, cyber cell, consumer court`,
  you: list`you, u, ya, ur number, your number, this account, your company, it as spam, against you, yall, you all, your business, this as spam`,
  wrong: list`wrong, incorrect, mistaken`,
  number: list`number, no, num, nmbr, person, guy, contact, fone, phone`,
  agree: list`consent, consented, permission, agree, agreed, sign up, signed up, subscribe, subscribed, opt in, opted in, authorize, authorise, authorized, ask for, asked for, ask to be, join this, joined this, ask to, asked to, ask you to, request these, requested these, requested this, request this, given permission, give permission, registered, register for, enrolled, asked for your, want this, order this`,
  withdraw: list`withdraw, withdrawing, revoke, revoking, retract, rescind, take back`,
  thing: list`
    order*, parcel, package, delivery, deliver*, appointment*, booking*, booked, reservation, table, item*, ticket*, invoice, bill, payment*, refund, bus, shop, store, train, station,
    driver, courier, visit, class, course, photo*, picture*, pic, pics, catalog*, him, her, card, cart, sauce, onion*, spicy, salt, cheese, size, address, meeting, loan, water, milk, tyre*, tire*, leak*, lunch, dinner,
    product*, cake, price*, room, plan, membership, subscription box, debit, charge*, transaction, lying, kidding, laughing, worrying, worry, crying, music, machine, engine, noise, stop by, stop over, stop at, stop in, bus stop, full stop, next stop, last stop, by mistake, add me, put me back, waiting list, wait list, waitlist`,
  time: list`today, tomorrow, tmrw, tmr, yet, until, till, before, tonight, now now, later, this week, monday, sunday, between, after, so early, so late, while`,
  ask: list`why, when, did, how come, have you`,
  idiom: list`
    leave me alone, leave us alone, leave me be, leave me the, let me be, get lost, piss off, bugger off, buzz off, sod off, fuck off, go away, shove your, not your customer, lose this number,
    lose my number, forget my number, forget this number, take a hike, get off my phone, get out of my phone, get out of my dms, count me out, unfollow, off my phone, sign me off, no thanks stop, dont bother me,
    u r spam, you are spam, this is spam, this is harassment, its harassment, right to erasure, right to be forgotten, not the person you, no longer at this number, doesnt use this number,
    does not use this number, doesnt have this number, has passed away, do not disturb, thats not me, this isnt me, i am not the, nobody by that name, no one by that name, no such person, doesnt live here, unwanted message*, unsolicited, stp msg*, stp txt*, stp text*, stp send*, end them, end these, end this, cease and desist, wrong party, wrong recipient, number has changed hands, number was reassigned, new owner of this number, no longer works here, no longer with us, not our customer, unsubscribe, we hereby object, hereby object, not his number, not her number, isnt his number, isnt her number, not my name, keep me off, keep us off, keep my number off, keep this number off, you have the wrong, youve got the wrong, got the wrong, i want out, let me out, want no part, not the number, not the right number`,
  skip: list`the message, a message, any message, your message, my message, that message, last message, a call, the text, a text, any text, my text, your text, no text, first message, noted, nothing, know, now, endless, callback`,
  much: list`how many, how often, too much, too many, way too many, so many, every day, everyday, all day, nonstop, constantly`,
  complain: list`complain, complaint, complaining, lawyer, attorney, solicitor, police, court, violation, violating, illegal, report, sue, fine`,
  keep: list`to miss, dont mind, keep sending, keep messaging, keep me on, keep me posted, keep me updated, keep me informed, keep me subscribed, keep me in, keep them coming, never stop, not stop, dont stop, love your, unless i, unless its, unless it is, unless there, unless we, forget to`,
  noPast: list`didnt, did not, havent, have not, never, hadnt, not, without, no, isnt, is not, nobody, no one`,
  own: list`i gave, i typed, i put, i entered, i wrote, i sent, the correct, right number is, my correct, i saved, dialed, dialled, i called, did i give, gave you, new number, i ordered, my order, have the number, have your number, have that number, has my number`,
  halt: list`stop, quit it, cease, unsub*, enough, knock it off, back off, cut it out, give it up`,
  insult: list`dumb*, idiot*, stupid, moron*, annoying, pathetic, weirdo*, creep*, loser*, clown*, jerk*, ass, asshole*, bot, bots, bastard*, bitch*, scammer*, spammer*, spammy, pest, pests, damn, hell, fuck*, bloody, freak*, god sake, christ, people, already, af, jeez`,
  halting: list`the, a, an, next, bus, last, which, this, first, what, tram, metro, that, cant, cannot, wont, dont, never, not, to, will, ill, would, could, i, full, one, it, he, she, they, train, pit, non, taxi, at, where, your, does, did, each, every, any, same, my, short, and`,
  decline: list`prefer not, rather not, would rather not, id rather not, refuse to, decline to, decline, object to, objecting to, objection to, opposed to, no desire to, no wish to, no interest in, no longer want, no longer wish, no longer need, no longer require, not interested in, uninterested in, have no use for, no use for, no need for, have no need, done receiving, tired of receiving`,
  came: list`received, receive the, came, arrived, got the, get the, get your, got your, show up, load, loading, opening, readable, understand, see the, seen`,
  request: list`request, requesting, demand, ask for, insist on, require`,
  goes: list`if you, unless you, unless u, or else, or i will, or ill, if i get, if i receive, if i see, next time, if this, if u, keep sending, keep texting, keep messaging, continue, continues, continuing, persist*, again, keep, keeps, one more, further, another, happens again, any more`,
  how: list`how do i, how can i, how to, how do you`,
  said: list`told you, told u, told ya, said, replied, replying, typed, typing, wrote, sent, answered, asked, asking, answering, how many times, times, saying, repeat, repeating, reply, time`,
}
