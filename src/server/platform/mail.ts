export type Mail = { to: string; replyTo?: string; subject: string; text: string }

/** Sends a plain-text mail; throws when the mail server does not take it. */
export type SendMail = (mail: Mail) => Promise<void>

/** A person who waits for a mail server waits no longer. */
const patienceMs = 10_000

/** @throws Error when the mail server takes longer than a person waits. */
export async function inTime(sending: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the mail server did not answer in time')), patienceMs)
  })
  try {
    await Promise.race([sending, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * @param url the mail server: `smtps://user:password@mail.example.com`.
 * @param from who the mails are from: `Tidings <post@example.com>`.
 */
export function createMailer(url: string, from: string): SendMail {
  const opening = import('nodemailer').then(({ createTransport }) => createTransport(url, { from }))
  return async (mail) => {
    await (await opening).sendMail(mail)
  }
}
