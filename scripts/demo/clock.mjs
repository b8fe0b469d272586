// Loaded before the product by `npm run demo`: the clock of the process is so many milliseconds away from the real one,
// and is moved by messages of the process that started it.
let moved = Number(process.env.DEMO_CLOCK_MS ?? 0)
const RealDate = Date
const now = () => RealDate.now() + moved

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

if (process.send) {
  process.on('message', (ms) => {
    moved = Number(ms)
    process.send?.(moved)
  })
  process.channel?.unref()
}
