/**
 * WhatsApp's business-scoped user id: country, dot, letters and digits; the parent one of linked portfolios has `ENT.`
 * in between. Source: …/whatsapp/business-scoped-user-ids.
 */
export const userIdPattern = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/
