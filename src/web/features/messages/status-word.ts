/** A status as it stands in a table: `Delivered`. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
