import { list, type ReplyLanguage } from './reply-language.ts'

/** Swahili, Vietnamese, Filipino, Hausa and a few words of Yoruba and Igbo. */
export const africanAndAsian: ReplyLanguage = {
  code: 'sw',
  alone: list`
    acheni, simama, simamisha, sitisha, ondoa, niondoe, jiondoe, kujiondoa, toa, usitume, usinitumie,
    msinitumie, ghairi, huy, huy dang ky, dung lai, ngung, tu choi, dung gui, huy bo, dung nhan tin,
    itigil, tigil, tama na, huwag na, ayoko na, alisin, daina, ka daina, ku daina, a daina, da duro, e duro,
    kwusi`,
  polite: list`
    tafadhali, asante, sasa, hii, vui long, xin, lam on, cam on, ngay, pakiusap, po, salamat, paki,
    don allah`,
  sets: {
    vi: list`tin nhan, tin, quang cao, sms, nhan tin, thong bao`,
    sw: list`ujumbe, jumbe, meseji, sms, matangazo, message*, msg`,
  },
  rules: list`
    (acha|acheni|sitisha) ~1 (kutuma|kunitumia|kunisumbua) ~2,
    (usinitumie|msinitumie|usitume|msitume|usinisumbue|msinisumbue) ~3, sitaki ~2 {sw},
    (ondoa|futa|toa|niondoe|nitoe) ~2 (namba|nambari|orodha|kwenye orodha),
    (dung|ngung|khong) ~2 (gui|nhan|lam phien) ~2 (nua|tin|toi|cho toi|quang cao), khong muon nhan ~3,
    huy (dang ky|nhan tin), (xoa|bo) ~1 so ~2 (toi|minh), huwag ~3 (mag|magtext|magpadala|message*|text*) ~3,
    tanggalin ~2 (number|numero|ako), alisin ~2 (number|numero|ako), ayoko ~2 (message*|text*|makatanggap),
    (daina|ka daina|ku daina) ~1 (turo|aiko) ~3`,
  unless: list`huy ~1 (don|lich|dat), dung gio, sijapata ~9 $`,
  doubtful: list`sitaki, dung, khong can, khong, ayoko, basta na`,
  subscribe: list`dang ky, jiunge`,
  start: list`anza, bat dau, simulan`,
}
