/** Where one value of a message goes: a text of the header or body, by its name; or a button, by its place. */
export type Slot = { name: string; where: string; index?: number; card?: number }
