// Loaded into a service before it begins, so that a test can step its clock while it runs. As with a machine's
// clock, that which only measures time (performance.now, timers) goes on untouched.
const RightDate = Date;
let offset = 0;

const now = () => RightDate.now() + offset;

globalThis.Date = new Proxy(RightDate, {
  construct: (target, args: [], newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget) as Date,
  apply: () => new Date().toString(),
  get: (target, property) => (property === 'now' ? now : (Reflect.get(target, property) as unknown)),
});

process.on('message', (message: { clockOffset?: number }) => {
  if (message.clockOffset === undefined) return;
  offset = message.clockOffset;
  process.send!({ clockOffset: offset });
});
// Listening must not be what keeps the process going.
process.channel?.unref();
