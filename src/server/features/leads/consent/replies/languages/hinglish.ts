import { list, type ReplyLanguage } from './reply-language.ts'

/** Hindi and Urdu as most people type it. */
export const hinglish: ReplyLanguage = {
  code: 'hi-Latn',
  alone: list`
    band karo, band kro, band kare, band karen, band karein, band kar do, band kardo, band krdo, band kr do,
    band kijiye, band kijie, band kariye, band kar dijiye, bandh karo, bandh kardo, bnd kro, bnd karo, roko,
    rok do, rokiye, roko isko, mat bhejo, mat bhejna, mt bhejo, mat bheje, mat bhejiye, na bheje, na bhejo,
    nahi bhejna, stop karo, stop kro, stop kar do, stop kardo, stop krdo, stop kr do, stop kare, stop kijiye, hatao,
    hata do, bas karo, bas kro, cancel karo, unsubscribe karo, remove karo, delete karo, block karo,
    pareshan mat karo, pareshan na kare, tang mat karo, disturb mat karo, dimag mat khao, band`,
  polite: list`
    yr, yrr, yar, yaar, plz, pls, be, oye, arre, arey, bhaiyya, didi,
    kripya, kripya, bhai, bhaiya, yaar, sir ji, ji, madam ji, abhi, ab, isko, ise, ye, yeh, sab, mujhe,
    mujhko, mujko, hume, namaste, dhanyavad, shukriya, turant, please yaar, aap, ap, na, ko, muje, mjhe`,
  sets: {
    msgs: list`
      message*, msg, msgs, mesg, mssg, massage*, mesage*, messege*, sms, sandesh, offer*, promotion*, promo,
      ads, ad, add, spam, whatsapp, notification*, call, vigyapan, update*`,
    no: list`mat, mt, na, nahi, nhi, nai, nahin, no, naa, matt`,
    send: list`
      bhej*, bej*, karo, kro, kr, kar, karna, krna, kare, karen, karein, kariye, kijiye, kijie, krein, kre,
      do, dalo, likho, send, kiya, karo na, karein`,
    stop: list`band, bandh, bnd, stop, rok, roko, bund`,
    do: list`
      karo, kro, kar, kr, kardo, krdo, kare, karen, karein, kariye, kijiye, kijie, krein, kre, kardijiye,
      karna, ho, do, kara, karado, karwa, kar do`,
    want: list`chahiye, chaiye, chahie, chahiya, chiye, chahte, chahta, chahti, chaie, mangta`,
    remove: list`hata*, hta*, delete, remove, nikal*, nikaal*, mita*, block, dlt`,
  },
  rules: list`
    ^ (stop|band karo|bas) (yaar|bhai|please|ab|mujhe|main|mai|ye|yeh),
    {msgs} ~3 {no} {send}, (mujhe|mujko|muje|mjhe|hume|hamko|ye|yeh|aise|isko) ~1 {no} (bhej*|bej*) $,
    {no} send karo, {no} {send} ~2 {msgs}, {msgs} ~4 {stop} {do}, {stop} {do} ~3 {msgs}, {stop} ~1 {msgs},
    (bhejna|bhejne|bejna|karna|krna) ~1 {stop} ~1 {do}, {stop} {do} $, {msgs} {stop} $,
    {msgs} ~3 {no} {want}, {no} {want} ~4 {msgs}, {no} {want} ~3 {stop} {do}, number ~2 {remove},
    nmbr ~2 {remove}, no ~1 {remove} (karo|kro|do|kar|kardo), naam ~2 {remove},
    {remove} ~1 mera (number|no|naam|contact), mujhe ~3 (list|group) ~2 {remove},
    (list|group) se ~1 {remove}, (pareshan|preshan|tang|disturb|distrub|pareshaan|dikkat) ~1 {no} {send},
    dobara ~2 {no} {send}, dubara ~2 {no} {send}, aage se ~3 {no} {send},
    {no} {send} ~1 (dobara|aage se|aaj ke baad), unsubscribe ~1 {do}, peecha chhodo, picha chodo,
    peecha chodo, bar bar ~2 {no} {send}, ^ {stop} {do} (ye|yeh|yh|apna|apni|apne) ~2 $,
    {stop} {do} ~2 (bakwas|bakwaas|natak|drama)`,
  unless: list`
    (dukan|dukaan|shop|office|bazar|market|bank|store|train|phone|kaam) ~3 {stop}, kab ~3 {stop},
    {stop} (hai|he|hain|hota|hoti|hoga|tha|thi|gobhi|gobi),
    {msgs} ~1 {no} (aaya|aya|aaye|mila|mile|aa|pahuncha|aayi|aata),
    {no} (bhej*|bej*) ~3 (kal|aaj|abhi|parso) ~9 $,
    (aaj|abhi|kal|parso) ~1 {no} (bhej*|bej*) ~3 (kal|parso|baad|delivery|order|parcel), {stop} {no} {do},
    (order|booking|parcel) ~2 {stop}, (order|booking|parcel|saman|samaan|maal) {no} (bhej*|bej*),
    na bhej* ho, {no} bheja, kyu ~2 {no} bhej*, kyun ~2 {no} bhej*`,
  doubtful: list`
    nai chahiye, nhi chaiye, nahi chaiye, nahi bhai, nhi bhai, nai bhai, nai thanks,
    kya bakwas hai, kya bakwas, bakwas, bakwaas, faltu, kya hai ye, ye kya hai, kya natak hai, phir se, fir se, bahut ho gaya, bohot ho gaya,
    nahi thanks, nhi thanks, no thanks, nahi shukriya, nahi dhanyavad, rehne do, rahne do, rhne do, rehne dijiye, chhodo, chodo, jane do, jaane do, abhi nahi, abhi nhi, baad mein, mera number kahan se mila, mera number kaha se mila, mera number kisne diya, number kahan se mila, number kaha se mila, number kisne diya, mera no kaha se mila, kyu message kar rahe ho, kyun message karte ho, jarurat nahi, zarurat nahi, nahi chahiye, nhi chahiye, mat karo, mat karna, bandh, ruko, bas, koi zarurat nahi, mujhe nahi chahiye, stop karna, chup, chup karo, chup raho, chup ho jao, chup kar, baat khatam, baat band, bas bas, nikal, nikal lo, bhaag, bhag yaha se, chal nikal, kafi ho gaya, kaafi ho gaya, kafi hai ab`,
  subscribe: list`subscribe karo, message fir se bhejo, phir se message bhejo, message chalu karo`,
  start: list`shuru, shuru karo, shuru kare, chalu, chalu karo, start karo`,
}
