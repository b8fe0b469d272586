/** A moment for people of any zone, as a report prints it: `2026-11-20 10:23 UTC`. */
export const utc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
