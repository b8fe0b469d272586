import { z } from 'zod'

const Components = z.array(z.object({ type: z.string(), text: z.string().optional() })).catch([])
const Slots = z.array(z.object({ name: z.string(), where: z.string() }).nullable()).catch([])

/** The text of a message as the person read it: header, body and footer with their values. */
export function textOf(components: unknown, slots: unknown, values: readonly string[]): string {
  const places = Slots.parse(slots)
  return Components.parse(components)
    .flatMap(({ type, text }) =>
      text === undefined
        ? []
        : [
            text.replace(/\{\{\s*([^{}\s]+)\s*\}\}/g, (whole, name: string) => {
              const own = places.findIndex(
                (slot) => slot?.name === name && slot.where.toLowerCase() === type.toLowerCase(),
              )
              const at = own >= 0 ? own : places.findIndex((slot) => slot?.name === name)
              return values[at] ?? whole
            }),
          ],
    )
    .join('\n')
}
