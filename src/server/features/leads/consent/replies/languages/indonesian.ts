import { list, type ReplyLanguage } from './reply-language.ts'

/** Indonesian and Malay. */
export const indonesian: ReplyLanguage = {
  code: 'id',
  alone: list`
    matikan notifikasi, berhenti, stop kirim, jangan kirim, jangan kirim lagi, berhenti berlangganan, berhenti langganan, keluar,
    batal langganan, batalkan langganan, batal, batalkan, henti, hentikan, hentikan promosi, stop promosi,
    stop langganan, unreg, hapus, hapus saya, jangan ganggu, jangan spam, sudah cukup, udah cukup, cukup, udahan, setop,
    stop ya, blokir, tidak mau lagi, jangan chat lagi, jangan wa lagi, berhenti promosi, nyahlanggan,
    berhenti melanggan, jangan hantar, jangan hantar lagi, padam, stop chat, stop wa`,
  polite: list`
    dong, deh, kak, min, gan, sis, bang, woi, yaa, ya, plis, pls, tolong,
    tolong, mohon, minta, terima kasih, makasih, trims, ya, dong, deh, min, kak, gan, pak, bu, mas, mbak,
    sekarang, segera, saya, mau, ingin, sila, selamat pagi, halo, lah, aja, saja, ini, semua, encik, bos`,
  sets: {
    no: list`
      jangan, jgn, ga usah, gak usah, nggak usah, tidak usah, tak usah, tidak perlu, gausah, stop, berhenti,
      hentikan, setop, jangan lagi, tak payah`,
    send: list`
      kirim*, krim, mengirim*, hantar*, menghantar, hubungi, menghubungi, contact, kontak, chat, wa,
      whatsapp, sms, ganggu*, mengganggu, telepon, telpon, spam*, kasih, beri, broadcast, promo*`,
    msgs: list`
      pesan, mesej, promosi, promo, iklan, sms, spam, chat, wa, broadcast, info*, penawaran, notifikasi,
      whatsapp, tawaran`,
    dontwant: list`
      tidak mau, gak mau, ga mau, nggak mau, tidak ingin, tak nak, tidak mahu, tak mahu, ogah, malas,
      tidak bersedia, tdk mau, gamau, tidak ingin lagi, enggak mau, tidak berminat, tidak tertarik`,
    remove: list`hapus*, delete, remove, keluarkan, buang, padam*, cabut, hilangkan`,
    mine: list`
      nomor saya, no saya, nomer saya, nomor ini, nombor saya, nomorku, kontak saya, data saya, saya,
      nomer ini, nama saya, nomor hp saya, nomor gue, nomerku`,
  },
  rules: list`
    {no} ~1 {send} ~3 {msgs}, {no} ~1 {send} ~2 (lagi|saya|aku|ke saya|kami|gue),
    {no} ~1 (kirim|hantar|hubungi|ganggu|chat|wa) $, {no} ~1 {msgs},
    {dontwant} ~2 (terima|menerima|dapat|nerima|dikirim*|dapet|dihubungi) ~3, {dontwant} ~2 {msgs},
    {dontwant} ~2 (terima|menerima|dikirim*) lagi, {remove} ~1 {mine} $,
    {remove} ~1 (nomor|nomer|no|nombor|data|kontak) ~1 (saya|ini|aku|gue|ku),
    {remove} ~1 saya ~2 (daftar|list|grup|senarai|kontak),
    {remove} ~1 {mine} ~2 (daftar|list|grup|kontak|database|senarai),
    (berhenti|batal*|stop|henti*) ~1 (langganan|berlangganan|melanggan), (tarik|cabut) ~1 persetujuan,
    tidak ~1 (menerima|terima) {msgs} lagi, jangan ganggu, jangan spam, unreg*, cukup ~1 {msgs}, unsubscribe,
    {dontwant} ~2 (stop|hapus|jangan kirim), {mine} ~2 (dihapus|dihilangkan|dikeluarkan|diblokir)`,
  unless: list`
    berhenti di*, (bus|kereta|hujan) berhenti, belum ~1 (terima|menerima|dapat),
    jangan kirim* ~2 (hari ini|sekarang|besok|dulu) ~9 $, batal* ~2 (pesanan|order|booking|janji),
    jangan (hapus|berhenti|stop|batal*), kirim* pesanan, (kapan|kenapa) ~2 (berhenti|stop) ~9 $,
    tidak ~1 (menerima|terima) ~9 (kode|otp|barang|paket)`,
  doubtful: list`
    gak dulu, ga dulu, nggak dulu, engga dulu, enggak dulu, ngga dulu, gak deh, ga deh,
    apaan sih, apa ini, apaan ini, ngapain sih, ganggu, ganggu aja, berisik, lagi lagi,
    tidak terima kasih, nggak makasih, ga makasih, gak makasih, tidak makasih, enggak makasih, nanti saja, nanti aja, lupakan, lupakan saja, biarin, biarkan saja, dapat nomor saya dari mana, dapat nomor dari mana, dari mana dapat nomor saya, tau nomor saya dari mana, siapa yang kasih nomor saya, gak perlu, tidak perlu, ga usah, gak usah, nggak usah, tidak mau, gak mau, ga mau, tidak tertarik, tidak berminat, jangan, selesai, stop*,
    keluarkan`,
  subscribe: list`langganan, berlangganan, mau langganan, daftar langganan, langganan lagi, melanggan, langgan`,
  start: list`mulai, lanjut, lanjutkan, aktifkan, mula`,
}
