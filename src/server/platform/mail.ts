import { createTransport } from 'nodemailer'

export type Mail = { to: string; replyTo?: string; subject: string; text: string }

/** Sends a plain-text mail; throws when the mail server does not take it. */
export type SendMail = (mail: Mail) => Promise<void>

/**
 * @param url the mail server: `smtps://user:password@mail.example.com`.
 * @param from who the mails are from: `Tidings <post@example.com>`.
 */
export function createMailer(url: string, from: string): SendMail {
  const transport = createTransport(url, { from })
  return async (mail) => {
    await transport.sendMail(mail)
  }
}
